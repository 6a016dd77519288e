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
create unique index opening_reminder_waiting on opening_reminder (member_id, product) where told_at is null;
create index opening_reminder_due on opening_reminder (opens_at) where told_at is null;
create index opening_reminder_member on opening_reminder (member_id, created_at desc);

revoke execute on function name_alert_tick() from public;
grant select, delete on price_alert, opening_reminder to candor_http;
grant insert (member_id, product, side, target, after_seq, feed, expires_at) on price_alert to candor_http;
grant insert (member_id, product, opens_at) on opening_reminder to candor_http;
grant select, update (fired_seq), delete on price_alert to candor_worker;
grant select, insert, update (at) on price_alert_progress to candor_worker;
grant select, update (opens_at, told_at), delete on opening_reminder to candor_worker;
