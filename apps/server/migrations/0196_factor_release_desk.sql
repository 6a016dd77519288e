-- The release of a lost second factor, from the console. One operator proposes it with a reason, another approves it. Then the
-- member is told and has 24 hours: any use of the factor stops the release, and operators can stop it too. After that the worker
-- removes the factor and ends all sessions of the member. Before, the owner of the database did this by hand.

alter table factor_release
  add column status     text not null default 'proposed',
  add column created_at timestamptz not null default clock_timestamp(),
  add column decided_at timestamptz,
  add column note       text check (length(note) <= 300),
  add column ended_by   bigint references member (id),
  alter column checker drop not null,
  alter column asked_at drop not null,
  alter column asked_at drop default,
  drop constraint factor_release_check2;
comment on column factor_release.asked_at is 'When the member was told, and the 24 hours began.';
comment on column factor_release.ended_by is 'The operator who stopped it. Null where the member did, by using the factor.';
update factor_release r set created_at = asked_at, decided_at = asked_at,
  status = case when done_at is not null then 'released'
    when exists (select from factor_release n where n.member_id = r.member_id and n.id > r.id) then 'stopped' else 'waiting' end;
update factor_release set done_at = clock_timestamp() where status = 'stopped';
alter table factor_release
  add constraint factor_release_status_check
    check (status in ('proposed', 'waiting', 'rejected', 'withdrawn', 'stopped', 'released')),
  add constraint factor_release_checker_check check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker
    else checker is not null and checker <> maker end),
  add constraint factor_release_times_check check ((status = 'proposed') = (decided_at is null)
    and (status in ('waiting', 'stopped', 'released')) = (asked_at is not null)
    and (status in ('stopped', 'released')) = (done_at is not null)),
  add constraint factor_release_end_check check (ended_by is null or status = 'stopped');
create unique index factor_release_open on factor_release (member_id) where status in ('proposed', 'waiting');
create index factor_release_queue on factor_release (status, id desc);
create index factor_release_due on factor_release (asked_at) where status = 'waiting';

drop function ask_factor_release(text, text, text, text);
drop function carry_out_factor_release(text);
drop function tell_factor_release(bigint, text, bigint);

create function tell_factor_release(member bigint, event text) returns void
language sql set search_path = public, pg_temp as $$
  insert into security_event (member_id, kind, device) values (member, event, '');
  insert into outbox (member_id, message) values (member, '{"type":"account"}');
$$;

-- What operators have to know before they propose: nothing else of the factors is shown to them.
create function has_second_factor(member bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from member_totp t where t.member_id = member and t.secret_sealed is not null)
    or exists (select from passkey p where p.member_id = member)
$$;

-- The edges of a release. Times are the database's. The console cannot name the states that only the member and the clock bring.
create function decide_factor_release() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'RELEASE_REFUSED: STATE' using errcode = 'CD196';
    end if;
    if not exists (select from member m join role r on r.name = any(m.roles) where m.id = new.maker) then
      raise exception 'RELEASE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD196';
    end if;
    if not has_second_factor(new.member_id) then
      raise exception 'RELEASE_REFUSED: NO_FACTOR' using errcode = 'CD196';
    end if;
    return new;
  end if;
  if (old.status, new.status) not in (('proposed', 'waiting'), ('proposed', 'rejected'), ('proposed', 'withdrawn'),
      ('waiting', 'stopped'), ('waiting', 'released')) then
    raise exception 'RELEASE_REFUSED: STATE' using errcode = 'CD196';
  end if;
  if old.status = 'waiting' and new.checker is distinct from old.checker then
    raise exception 'RELEASE_REFUSED: FIXED' using errcode = 'CD196';
  end if;
  if calling_role() = 'candor_console' and (new.status = 'released' or new.status = 'stopped' and new.ended_by is null) then
    raise exception 'RELEASE_REFUSED: NOT_ALLOWED' using errcode = 'CD196';
  end if;
  if (old.status = 'proposed' or new.ended_by is not null)
    and not exists (select from member m join role r on r.name = any(m.roles) where m.id = coalesce(new.ended_by, new.checker)) then
    raise exception 'RELEASE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD196';
  end if;
  case new.status
    when 'waiting' then
      if not has_second_factor(new.member_id) then
        raise exception 'RELEASE_REFUSED: NO_FACTOR' using errcode = 'CD196';
      end if;
      new.decided_at := clock_timestamp();
      new.asked_at := new.decided_at;
      perform tell_factor_release(new.member_id, 'releaseAsked');
    when 'stopped' then
      new.done_at := clock_timestamp();
      perform tell_factor_release(new.member_id, 'releaseStopped');
    when 'released' then
      if old.asked_at > clock_timestamp() - interval '24 hours' then
        raise exception 'RELEASE_REFUSED: TOO_EARLY' using errcode = 'CD196';
      end if;
      new.done_at := clock_timestamp();
      perform tell_factor_release(new.member_id, 'released');
    else
      new.decided_at := clock_timestamp();
  end case;
  return new;
end $$;
create trigger decide_factor_release before insert or update on factor_release
  for each row execute function decide_factor_release();

-- Whoever can use the factor has not lost it.
create function object_to_release() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update factor_release r set status = 'stopped' where r.member_id = new.member_id and r.status = 'waiting';
  return null;
end $$;
create trigger object_to_release after insert on member_login
  for each row when (new.factor <> 'none') execute function object_to_release();
create trigger object_to_release after update of confirmed_at on session
  for each row when (new.confirmed_at is not null) execute function object_to_release();

-- Carries out what waited for 24 hours, and returns how many. The member is locked before the sessions and the release: all who
-- write them come in this order. On a live site no money leaves for a day, as after a new password.
create function carry_out_factor_releases() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due record;
  release factor_release;
  done integer := 0;
begin
  for due in select r.id, r.member_id from factor_release r
    where r.status = 'waiting' and r.asked_at <= clock_timestamp() - interval '24 hours' order by r.asked_at limit 20 loop
    perform from member m where m.id = due.member_id for no key update;
    perform from session s where s.member_id = due.member_id order by s.id for update;
    select * into release from factor_release r where r.id = due.id and r.status = 'waiting' for no key update;
    continue when not found;
    update member_totp set secret_sealed = null, fresh_sealed = null, used_step = null, added_at = null where member_id = due.member_id;
    delete from passkey where member_id = due.member_id;
    delete from member_recovery_code where member_id = due.member_id;
    delete from session where member_id = due.member_id;
    update member set withdrawals_paused_until = greatest(withdrawals_paused_until, clock_timestamp() + interval '24 hours')
      where id = due.member_id and exists (select from site where mode = 'live');
    update factor_release set status = 'released' where id = due.id;
    insert into audit (actor_id, command, subject_type, subject_id, detail) values (release.checker, 'account/factors/released',
      'member', due.member_id::text, jsonb_build_object('release', due.id::text));
    done := done + 1;
  end loop;
  return done;
end $$;

revoke execute on function tell_factor_release(bigint, text), has_second_factor(bigint), decide_factor_release(),
  object_to_release(), carry_out_factor_releases() from public;
grant execute on function carry_out_factor_releases() to candor_worker;
grant execute on function has_second_factor(bigint) to candor_console;
grant select, insert (member_id, maker, reason), update (status, checker, note, ended_by) on factor_release to candor_console;

alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in ('password', 'withdrawPassword', 'withdrawPasswordReset', 'newDevice',
    'loginLocked', 'factorLocked', 'withdrawLocked', 'totpOn', 'totpOff', 'passkeyAdded', 'passkeyRemoved', 'recoveryMade',
    'recoveryUsed', 'releaseAsked', 'releaseStopped', 'released'));

-- A reviewer, who looks at papers, proposes and checks. A cashier checks what an admin proposes, so that the accounts of a new
-- site are enough. Support proposes. All of them may stop one. Admins and auditors have their rights by their patterns.
update role set permissions = permissions || '{member:factor:*}' where name = 'reviewer';
update role set permissions = permissions || '{member:factor:read,member:factor:check,member:factor:stop}' where name = 'cashier';
update role set permissions = permissions || '{member:factor:read,member:factor:make,member:factor:stop}' where name = 'support';
