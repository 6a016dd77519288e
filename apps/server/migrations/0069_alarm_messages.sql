-- What the site tells of its alarms outside the console: by a signed webhook and by mail. A message stands here from before it is sent until it was
-- delivered or given up. None of one kind and subject goes out twice in five minutes by one channel, whoever asks for it: two workers, and one
-- that was started again.

-- What the workers can send by. A channel that no worker has spoken of for two minutes is none.
create table alarm_channel (
  name text primary key check (name in ('webhook', 'mail')),
  target text not null check (length(target) between 1 and 200),
  seen_at timestamptz not null default clock_timestamp()
);
comment on column alarm_channel.target is 'Where it leads, as people know it: a host, or addresses. No secret and no path.';

create table alarm_message (
  id uuid primary key default uuidv7(),
  channel text not null check (channel in ('webhook', 'mail')),
  event text not null check (event in ('opened', 'closed', 'test')),
  alarm_id bigint references alarm on delete cascade,
  test_id uuid,
  operator_id bigint references operator,
  made_at timestamptz not null default clock_timestamp(),
  next_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0 check (tries >= 0),
  ended_at timestamptz,
  delivered boolean,
  failure text check (length(failure) between 1 and 300),
  constraint alarm_message_ended_check check ((ended_at is null) = (delivered is null)),
  constraint alarm_message_subject_check check ((event = 'test') = (alarm_id is null) and (event = 'test') = (test_id is not null))
);
comment on column alarm_message.test_id is 'The test that an operator asked for: one message for each channel.';
comment on table alarm_message is 'One row a message. Nobody sends it before next_at, which whoever takes it moves on.';
create index alarm_message_waits on alarm_message (next_at) where ended_at is null;
create index alarm_message_alarm on alarm_message (alarm_id, channel, made_at desc);

create table alarm_told (
  kind text not null,
  subject text not null,
  channel text not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject, channel)
);
comment on table alarm_told is 'When a kind and subject was told of last. Rows of a day.';

-- Queues a message, unless one of the same kind and subject was queued within five minutes.
create function tell_alarm(of_alarm bigint, of_channel text, of_event text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into alarm_told as t (kind, subject, channel) select a.kind, a.subject, of_channel from alarm a where a.id = of_alarm
    on conflict (kind, subject, channel) do update set told_at = clock_timestamp()
      where t.told_at <= clock_timestamp() - interval '5 minutes';
  if not found then return false; end if;
  insert into alarm_message (channel, event, alarm_id) values (of_channel, of_event, of_alarm);
  return true;
end $$;

-- The console asks for tests alone, in the name of its operator, and for one at a time.
create function keep_test_message() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.event = 'test' and exists (select from alarm_message m where m.event = 'test' and m.channel = new.channel
    and m.made_at > clock_timestamp() - interval '10 seconds') then
    raise exception 'ALARM_REFUSED: SOON' using errcode = 'CD360';
  end if;
  if calling_role() = 'candor_console' and (new.event <> 'test' or new.operator_id is null) then
    raise exception 'ALARM_REFUSED: NO_TEST' using errcode = 'CD360';
  end if;
  return new;
end $$;
create trigger keep_test_message before insert on alarm_message for each row execute function keep_test_message();
create trigger name_who_acts after insert on alarm_message for each row execute function name_who_acts('operator_id');
create constraint trigger require_entry after insert on alarm_message deferrable initially deferred
  for each row execute function require_entry('alarmTest', 'test_id', 'operator_id');

create function end_old_alarm_messages() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from alarm_message where made_at < clock_timestamp() - interval '90 days';
  delete from alarm_told where told_at < clock_timestamp() - interval '1 day';
  delete from alarm_channel where seen_at < clock_timestamp() - interval '1 day';
$$;

revoke execute on function tell_alarm(bigint, text, text), keep_test_message(), end_old_alarm_messages() from public;
grant execute on function tell_alarm(bigint, text, text), end_old_alarm_messages() to candor_worker;
grant select, insert (name, target), update (target, seen_at) on alarm_channel to candor_worker;
grant select, update (next_at, tries, ended_at, delivered, failure) on alarm_message to candor_worker;
grant select on alarm_channel to candor_console;
grant select, insert (channel, event, test_id, operator_id) on alarm_message to candor_console;

-- The overview says which witnesses cosign.
grant select (key, cosigned_at, refusal) on log_witness to candor_console;
