-- Alarms: what fell when they were attacked. A clock that is set back, floods of one kind, processes that speak of backups which are not
-- theirs; and an alarm of a backup that failed.

alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in ('feedSilent', 'ordersVoid', 'settlementStuck', 'checkFailed', 'moneyHalted',
  'witnessRefused', 'signingAway', 'resultImprobable', 'dayLate', 'backupOld', 'backupFailed', 'diskLow'));

-- An alarm that opened before the clock was set back is over as well.
create or replace function close_alarm(of_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update alarm set closed_at = greatest(clock_timestamp(), opened_at) where id = of_id and closed_at is null;
  return found;
end $$;

-- Episodes that ended 400 days ago, and all but the newest 2,000 of each kind: whoever can cause one kind pushes no other out.
create or replace function end_old_alarms() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from alarm where closed_at < clock_timestamp() - interval '400 days' or id in (
    select k.id from (select a.id, row_number() over (partition by a.kind order by a.id desc) as place from alarm a where a.closed_at is not null) k
    where k.place > 2000)
$$;

-- Queues a message, unless one of the same kind and subject was queued within five minutes, or ten of the same kind. A moment that lies further
-- ahead than that was written before the clock was set back.
create or replace function tell_alarm(of_alarm bigint, of_channel text, of_event text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a alarm%rowtype;
begin
  select * into a from alarm x where x.id = of_alarm;
  if (select count(*) from alarm_told t where t.kind = a.kind and t.channel = of_channel
    and t.told_at between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes') >= 10 then
    return false;
  end if;
  insert into alarm_told as t (kind, subject, channel) select a.kind, a.subject, of_channel where a.id is not null
    on conflict (kind, subject, channel) do update set told_at = clock_timestamp()
      where t.told_at not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes';
  if not found then return false; end if;
  insert into alarm_message (channel, event, alarm_id) values (of_channel, of_event, of_alarm);
  return true;
end $$;

create or replace function keep_test_message() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.event = 'test' and exists (select from alarm_message m where m.event = 'test' and m.channel = new.channel
    and m.made_at between clock_timestamp() - interval '10 seconds' and clock_timestamp() + interval '10 seconds') then
    raise exception 'ALARM_REFUSED: SOON' using errcode = 'CD360';
  end if;
  if calling_role() = 'candor_console' and (new.event <> 'test' or new.operator_id is null) then
    raise exception 'ALARM_REFUSED: NO_TEST' using errcode = 'CD360';
  end if;
  return new;
end $$;

alter table process_beat add backup_failed_at timestamptz;
comment on column process_beat.backup_failed_at is 'When the newest run of a backup failed on this machine; null where it did not.';

-- Of backups only a worker speaks: nobody else can look, and whoever took the login of another role hides nothing.
drop function beat(text, integer, text, timestamptz, bigint, bigint, timestamptz, boolean, jsonb);
create function beat(of_host text, of_pid integer, of_version text, of_started_at timestamptz, of_disk_free bigint, of_disk_total bigint,
  of_backup_at timestamptz, of_signing_away boolean, of_jobs jsonb, of_backup_failed_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text := replace(calling_role(), 'candor_', '');
  is_worker boolean := own = 'worker';
begin
  insert into process_beat (role, host, pid, version, started_at, disk_free, disk_total, backup_at, backup_failed_at, signing_away, jobs)
    values (own, of_host, of_pid, of_version, of_started_at, of_disk_free, of_disk_total, case when is_worker then of_backup_at end,
      case when is_worker then of_backup_failed_at end, of_signing_away, of_jobs)
    on conflict (role, host, pid) do update set version = excluded.version, started_at = excluded.started_at,
      seen_at = clock_timestamp(), disk_free = excluded.disk_free, disk_total = excluded.disk_total, backup_at = excluded.backup_at,
      backup_failed_at = excluded.backup_failed_at, signing_away = excluded.signing_away, jobs = excluded.jobs;
  delete from process_beat b where b.role = own and (b.seen_at < clock_timestamp() - interval '1 hour'
    or b.seen_at < (select p.seen_at from process_beat p where p.role = own order by p.seen_at desc offset 49 limit 1));
end $$;
revoke execute on function beat(text, integer, text, timestamptz, bigint, bigint, timestamptz, boolean, jsonb, timestamptz) from public;
grant execute on function beat(text, integer, text, timestamptz, bigint, bigint, timestamptz, boolean, jsonb, timestamptz)
  to candor_http, candor_feed, candor_worker, candor_console;
