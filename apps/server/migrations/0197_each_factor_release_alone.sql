-- Before, one function carried out all releases that were due, in one transaction: one that failed took the others back with it,
-- every time. Now the worker reads which are due, and carries out each of them by itself.
drop function carry_out_factor_releases();
grant select (id, status, asked_at) on factor_release to candor_worker;

-- Carries out one that waited for 24 hours; false where it is over, or where its time has not come. The member is locked before the
-- sessions and the release: all who write them come in this order. On a live site no money leaves for a day, as after a new password.
create function carry_out_factor_release(due bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner bigint;
  release factor_release;
begin
  select r.member_id into owner from factor_release r where r.id = due;
  perform from member m where m.id = owner for no key update;
  perform from session s where s.member_id = owner order by s.id for update;
  select * into release from factor_release r
    where r.id = due and r.status = 'waiting' and r.asked_at <= clock_timestamp() - interval '24 hours' for no key update;
  if not found then
    return false;
  end if;
  update member_totp set secret_sealed = null, fresh_sealed = null, used_step = null, added_at = null where member_id = owner;
  delete from passkey where member_id = owner;
  delete from member_recovery_code where member_id = owner;
  delete from session where member_id = owner;
  update member set withdrawals_paused_until = greatest(withdrawals_paused_until, clock_timestamp() + interval '24 hours')
    where id = owner and exists (select from site where mode = 'live');
  update factor_release set status = 'released' where id = due;
  insert into audit (actor_id, command, subject_type, subject_id, detail) values (release.checker, 'account/factors/released',
    'member', owner::text, jsonb_build_object('release', due::text));
  return true;
end $$;
revoke execute on function carry_out_factor_release(bigint) from public;
grant execute on function carry_out_factor_release(bigint) to candor_worker;
