-- Alerts: what a device is told, and the prices and openings that members want to hear of.

-- Devices that want notifications while the site is closed. A row belongs to one session and ends with it: a logout, a
-- session that is revoked, and a new password all end it. Devices also hear of messages to their member,
-- of announcements, of prices their member waited for, and of markets that open.
create table push_subscription (
  session_id uuid primary key references session (id) on delete cascade,
  endpoint   text not null unique check (length(endpoint) <= 1000 and endpoint ~ '^https?://'),
  host       text not null check (length(host) between 1 and 260),
  device_key bytea not null check (length(device_key) = 65),
  auth       bytea not null check (length(auth) = 16),
  kinds      text[] not null,
  amounts    boolean not null,
  language   text not null check (language in ('zh-Hans', 'zh-Hant', 'en')),
  at         timestamptz not null default clock_timestamp(),
  check (kinds <@ array['settlement', 'deposit', 'withdrawal', 'identity', 'security', 'support', 'notice', 'alert']
    and cardinality(kinds) between 1 and 8)
);
comment on column push_subscription.endpoint is 'The address at the push service of the browser. Whoever knows it can send nothing without our key.';
create index push_subscription_notice on push_subscription (session_id) where 'notice' = any (kinds);

-- The devices of sessions that live, with their members. The worker cannot read sessions themselves.
create view push_device as
  select p.session_id, s.member_id, p.endpoint, p.host, p.device_key, p.auth, p.kinds, p.amounts, p.language
  from push_subscription p join session s on s.id = p.session_id join member m on m.id = s.member_id
  where s.expires_at > clock_timestamp() and m.login_allowed;

-- What a device is to be told. A row stays for a day, so that the same news is never sent twice.
create table push_message (
  session_id uuid not null references push_subscription (session_id) on delete cascade,
  kind       text not null,
  ref        text not null check (length(ref) between 1 and 80),
  tries      integer not null default 0 check (tries between 0 and 4),
  next_at    timestamptz default clock_timestamp(),
  made_at    timestamptz not null default clock_timestamp(),
  primary key (session_id, kind, ref),
  check (kind in ('settlement', 'deposit', 'withdrawal', 'identity', 'security', 'support', 'notice', 'alert'))
);
comment on column push_message.next_at is 'When it is sent, or tried again. Null when it is done.';
create index push_message_made on push_message (made_at);
-- What concerns one member goes before what concerns all.
create index push_message_due on push_message ((kind = 'notice'), next_at) where next_at is not null;

-- What members want to hear of: a price that is reached, a market that opens. Nothing here has a part in an order.
create table price_alert (
  id          uuid primary key default gen_random_uuid(),
  member_id   bigint not null references member (id),
  product     text not null references product (code),
  side        text not null check (side in ('above', 'below')),
  target      bigint not null,
  after_seq   bigint not null check (after_seq >= 0),
  feed        text not null check (feed in ('live', 'replay', 'simulated')),
  created_at  timestamptz not null default clock_timestamp(),
  expires_at  timestamptz not null,
  fired_seq   bigint,
  fired_at    timestamptz,
  fired_price bigint,
  check (num_nulls(fired_seq, fired_at, fired_price) in (0, 3)),
  check (expires_at between created_at and created_at + interval '31 days')
);
comment on column price_alert.after_seq is 'The newest tick when the alert was set. Only later ticks of the same kind of feed count.';
comment on column price_alert.fired_seq is 'The tick that reached it; its moment and price are copied from the tick by name_alert_tick.';
create index price_alert_member on price_alert (member_id, created_at desc);
create index price_alert_target on price_alert (product, side, target) where fired_seq is null;
create index price_alert_oldest on price_alert (product, created_at) where fired_seq is null;

-- The worker names a tick, and nothing else: the tick itself must reach the alert, and an alert fires once.
create function name_alert_tick() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if old.fired_seq is not null then
    raise exception 'ALERT_REFUSED: FIRED' using errcode = 'CD190';
  end if;
  select t.at, t.price into new.fired_at, new.fired_price from tick t
  where t.product = old.product and t.seq = new.fired_seq and t.seq > old.after_seq and t.status = 'OK' and t.feed = old.feed
    and t.at < old.expires_at and t.at > old.created_at - interval '1 minute'
    and case old.side when 'above' then t.price >= old.target else t.price <= old.target end;
  if not found then
    raise exception 'ALERT_REFUSED: NOT REACHED' using errcode = 'CD190';
  end if;
  return new;
end $$;
create trigger name_alert_tick before update on price_alert for each row execute function name_alert_tick();

create table price_alert_progress (
  product text primary key references product (code),
  at      timestamptz not null
);
comment on table price_alert_progress is 'The newest tick of each product that the alerts were compared with.';

create table opening_reminder (
  id         uuid primary key default gen_random_uuid(),
  member_id  bigint not null references member (id),
  product    text not null references product (code),
  opens_at   timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  told_at    timestamptz
);
comment on table opening_reminder is 'One row a market that a member waits for to open.';
create unique index opening_reminder_waiting on opening_reminder (member_id, product) where told_at is null;
create index opening_reminder_due on opening_reminder (opens_at) where told_at is null;
create index opening_reminder_member on opening_reminder (member_id, created_at desc);

create function drop_alert(of_member bigint, dropped uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from price_alert where id = dropped and member_id = of_member returning 1)
  select exists (select from gone)
$$;

-- Of those that fired or expired, the newest stay.
create function drop_oldest_alerts(of_member bigint, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from price_alert where id in (
    select id from price_alert where member_id = of_member and (fired_seq is not null or expires_at <= clock_timestamp())
    order by created_at desc offset kept)
$$;

create function drop_reminder(of_member bigint, dropped uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from opening_reminder where id = dropped and member_id = of_member returning 1)
  select exists (select from gone)
$$;

create function drop_oldest_reminders(of_member bigint, kept integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from opening_reminder where id in (
    select id from opening_reminder where member_id = of_member and told_at is not null order by created_at desc offset kept)
$$;

-- Reminders of a market that will not open again.
create function drop_reminders(dropped uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from opening_reminder where id = any (dropped)
$$;

create function forget_alerts() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from price_alert where coalesce(fired_at, expires_at) < clock_timestamp() - interval '30 days';
  delete from opening_reminder where told_at < clock_timestamp() - interval '30 days'
$$;

create function drop_push_subscription(of_session uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from push_subscription where session_id = of_session
$$;

-- A browser in which another member logged in leaves the first one.
create function leave_other_push_subscriptions(its_endpoint text, kept uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from push_subscription where endpoint = its_endpoint and session_id <> kept
$$;

create function forget_push_messages() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from push_message where made_at < clock_timestamp() - interval '1 day'
$$;

-- What concerns one member, kept until they read it and after. Written by triggers alone, in the transaction of what it tells,
-- so that no message is lost and none tells what did not happen. Nobody changes one, and only the oldest of many go.
create table member_message (
  id        bigint generated always as identity primary key,
  member_id bigint not null references member (id),
  kind      text not null check (kind in ('deposit', 'withdrawal', 'identity', 'restriction', 'security', 'support', 'limit')),
  state     text not null check (state ~ '^[A-Za-z]{2,40}$'),
  subject   text not null check (length(subject) between 1 and 80),
  amount    bigint,
  reason    text check (reason ~ '^[A-Z_]{2,40}$'),
  at        timestamptz not null default clock_timestamp(),
  read_at   timestamptz
);
comment on table member_message is 'One row a message to a member about their money, identity, limits, security or support.';
comment on column member_message.subject is 'The row that it is about: of the table that belongs to its kind.';
comment on column member_message.reason is 'A code of packages/contract/src/reasons.ts.';
create index member_message_member on member_message (member_id, id desc);
create index member_message_unread on member_message (member_id, id) where read_at is null;

-- The member's pages are told to read again. The newest 500 stay: whoever guesses passwords must not fill a table.
create function tell_member(who bigint, about text, came_to text, which text, how_much bigint, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into member_message (member_id, kind, state, subject, amount, reason)
  values (who, about, came_to, which, how_much, why);
  delete from member_message m where m.member_id = who
    and m.id <= (select x.id from member_message x where x.member_id = who order by x.id desc offset 500 limit 1);
  insert into outbox (member_id, message) values (who, '{"type":"notice"}');
end $$;

create function tell_cashier_step() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state in ('approved', 'rejected') or new.state = 'cancelled' and new.reason = 'EXPIRED' then
    perform tell_member(d.member_id, 'deposit', new.state, d.id::text, coalesce(d.credited, d.amount), new.reason)
    from deposit d where d.id = new.subject;
  end if;
  -- A return that operators thought of and did not accept comes back to sent: that was told before.
  if new.state in ('approved', 'rejected', 'arrived', 'returned') or new.state = 'sent' and not exists (
      select from cashier_step s where s.subject = new.subject and s.state = 'sent' and s.n < new.n) then
    perform tell_member(w.member_id, 'withdrawal', new.state, w.id::text,
      case when new.state in ('sent', 'arrived') then w.amount - w.fee else w.amount end, new.reason)
    from withdrawal w where w.id = new.subject;
  end if;
  return null;
end $$;
create trigger tell_member after insert on cashier_step for each row execute function tell_cashier_step();

create function tell_verification() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_member(new.member_id, 'identity', new.status, new.id::text, null, new.reason);
  return null;
end $$;
create trigger tell_member after update on verification
  for each row when (new.status <> old.status) execute function tell_verification();

create function tell_restriction() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_member(new.member_id, 'restriction', new.kind || case when new.restricted then 'On' else 'Off' end, new.id::text,
    null, new.code);
  return null;
end $$;
create trigger tell_member after insert on member_restriction for each row execute function tell_restriction();

create function tell_security_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_member(new.member_id, 'security', new.kind, new.id::text, null, null);
  return null;
end $$;
create trigger tell_member after insert on security_event for each row execute function tell_security_event();

create function tell_own_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_member(new.member_id, 'limit', case when new.waiting then 'waiting' else 'set' end, new.kind || ':' || new.period,
    case when new.waiting then new.next_amount else new.amount end, null);
  return null;
end $$;
create trigger tell_member after insert or update on own_limit for each row execute function tell_own_limit();

create function tell_exclusion() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_member(new.member_id, 'limit', 'excluded', new.term, null, null);
  return null;
end $$;
create trigger tell_member after insert on self_exclusion for each row execute function tell_exclusion();

-- One message tells of all answers that the member has not seen.
create function tell_support_answer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person bigint := (select c.member_id from support_conversation c where c.id = new.conversation_id);
begin
  if person is not null and not exists (select from member_message m where m.member_id = person and m.read_at is null
      and m.kind = 'support') then
    perform tell_member(person, 'support', 'answered', new.conversation_id::text, null, null);
  end if;
  return null;
end $$;
create trigger tell_member after insert on support_message
  for each row when (new.author = 'operator') execute function tell_support_answer();

-- Whoever has seen the conversation has read its message too.
create function read_support_message() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member_message m set read_at = clock_timestamp()
  where m.member_id = new.member_id and m.read_at is null and m.kind = 'support';
  if found then
    insert into outbox (member_id, message) values (new.member_id, '{"type":"notice"}');
  end if;
  return null;
end $$;
create trigger read_message after update of person_read on support_conversation
  for each row when (new.member_id is not null and new.person_read > old.person_read) execute function read_support_message();

-- Up to this one, or all. A message that was read stays read, at its first time.
create function read_messages(of_member bigint, up_to bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  done integer;
begin
  update member_message m set read_at = clock_timestamp()
  where m.member_id = of_member and m.read_at is null and m.id <= up_to;
  get diagnostics done = row_count;
  if done > 0 then
    insert into outbox (member_id, message) values (of_member, '{"type":"notice"}');
  end if;
  return done;
end $$;
