-- The rule of settlement a second time, in SQL: packages/domain/src/trading/settle-order.ts says the same, and a test
-- compares the two over 100,000 cases. A settlement that does not follow from the recorded ticks cannot be written.

-- What becomes of an order; no row while it is not due. An order that is settled only needs ticks which are still here:
-- a day of ticks leaves the database when no open order can need it.
create function settlement_of(o trade_order) returns table (outcome text, reason text, entry_seq bigint, entry_at timestamptz,
  entry_price bigint, exit_seq bigint, exit_at timestamptz, exit_price bigint, profit bigint, credited bigint)
language sql stable as $$
  select r.outcome, v.reason, e.seq, e.at, e.price, x.seq, x.at, x.price,
    case r.outcome when 'won' then r.won - o.stake - o.fee when 'lost' then -(o.stake + o.fee) else 0 end,
    case r.outcome when 'won' then r.won when 'lost' then 0 else o.stake + o.fee end
  from (select from tick_head h where h.product = o.product and h.at >= o.closes_at offset 0) due
  -- The oldest OK tick of the entry's window of 3 seconds. Sorted apart, so that the window is read by its times.
  left join lateral (select w.seq, w.at, w.price from (
      select t.seq, t.at, t.price from tick t
      where t.product = o.product and t.status = 'OK' and t.at >= o.entry_at
        and t.at <= least(o.entry_at + interval '3 seconds', o.closes_at) offset 0
    ) w order by w.seq limit 1) e on true
  -- The newest tick of any status in the exit's window of 2 seconds.
  left join lateral (select w.seq, w.at, w.price, w.status from (
      select t.seq, t.at, t.price, t.status from tick t
      where t.product = o.product and t.at >= o.closes_at - interval '2 seconds' and t.at <= o.closes_at offset 0
    ) w order by w.seq desc limit 1) x on true
  cross join lateral (select case when e.seq is null then 'NO_ENTRY_TICK' when x.seq is null then 'NO_EXIT_TICK'
    when x.status <> 'OK' then 'EXIT_NOT_OK' when x.seq <= e.seq then 'EXIT_BEFORE_ENTRY' end as reason) v
  cross join lateral (select case when v.reason is not null then 'voided' when x.price = e.price then 'tied'
    when (x.price > e.price) = (o.direction = 'up') then 'won' else 'lost' end as outcome,
    (o.stake + div(o.stake::numeric * o.payout_rate, 10000))::bigint as won) r
$$;

-- Raises CD007 for a settlement that is not the order's, or whose order never paid its stake; ends the positions otherwise.
create function accept_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  select n.order_id, case when r.outcome is null then 'NOT_DUE'
    when (n.outcome, n.reason, n.entry_seq, n.entry_at, n.entry_price, n.exit_seq, n.exit_at, n.exit_price)
      is distinct from (r.outcome, r.reason, r.entry_seq, r.entry_at, r.entry_price, r.exit_seq, r.exit_at, r.exit_price) then 'TICKS'
    when (n.member_id, n.profit, n.credited) is distinct from ((o.row).member_id, r.profit, r.credited) then 'AMOUNT'
    when not paid.stake then 'STAKE' end as rule into refused
  from settled n
  left join lateral (select x as row from trade_order x where x.id = n.order_id offset 0) o on true
  left join lateral settlement_of(o.row) r on true
  cross join lateral (select count(*) = case when (o.row).fee > 0 then 2 else 1 end as stake from transfer t
    where t.ref_type = 'order' and t.ref_id = n.order_id::text and t.type in ('orderStake', 'fee') offset 0) paid
  where r.outcome is null or not paid.stake
    or (n.member_id, n.outcome, n.reason, n.entry_seq, n.entry_at, n.entry_price, n.exit_seq, n.exit_at, n.exit_price, n.profit,
      n.credited) is distinct from ((o.row).member_id, r.outcome, r.reason, r.entry_seq, r.entry_at, r.entry_price, r.exit_seq,
      r.exit_at, r.exit_price, r.profit, r.credited)
  limit 1;
  if found then
    raise exception 'SETTLEMENT_REFUSED: %', refused.rule using errcode = 'CD007', detail = refused.order_id::text;
  end if;
  delete from position where order_id in (select s.order_id from settled s);
  return null;
end $$;
create trigger accept_settlements after insert on settlement referencing new table as settled
  for each statement execute function accept_settlements();
revoke execute on function accept_settlements(), settlement_of(trade_order) from public;
revoke delete on position from candor_worker;
