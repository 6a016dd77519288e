-- As before, but column by column: rows that are packed into one value and taken apart again were a large part of the cost.
create or replace function accept_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  with ordered as materialized (
    select n.order_id, n.member_id as claimed_member, n.outcome, n.reason, n.entry_seq, n.entry_at as entry_tick_at, n.entry_price,
      n.exit_seq, n.exit_at as exit_tick_at, n.exit_price, n.profit, n.credited, o.*
    from settled n
    left join lateral (select x.id, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = n.order_id offset 0) o on true
  ), judged as materialized (
    select w.product, w.entry_at, w.closes_at, v.winner, v.reason, v.entry_seq, v.entry_at as entry_tick_at, v.entry_price,
      v.exit_seq, v.exit_at as exit_tick_at, v.exit_price
    from (select distinct product, entry_at, closes_at from ordered) w
    cross join lateral verdict_of(w.product, w.entry_at, w.closes_at) v
  )
  select o.order_id, c.rule into refused
  from ordered o
  left join judged j on j.product = o.product and j.entry_at = o.entry_at and j.closes_at = o.closes_at
  cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, j.winner, j.reason) r
  cross join lateral (select count(*) = case when o.fee > 0 then 2 else 1 end as stake from transfer t
    where t.ref_type = 'order' and t.ref_id = o.id::text and t.type in ('orderStake', 'fee') offset 0) paid
  cross join lateral (select case
    when j.product is null then 'NOT_DUE'
    when o.reason is distinct from j.reason or o.entry_seq is distinct from j.entry_seq
      or o.entry_tick_at is distinct from j.entry_tick_at or o.entry_price is distinct from j.entry_price
      or o.exit_seq is distinct from j.exit_seq or o.exit_tick_at is distinct from j.exit_tick_at
      or o.exit_price is distinct from j.exit_price then 'TICKS'
    when o.outcome <> r.outcome or o.claimed_member <> o.member_id or o.profit <> r.profit or o.credited <> r.credited then 'AMOUNT'
    when not paid.stake then 'STAKE' end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'SETTLEMENT_REFUSED: %', refused.rule using errcode = 'CD007', detail = refused.order_id::text;
  end if;
  return null;
end $$;
