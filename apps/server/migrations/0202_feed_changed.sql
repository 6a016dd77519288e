-- An order whose entry and exit are prices of different kinds is void: a simulated price and a recorded one cannot be compared.
-- A restart with another FEED under open orders paid them by the jump between the two. The rule is that of
-- packages/domain/src/trading/settle-order.ts.

alter table settlement drop constraint settlement_reason_check;
alter table settlement add constraint settlement_reason_check
  check (reason in ('NO_ENTRY_TICK', 'NO_EXIT_TICK', 'EXIT_NOT_OK', 'EXIT_BEFORE_ENTRY', 'FEED_CHANGED'));

create or replace function verdict_of(code text, begins timestamptz, ends timestamptz) returns table (winner text, reason text,
  entry_seq bigint, entry_at timestamptz, entry_price bigint, exit_seq bigint, exit_at timestamptz, exit_price bigint)
language sql stable as $$
  select case when v.reason is null and x.price > e.price then 'up' when v.reason is null and x.price < e.price then 'down' end,
    v.reason, e.seq, e.at, e.price, x.seq, x.at, x.price
  from (select from tick_head h where h.product = code and h.at >= ends offset 0) due
  -- The oldest OK tick of the entry's span of 3 seconds. Sorted apart, so that the span is read by its times.
  left join lateral (select w.seq, w.at, w.price, w.feed from (
      select t.seq, t.at, t.price, t.feed from tick t
      where t.product = code and t.status = 'OK' and t.at >= begins and t.at <= least(begins + interval '3 seconds', ends) offset 0
    ) w order by w.seq limit 1) e on true
  -- The newest tick of any status in the exit's span of 2 seconds.
  left join lateral (select w.seq, w.at, w.price, w.status, w.feed from (
      select t.seq, t.at, t.price, t.status, t.feed from tick t
      where t.product = code and t.at >= ends - interval '2 seconds' and t.at <= ends offset 0
    ) w order by w.seq desc limit 1) x on true
  cross join lateral (select case when e.seq is null then 'NO_ENTRY_TICK' when x.seq is null then 'NO_EXIT_TICK'
    when x.status <> 'OK' then 'EXIT_NOT_OK' when x.seq <= e.seq then 'EXIT_BEFORE_ENTRY'
    when x.feed <> e.feed then 'FEED_CHANGED' end as reason) v
$$;
