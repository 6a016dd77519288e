-- A member whose password was replaced by a code is told so by a message to the phone that the code went to. After a reset of the
-- login password no session is left to be told. A notice has no code, and is worth reading for a day.

alter table code_outbox drop constraint code_outbox_purpose_check;
alter table code_outbox add constraint code_outbox_purpose_check
  check (purpose in ('withdrawPassword', 'loginPassword', 'withdrawPasswordChanged', 'loginPasswordChanged'));

-- A code lives ten minutes (CODE_LIFE_SEC of the domain), a notice a day (NOTICE_LIFE_SEC); that there was a code is kept for a day.
create or replace function forget_codes() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from code_outbox where made_at < clock_timestamp() - case when purpose in ('withdrawPassword', 'loginPassword')
    then interval '10 minutes' else interval '1 day' end;
  delete from account_code where made_at < clock_timestamp() - interval '1 day'
$$;

-- The console of a practice site shows codes; a notice has none.
create or replace function read_practice_codes(operator bigint, life_sec integer, most integer)
  returns table (member_id bigint, username text, purpose text, sealed bytea, made_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shown bigint[];
begin
  if not exists (select from site where mode = 'practice') then
    raise exception 'CODES_REFUSED: LIVE' using errcode = 'CD195';
  end if;
  shown := array(select o.member_id from code_outbox o where o.made_at > clock_timestamp() - make_interval(secs => life_sec)
    and o.purpose in ('withdrawPassword', 'loginPassword') order by o.made_at desc, o.member_id limit least(most, 50));
  insert into audit (actor_id, command, subject_type, subject_id, detail)
    values (operator, 'console/practice-codes/read', 'site', 'codes', jsonb_build_object('members', array_to_string(shown, ', ')));
  return query select o.member_id, m.username, o.purpose, o.sealed, o.made_at
    from code_outbox o join member m on m.id = o.member_id
    where o.member_id = any(shown) and o.made_at > clock_timestamp() - make_interval(secs => life_sec)
      and o.purpose in ('withdrawPassword', 'loginPassword')
    order by o.made_at desc, o.member_id;
end $$;
