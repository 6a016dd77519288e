-- As before, but what belongs to the orders of a statement is looked up as a set. The ids of these orders follow each other
-- in time, so most of them stand on the same few pages of an index: `id = any (…)` reads these pages once, where a look-up
-- for each order goes down the whole index again. What was read is joined by hashing.
--
-- Every table is still read by an index alone, whatever the statistics say: the settings leave no other way, and each table
-- has the array of its keys beside the join.

-- Orders that are due, of one share of the members. The shares of a sweep run at the same time and meet no member twice.
drop function due_windows(integer);
create function due_windows(orders_max integer, share integer, shares integer) returns table (product text,
  entry_at timestamptz, closes_at timestamptz, order_ids uuid[], member_ids bigint[])
language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off as $$
  select o.product, o.entry_at, o.closes_at, array_agg(o.id), array_agg(o.member_id)
  from trade_order o
  where o.id = any (array(
    select p.order_id from position p
    cross join lateral (select from tick_head h where h.product = p.product and h.at >= p.closes_at offset 0) due
    left join lateral (select true as aside from settlement_alarm a where a.order_id = p.order_id offset 0) a on true
    where p.closes_at <= (select max(h.at) from tick_head h) and p.member_id % shares = share and a.aside is null
    order by p.closes_at, p.member_id limit orders_max))
  group by o.product, o.entry_at, o.closes_at
$$;
revoke execute on function due_windows(integer, integer, integer) from public;
grant execute on function due_windows(integer, integer, integer) to candor_worker;

create or replace function settle_orders(ids uuid[], products text[], entry_ats timestamptz[], closes_ats timestamptz[],
  winners text[], reasons text[], entry_seqs bigint[], entry_tick_ats timestamptz[], entry_prices bigint[], exit_seqs bigint[],
  exit_tick_ats timestamptz[], exit_prices bigint[]) returns bigint
language sql set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
  with done as (
    insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at,
      exit_price, profit, credited)
    select o.id, o.member_id, r.outcome, w.reason, w.entry_seq, w.entry_tick_at, w.entry_price, w.exit_seq, w.exit_tick_at,
      w.exit_price, r.profit, r.credited
    from trade_order o
    left join (select x.order_id from settlement x where x.order_id = any (ids)) s on s.order_id = o.id
    join unnest(products, entry_ats, closes_ats, winners, reasons, entry_seqs, entry_tick_ats, entry_prices, exit_seqs,
      exit_tick_ats, exit_prices) as w (product, entry_at, closes_at, winner, reason, entry_seq, entry_tick_at, entry_price,
      exit_seq, exit_tick_at, exit_price)
      on w.product = o.product and w.entry_at = o.entry_at and w.closes_at = o.closes_at
    cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, w.winner, w.reason) r
    where o.id = any (ids) and s.order_id is null
    returning order_id
  ), news as (
    insert into outbox (orders) select array_agg(order_id) from done having count(*) > 0
  )
  select count(*) from done
$$;

-- Raises CD007 for a settlement that is not the order's, or whose order never paid its stake.
create or replace function accept_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  ids uuid[] := array(select order_id from settled);
  refused record;
begin
  with ordered as materialized (
    select n.order_id, n.member_id as claimed_member, n.outcome, n.reason, n.entry_seq, n.entry_at as entry_tick_at, n.entry_price,
      n.exit_seq, n.exit_at as exit_tick_at, n.exit_price, n.profit, n.credited, o.*
    from settled n
    left join (select x.id, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids)) o on o.id = n.order_id
  ), judged as materialized (
    select w.product, w.entry_at, w.closes_at, v.winner, v.reason, v.entry_seq, v.entry_at as entry_tick_at, v.entry_price,
      v.exit_seq, v.exit_at as exit_tick_at, v.exit_price
    from (select distinct product, entry_at, closes_at from ordered) w
    cross join lateral verdict_of(w.product, w.entry_at, w.closes_at) v
  ), paid as materialized (
    select t.ref_id, count(*) as parts from transfer t
    where t.ref_type = 'order' and t.ref_id = any (ids::text[]) and t.type in ('orderStake', 'fee') group by t.ref_id
  )
  select o.order_id, c.rule into refused
  from ordered o
  left join judged j on j.product = o.product and j.entry_at = o.entry_at and j.closes_at = o.closes_at
  left join paid p on p.ref_id = o.id::text
  cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, j.winner, j.reason) r
  cross join lateral (select case
    when j.product is null then 'NOT_DUE'
    when o.reason is distinct from j.reason or o.entry_seq is distinct from j.entry_seq
      or o.entry_tick_at is distinct from j.entry_tick_at or o.entry_price is distinct from j.entry_price
      or o.exit_seq is distinct from j.exit_seq or o.exit_tick_at is distinct from j.exit_tick_at
      or o.exit_price is distinct from j.exit_price then 'TICKS'
    when o.outcome <> r.outcome or o.claimed_member <> o.member_id or o.profit <> r.profit or o.credited <> r.credited then 'AMOUNT'
    when p.parts is distinct from case when o.fee > 0 then 2 else 1 end then 'STAKE' end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'SETTLEMENT_REFUSED: %', refused.rule using errcode = 'CD007', detail = refused.order_id::text;
  end if;
  return null;
end $$;

-- Runs after accept_settlements, because triggers run in the order of their names: ends the positions and moves the money of
-- settlements that are right. One line per order changes a member's balance at most; the house keeps no running row.
create or replace function pay_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  ids uuid[] := array(select order_id from settled);
  members bigint[] := array(select distinct member_id from settled);
  credited_members bigint[] := array(select distinct member_id from settled where credited > 0);
  paid_in text;
begin
  select currency into strict paid_in from site;
  -- A wallet whose orders paid into escrow also needs the accounts that its orders are paid out of and into.
  insert into account (wallet, kind, currency)
  select w.wallet, k.kind, paid_in
  from (values ('practice'), ('cash')) w (wallet)
  cross join lateral (select from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'escrow'
    and x.currency = paid_in offset 0) e
  cross join (values ('house'), ('fees')) k (kind)
  left join lateral (select true as found from account x where x.member_id is null and x.wallet = w.wallet and x.kind = k.kind
    and x.currency = paid_in offset 0) a on true
  where a.found is null
  on conflict do nothing;

  -- Locked in the order of their ids, and read after that: no balance is written over one that another transaction wrote.
  perform from account a where a.member_id = any (credited_members) and a.kind = 'funds' order by a.id for no key update;

  with ended as materialized (
    select s.order_id, s.member_id, s.outcome, s.credited, o.wallet, o.product, o.stake, o.fee
    from settled s
    join (select x.id, x.wallet, x.product, x.stake, x.fee from trade_order x where x.id = any (ids)) o on o.id = s.order_id
  ), closed as (
    delete from position p using ended e
    where p.member_id = any (members) and p.member_id = e.member_id and p.wallet = e.wallet and p.product = e.product
      and p.order_id = e.order_id
  ), line as materialized (
    select e.order_id, e.member_id, e.outcome, e.credited, e.wallet, e.stake, e.fee, a.id as account,
      a.seq + row_number() over own as seq, (a.posted + sum(e.credited) over own)::bigint as posted,
      lead(e.order_id) over own is null as is_last
    from ended e
    left join (select x.id, x.member_id, x.wallet, x.seq, x.posted from account x
      where x.member_id = any (credited_members) and x.kind = 'funds' and x.currency = paid_in) a
      on a.member_id = e.member_id and a.wallet = e.wallet and e.credited > 0
    window own as (partition by a.id order by e.order_id)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq
    from line l
    where a.id = any (array(select m.account from line m where m.is_last and m.account is not null)) and a.id = l.account and l.is_last
  ), house as materialized (
    select w.wallet, e.id as escrow, h.id as house, f.id as fees
    from (values ('practice'), ('cash')) w (wallet)
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'escrow'
      and x.currency = paid_in offset 0) e on true
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'house'
      and x.currency = paid_in offset 0) h on true
    left join lateral (select x.id from account x where x.member_id is null and x.wallet = w.wallet and x.kind = 'fees'
      and x.currency = paid_in offset 0) f on true
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id,
    credit_seq, credit_balance_after)
  select t.debit, t.credit, t.amount, t.type, t.wallet, paid_in, 'order', t.order_id::text, t.member_id, t.seq, t.posted
  from (
    select h.escrow as debit, h.house as credit, l.stake as amount, 'orderClose' as type, l.wallet, l.order_id,
      null::bigint as member_id, null::bigint as seq, null::bigint as posted
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost')
    union all
    select h.escrow, h.fees, l.fee, 'fee', l.wallet, l.order_id, null, null, null
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost') and l.fee > 0
    union all
    select case l.outcome when 'won' then h.house else h.escrow end, l.account, l.credited,
      case l.outcome when 'won' then 'orderPayout' else 'orderRefund' end, l.wallet, l.order_id, l.member_id, l.seq, l.posted
    from line l join house h on h.wallet = l.wallet where l.outcome <> 'lost'
  ) t;
  return null;
end $$;
