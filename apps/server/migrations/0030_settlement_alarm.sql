-- Orders whose settlement throws. Each is set aside, so that it cannot stop the others, and is tried again after a wait
-- that grows to a minute and no further. A row here is an alarm for the operator; it changes nothing about the order.

create table settlement_alarm (
  order_id uuid primary key references trade_order (id),
  reason   text not null check (length(reason) between 1 and 500),
  tries    integer not null check (tries > 0),
  first_at timestamptz not null,
  last_at  timestamptz not null check (last_at >= first_at),
  next_at  timestamptz not null check (next_at <= last_at + interval '1 minute')
);
comment on table settlement_alarm is 'Orders that could not be settled. The settlement stays due, and is tried again at next_at.';

-- The only way to set an order aside. The wait follows from the number of tries, so that nobody can put off a settlement.
create function set_order_aside(id uuid, why text) returns integer
language sql security definer set search_path = public, pg_temp as $$
  insert into settlement_alarm as a (order_id, reason, tries, first_at, last_at, next_at)
  select p.order_id, coalesce(nullif(left(why, 500), ''), 'unknown'), 1, m.at, m.at, m.at + interval '1 second'
  from position p join tick_head h on h.product = p.product, (select clock_timestamp() as at offset 0) m
  where p.order_id = id and p.closes_at <= h.at
  on conflict (order_id) do update set reason = excluded.reason, tries = a.tries + 1, last_at = excluded.last_at,
    next_at = excluded.last_at + least(interval '1 minute', interval '1 second' * power(2, least(a.tries, 6)))
  returning tries
$$;

-- Removes the alarms of orders that are settled by now. Answers how many are left.
create function clear_settled_alarms() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from settlement_alarm a using settlement s where s.order_id = a.order_id;
  return (select count(*)::integer from settlement_alarm);
end $$;

grant select on settlement_alarm to candor_worker;
revoke execute on function set_order_aside(uuid, text), clear_settled_alarms() from public;
grant execute on function set_order_aside(uuid, text), clear_settled_alarms() to candor_worker;
