-- Alarms: what is wrong with the site now, and what was. A row is an episode: from the moment the condition was seen first to the moment it was
-- gone, however often it was looked at in between. The worker opens and closes; an operator takes one, acknowledges it and writes a note, and can
-- do no more: nobody closes an alarm whose cause is still there.

create table alarm (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('feedSilent', 'ordersVoid', 'settlementStuck', 'checkFailed', 'moneyHalted', 'witnessRefused',
    'signingAway', 'resultImprobable', 'dayLate', 'backupOld', 'diskLow')),
  subject text not null default '' check (length(subject) <= 120),
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object' and length(detail::text) <= 2000),
  opened_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  times integer not null default 1 check (times > 0),
  closed_at timestamptz check (closed_at >= opened_at),
  owner_id bigint references operator,
  taken_at timestamptz,
  acknowledged_by bigint references operator,
  acknowledged_at timestamptz,
  note text check (length(note) between 1 and 500),
  constraint alarm_taken_check check ((owner_id is null) = (taken_at is null)),
  constraint alarm_acknowledged_check check ((acknowledged_by is null) = (acknowledged_at is null))
);
comment on table alarm is 'One row an episode of something that is wrong.';
comment on column alarm.subject is 'What it is about, such as the name of a check; empty for the whole site.';
comment on column alarm.times is 'How often the condition came: one that comes back within five minutes is the same episode.';
comment on column alarm.note is 'What operators write to each other. It stays inside.';
create unique index alarm_open on alarm (kind, subject) where closed_at is null;
create index alarm_closed on alarm (closed_at) where closed_at is not null;

-- Moments are the database's own, and what an operator did stays theirs.
create function keep_alarm() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.owner_id is distinct from old.owner_id then new.taken_at := clock_timestamp(); end if;
  if old.acknowledged_by is not null and new.acknowledged_by is distinct from old.acknowledged_by then
    raise exception 'ALARM_REFUSED: ACKNOWLEDGED' using errcode = 'CD360';
  end if;
  if new.acknowledged_by is distinct from old.acknowledged_by then new.acknowledged_at := clock_timestamp(); end if;
  return new;
end $$;
create trigger keep_alarm before update on alarm for each row execute function keep_alarm();
create trigger name_who_acts after update on alarm for each row execute function name_who_acts('owner_id', 'acknowledged_by');
create constraint trigger require_entry after update on alarm deferrable initially deferred
  for each row execute function require_entry('alarm', 'id', 'owner_id', 'acknowledged_by');

-- The condition is there. Says what that means: an episode that was opened, one that came back, or one that goes on.
create function open_alarm(of_kind text, of_subject text, of_detail jsonb) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_new boolean;
begin
  update alarm set seen_at = clock_timestamp(), detail = of_detail
    where kind = of_kind and subject = of_subject and closed_at is null;
  if found then return 'kept'; end if;
  update alarm set closed_at = null, seen_at = clock_timestamp(), detail = of_detail, times = times + 1
    where id = (select max(a.id) from alarm a where a.kind = of_kind and a.subject = of_subject)
      and closed_at > clock_timestamp() - interval '5 minutes';
  if found then return 'back'; end if;
  -- Another worker may have seen it at the same moment.
  insert into alarm (kind, subject, detail) values (of_kind, of_subject, of_detail)
    on conflict (kind, subject) where closed_at is null do update set seen_at = clock_timestamp()
    returning xmax = 0 into is_new;
  return case when is_new then 'opened' else 'kept' end;
end $$;

-- The condition is gone.
create function close_alarm(of_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update alarm set closed_at = clock_timestamp() where id = of_id and closed_at is null;
  return found;
end $$;

-- What nobody looks up any more: episodes that ended 400 days ago, and all but the newest 20,000.
create function end_old_alarms() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from alarm where closed_at < clock_timestamp() - interval '400 days'
    or closed_at is not null and id < (select a.id from alarm a where a.closed_at is not null order by a.id desc offset 19999 limit 1)
$$;

-- Each process says now and then that it is there, and what it knows of itself and of its machine: the console has no other way to know.
create table process_beat (
  role text not null check (role in ('http', 'feed', 'worker', 'console')),
  host text not null check (length(host) between 1 and 120),
  pid integer not null,
  version text not null check (length(version) <= 60),
  started_at timestamptz not null,
  seen_at timestamptz not null default clock_timestamp(),
  disk_free bigint check (disk_free >= 0),
  disk_total bigint check (disk_total >= disk_free),
  backup_at timestamptz,
  signing_away boolean not null,
  jobs jsonb not null default '[]' check (jsonb_typeof(jobs) = 'array' and length(jobs::text) <= 20000),
  primary key (role, host, pid)
);
comment on table process_beat is 'One row a process of the last hour.';
comment on column process_beat.backup_at is 'The newest backup that this machine knows; null for none, or none that it can know.';
comment on column process_beat.jobs is 'What it does again and again: name, when it was done last, how often it failed.';

-- A process speaks for its own role alone. What was silent for an hour is gone; of one role no more than fifty are kept.
create function beat(of_host text, of_pid integer, of_version text, of_started_at timestamptz, of_disk_free bigint, of_disk_total bigint,
  of_backup_at timestamptz, of_signing_away boolean, of_jobs jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text := replace(calling_role(), 'candor_', '');
begin
  insert into process_beat (role, host, pid, version, started_at, disk_free, disk_total, backup_at, signing_away, jobs)
    values (own, of_host, of_pid, of_version, of_started_at, of_disk_free, of_disk_total, of_backup_at, of_signing_away, of_jobs)
    on conflict (role, host, pid) do update set version = excluded.version, started_at = excluded.started_at,
      seen_at = clock_timestamp(), disk_free = excluded.disk_free, disk_total = excluded.disk_total, backup_at = excluded.backup_at,
      signing_away = excluded.signing_away, jobs = excluded.jobs;
  delete from process_beat b where b.role = own and (b.seen_at < clock_timestamp() - interval '1 hour'
    or b.seen_at < (select p.seen_at from process_beat p where p.role = own order by p.seen_at desc offset 49 limit 1));
end $$;

revoke execute on function keep_alarm(), open_alarm(text, text, jsonb), close_alarm(bigint), end_old_alarms(),
  beat(text, integer, text, timestamptz, bigint, bigint, timestamptz, boolean, jsonb) from public;
grant execute on function beat(text, integer, text, timestamptz, bigint, bigint, timestamptz, boolean, jsonb)
  to candor_http, candor_feed, candor_worker, candor_console;
grant execute on function open_alarm(text, text, jsonb), close_alarm(bigint), end_old_alarms() to candor_worker;
grant select (id, kind, subject, detail, opened_at, seen_at, times, closed_at) on alarm to candor_worker;
grant select, update (owner_id, acknowledged_by, note) on alarm to candor_console;
grant execute on function moment_id(timestamptz) to candor_worker;
grant select on process_beat to candor_worker, candor_console;

-- Whoever keeps the site or its money going is told, and may say that they see to it.
update role set permissions = permissions || '{site:alarm:read,site:alarm:take}' where name in ('cashier', 'compliance', 'risk', 'support');
