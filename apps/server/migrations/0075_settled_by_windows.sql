-- Orders of one product that begin in the same second and end in the same second are decided by the same ticks: they share a
-- window. A window is judged once for all its orders, and what follows from its verdict is written as sets. A settlement pays
-- and ends its position by itself: none can be written without its transfers.

-- Due orders are found in this order: the oldest close first, and the orders of a member next to each other.
drop index position_due;
create index position_due on position (closes_at, member_id);

-- What the ticks say about a window; no row while it is not due. It needs only ticks which are still here: a day of ticks
-- leaves the database when no open order can need it. The rule is that of packages/domain/src/trading/settle-order.ts.
create function verdict_of(code text, begins timestamptz, ends timestamptz) returns table (winner text, reason text,
  entry_seq bigint, entry_at timestamptz, entry_price bigint, exit_seq bigint, exit_at timestamptz, exit_price bigint)
language sql stable as $$
  select case when v.reason is null and x.price > e.price then 'up' when v.reason is null and x.price < e.price then 'down' end,
    v.reason, e.seq, e.at, e.price, x.seq, x.at, x.price
  from (select from tick_head h where h.product = code and h.at >= ends offset 0) due
  -- The oldest OK tick of the entry's span of 3 seconds. Sorted apart, so that the span is read by its times.
  left join lateral (select w.seq, w.at, w.price from (
      select t.seq, t.at, t.price from tick t
      where t.product = code and t.status = 'OK' and t.at >= begins and t.at <= least(begins + interval '3 seconds', ends) offset 0
    ) w order by w.seq limit 1) e on true
  -- The newest tick of any status in the exit's span of 2 seconds.
  left join lateral (select w.seq, w.at, w.price, w.status from (
      select t.seq, t.at, t.price, t.status from tick t
      where t.product = code and t.at >= ends - interval '2 seconds' and t.at <= ends offset 0
    ) w order by w.seq desc limit 1) x on true
  cross join lateral (select case when e.seq is null then 'NO_ENTRY_TICK' when x.seq is null then 'NO_EXIT_TICK'
    when x.status <> 'OK' then 'EXIT_NOT_OK' when x.seq <= e.seq then 'EXIT_BEFORE_ENTRY' end as reason) v
$$;

-- What a verdict means for one order: the amounts of settle-order.ts. A payout is rounded down; its two parts keep the product
-- within a bigint, and their sum is exact.
create function settled_by(direction text, stake bigint, fee bigint, payout_rate bigint, winner text, reason text)
  returns table (outcome text, profit bigint, credited bigint)
language sql immutable as $$
  select r.outcome, case r.outcome when 'won' then r.won - stake - fee when 'lost' then -(stake + fee) else 0 end,
    case r.outcome when 'won' then r.won when 'lost' then 0 else stake + fee end
  from (select case when reason is not null then 'voided' when winner is null then 'tied' when winner = direction then 'won'
    else 'lost' end as outcome, stake + stake / 10000 * payout_rate + stake % 10000 * payout_rate / 10000 as won) r
$$;

-- Raises CD007 for a settlement that is not the order's, or whose order never paid its stake. Each window is judged once for
-- all settlements of the statement. Tables are only read by laterals, which are loops over an index whatever the statistics
-- say; what is not a table is joined by hashing, which is right for one window as for a thousand.
create or replace function accept_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  with ordered as materialized (
    select n as claim, o.*
    from settled n
    left join lateral (select x.id, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = n.order_id offset 0) o on true
  ), judged as materialized (
    select w.*, v.winner, v.reason, v as verdict
    from (select distinct product, entry_at, closes_at from ordered) w
    cross join lateral verdict_of(w.product, w.entry_at, w.closes_at) v
  )
  select (o.claim).order_id, c.rule into refused
  from ordered o
  left join judged j on j.product = o.product and j.entry_at = o.entry_at and j.closes_at = o.closes_at
  cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, j.winner, j.reason) r
  cross join lateral (select count(*) = case when o.fee > 0 then 2 else 1 end as stake from transfer t
    where t.ref_type = 'order' and t.ref_id = o.id::text and t.type in ('orderStake', 'fee') offset 0) paid
  cross join lateral (select case
    when j.product is null then 'NOT_DUE'
    when ((o.claim).reason, (o.claim).entry_seq, (o.claim).entry_at, (o.claim).entry_price, (o.claim).exit_seq, (o.claim).exit_at,
      (o.claim).exit_price) is distinct from ((j.verdict).reason, (j.verdict).entry_seq, (j.verdict).entry_at,
      (j.verdict).entry_price, (j.verdict).exit_seq, (j.verdict).exit_at, (j.verdict).exit_price) then 'TICKS'
    when ((o.claim).outcome, (o.claim).member_id, (o.claim).profit, (o.claim).credited)
      is distinct from (r.outcome, o.member_id, r.profit, r.credited) then 'AMOUNT'
    when not paid.stake then 'STAKE' end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'SETTLEMENT_REFUSED: %', refused.rule using errcode = 'CD007', detail = refused.order_id::text;
  end if;
  return null;
end $$;

-- Runs after accept_settlements, because triggers run in the order of their names: ends the positions and moves the money of
-- settlements that are right. One line per order changes a member's balance at most; the house keeps no running row.
create function pay_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
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
  perform from account a
  where a.member_id = any (array(select distinct s.member_id from settled s where s.credited > 0)) and a.kind = 'funds'
  order by a.id for no key update;

  with ended as materialized (
    select s.order_id, s.member_id, s.outcome, s.credited, o.wallet, o.stake, o.fee, p.ctid as position
    from settled s
    cross join lateral (select x.wallet, x.product, x.stake, x.fee from trade_order x where x.id = s.order_id offset 0) o
    left join lateral (select x.ctid from position x where x.member_id = s.member_id and x.wallet = o.wallet
      and x.product = o.product and x.order_id = s.order_id offset 0) p on true
  ), closed as (
    delete from position where ctid = any (array(select e.position from ended e))
  ), line as materialized (
    select e.*, a.id as account, a.seq + row_number() over own as seq,
      (a.posted + sum(e.credited) over own)::bigint as posted
    from ended e
    left join lateral (select x.id, x.seq, x.posted from account x where e.credited > 0 and x.member_id = e.member_id
      and x.wallet = e.wallet and x.kind = 'funds' and x.currency = paid_in offset 0) a on true
    window own as (partition by a.id order by e.order_id rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq
    from (select distinct on (account) account, posted, seq from line where account is not null order by account, seq desc) l
    where a.id = l.account
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
create trigger pay_settlements after insert on settlement referencing new table as settled
  for each statement execute function pay_settlements();

-- What the worker asks for, with the worker's own rights. These are functions for the settings alone, which keep every look-up
-- by an index: a plan that was made while a table was empty must not read it whole.

-- The oldest orders that are due, by window. Orders set aside are left out.
create function due_windows(orders_max integer) returns table (product text, entry_at timestamptz, closes_at timestamptz,
  order_ids uuid[], member_ids bigint[])
language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select o.product, o.entry_at, o.closes_at, array_agg(o.id), array_agg(o.member_id)
  from (
    select p.order_id from position p
    cross join lateral (select from tick_head h where h.product = p.product and h.at >= p.closes_at offset 0) due
    left join lateral (select true as aside from settlement_alarm a where a.order_id = p.order_id offset 0) a on true
    where p.closes_at <= (select max(h.at) from tick_head h) and a.aside is null
    order by p.closes_at, p.member_id limit orders_max
  ) p
  cross join lateral (select x.id, x.member_id, x.product, x.entry_at, x.closes_at from trade_order x
    where x.id = p.order_id offset 0) o
  group by o.product, o.entry_at, o.closes_at
$$;

-- Settles these orders by the verdicts on their windows, element i of every other array belongs to window i. An order that is
-- settled already is left out. Writes the news too, and answers how many orders were settled. Callers hold the locks of the
-- members.
create function settle_orders(ids uuid[], products text[], entry_ats timestamptz[], closes_ats timestamptz[], winners text[],
  reasons text[], entry_seqs bigint[], entry_tick_ats timestamptz[], entry_prices bigint[], exit_seqs bigint[],
  exit_tick_ats timestamptz[], exit_prices bigint[]) returns bigint
language sql set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off as $$
  with done as (
    insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at,
      exit_price, profit, credited)
    select o.id, o.member_id, r.outcome, w.reason, w.entry_seq, w.entry_tick_at, w.entry_price, w.exit_seq, w.exit_tick_at,
      w.exit_price, r.profit, r.credited
    from unnest(ids) as i (id)
    cross join lateral (select x.id, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = i.id offset 0) o
    left join lateral (select true as found from settlement x where x.order_id = i.id offset 0) s on true
    join unnest(products, entry_ats, closes_ats, winners, reasons, entry_seqs, entry_tick_ats, entry_prices, exit_seqs,
      exit_tick_ats, exit_prices) as w (product, entry_at, closes_at, winner, reason, entry_seq, entry_tick_at, entry_price,
      exit_seq, exit_tick_at, exit_price)
      on w.product = o.product and w.entry_at = o.entry_at and w.closes_at = o.closes_at
    cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, w.winner, w.reason) r
    where s.found is null
    returning order_id
  ), news as (
    insert into outbox (orders) select array_agg(order_id) from done having count(*) > 0
  )
  select count(*) from done
$$;

drop function settlement_of(trade_order);
revoke execute on function verdict_of(text, timestamptz, timestamptz), pay_settlements(), due_windows(integer),
  settled_by(text, bigint, bigint, bigint, text, text), settle_orders(uuid[], text[], timestamptz[], timestamptz[], text[],
  text[], bigint[], timestamptz[], bigint[], bigint[], timestamptz[], bigint[]) from public;
grant execute on function due_windows(integer), settled_by(text, bigint, bigint, bigint, text, text), settle_orders(uuid[],
  text[], timestamptz[], timestamptz[], text[], text[], bigint[], timestamptz[], bigint[], bigint[], timestamptz[], bigint[])
  to candor_worker;

-- The transfers of a settlement are its own consequence now. The worker writes none by itself.
revoke execute on function
  write_transfers(uuid[], bigint[], text[], text[], text[], text[], text[], bigint[], text[], bigint[], uuid[], text[], text[])
  from candor_worker;
