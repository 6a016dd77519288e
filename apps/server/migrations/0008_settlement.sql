-- Settlement: what the ticks say of an order, what follows from it, and the figures of all orders.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- Orders of one product that begin in the same second and end in the same second are decided by the same ticks: they share
-- a window. A window is judged once for all its orders, and what follows from its verdict is written as sets. A settlement
-- pays and ends its position by itself: none can be written without its transfers. (Who checks what is "not enforced":
-- refuse_key_change in 0001.)
--
-- What belongs to the orders of a statement is looked up as a set. The ids of these orders follow each other in time, so
-- most of them stand on the same few pages of an index: `id = any (…)` reads these pages once, where a look-up for each
-- order goes down the whole index again. What was read is joined by hashing. Every table is still read by an index alone,
-- whatever the statistics say: the settings of the functions leave no other way, and each table has the array of its keys
-- beside the join.
create table settlement (
  order_id    uuid primary key references trade_order (id) not enforced,
  member_id   bigint not null,
  outcome     text not null check (outcome in ('won', 'lost', 'tied', 'voided')),
  reason      text,
  entry_seq   bigint,
  entry_at    timestamptz,
  entry_price bigint,
  exit_seq    bigint,
  exit_at     timestamptz,
  exit_price  bigint,
  profit      bigint not null,
  credited    bigint not null check (credited >= 0),
  settled_at  timestamptz not null default clock_timestamp(),
  check ((outcome = 'voided') = (reason is not null)),
  check (outcome = 'voided' or (entry_seq is not null and exit_seq > entry_seq)),
  check (case outcome when 'won' then exit_price is distinct from entry_price when 'lost' then exit_price is distinct from entry_price
    when 'tied' then exit_price = entry_price else true end),
  check (reason in ('NO_ENTRY_TICK', 'NOT_LOGGED', 'NO_EXIT_TICK', 'EXIT_NOT_OK', 'EXIT_BEFORE_ENTRY', 'FEED_CHANGED'))
);
create index settlement_member on settlement (member_id, settled_at desc);
create trigger keep_key before update of order_id, member_id on settlement for each statement execute function refuse_key_change();
create trigger count_own_results after insert on settlement referencing new table as settled
  for each statement execute function count_own_results();

-- What became of all orders, for everybody to see. A business day that is over is counted once and never again.
create table fairness_day (
  day        date primary key,
  ends_at    timestamptz not null,
  counted_at timestamptz not null default clock_timestamp()
);
comment on table fairness_day is 'Business days whose every order is settled and counted in fairness_figure; without a gap since the first.';

create table fairness_figure (
  day          date not null references fairness_day (day),
  wallet       text not null check (wallet in ('practice', 'cash')),
  product      text not null,
  duration_sec integer not null,
  outcome      text not null,
  reason       text,
  orders       bigint not null check (orders > 0),
  unique nulls not distinct (day, wallet, product, duration_sec, outcome, reason)
);
comment on table fairness_figure is 'Insert-only: settled orders of a day by how they ended. Nothing reads it to settle.';

-- The rule of settlement a second time, in SQL: packages/domain/src/trading/settle-order.ts says the same, and a test
-- compares the two over 100,000 cases. A settlement that does not follow from the recorded ticks cannot be written: CD007
-- where it is not the order's, or where its order never paid its stake.
--
-- Each window is judged once for all settlements of the statement. It compares column by column: rows that are packed into
-- one value and taken apart again were a large part of the cost.
create function accept_settlements() returns trigger
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
    left join (select x.id, x.no, x.nonce, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids)) o on o.id = n.order_id
  ), judged as materialized (
    select w.product, w.entry_at, w.closes_at, v.winner, v.reason, v.entry_seq, v.entry_at as entry_tick_at, v.entry_price,
      v.exit_seq, v.exit_at as exit_tick_at, v.exit_price, v.entry_log_no
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
  cross join lateral (select void_reason(j.reason, j.entry_log_no, o.no, o.nonce) as reason) v
  cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, j.winner, v.reason) r
  cross join lateral (select case
    when j.product is null then 'NOT_DUE'
    when o.reason is distinct from v.reason or o.entry_seq is distinct from j.entry_seq
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
create trigger accept_settlements after insert on settlement referencing new table as settled
  for each statement execute function accept_settlements();

-- Orders whose settlement throws. Each is quarantined, so that it cannot stop the others, and is tried again after a wait
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

-- The only way to quarantine an order. The wait follows from the number of tries, so that nobody can put off a settlement.
-- The position is found by what its order names.
create function set_order_aside(id uuid, why text) returns integer
language sql security definer set search_path = public, pg_temp as $$
  insert into settlement_alarm as a (order_id, reason, tries, first_at, last_at, next_at)
  select p.order_id, coalesce(nullif(left(why, 500), ''), 'unknown'), 1, m.at, m.at, m.at + interval '1 second'
  from trade_order o
  join position p on p.member_id = o.member_id and p.wallet = o.wallet and p.product = o.product and p.order_id = o.id
  join tick_head h on h.product = p.product, (select clock_timestamp() as at offset 0) m
  where o.id = set_order_aside.id and p.closes_at <= h.at
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

-- What the ticks say about a window; no row while it is not due. It needs only ticks which are still here: a day of ticks
-- leaves the database when no open order can need it. The rule is that of packages/domain/src/trading/settle-order.ts. An
-- order whose entry and exit are prices of different kinds is void: a simulated price and a recorded one cannot be
-- compared, and a restart with another FEED would pay open orders by the jump between the two. The last column is the last
-- order number that the entry tick covers.
create function verdict_of(code text, begins timestamptz, ends timestamptz) returns table (winner text, reason text,
  entry_seq bigint, entry_at timestamptz, entry_price bigint, exit_seq bigint, exit_at timestamptz, exit_price bigint,
  entry_log_no bigint)
language sql stable as $$
  select case when v.reason is null and x.price > e.price then 'up' when v.reason is null and x.price < e.price then 'down' end,
    v.reason, e.seq, e.at, e.price, x.seq, x.at, x.price, e.log_no
  from (select from tick_head h where h.product = code and h.at >= ends offset 0) due
  -- The oldest OK tick of the entry's span of 3 seconds. Sorted apart, so that the span is read by its times.
  left join lateral (select w.seq, w.at, w.price, w.feed, w.log_no from (
      select t.seq, t.at, t.price, t.feed, t.log_no from tick t
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

-- Runs after accept_settlements, because triggers run in the order of their names: ends the positions and moves the money
-- of settlements that are right. One line per order changes a member's balance at most; the house keeps no running row. The
-- transfers are dated with the settlement, like those of take_stakes with the acceptance.
create function pay_settlements() returns trigger
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
    select s.order_id, s.member_id, s.outcome, s.credited, s.settled_at, o.wallet, o.product, o.stake, o.fee
    from settled s
    join (select x.id, x.wallet, x.product, x.stake, x.fee from trade_order x where x.id = any (ids)) o on o.id = s.order_id
  ), closed as (
    delete from position p using ended e
    where p.member_id = any (members) and p.member_id = e.member_id and p.wallet = e.wallet and p.product = e.product
      and p.order_id = e.order_id
  ), line as materialized (
    select e.order_id, e.member_id, e.outcome, e.credited, e.settled_at, e.wallet, e.stake, e.fee, a.id as account,
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
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, at, member_id,
    credit_seq, credit_balance_after)
  select t.debit, t.credit, t.amount, t.type, t.wallet, paid_in, 'order', t.order_id::text, t.settled_at, t.member_id, t.seq, t.posted
  from (
    select h.escrow as debit, h.house as credit, l.stake as amount, 'orderClose' as type, l.wallet, l.order_id, l.settled_at,
      null::bigint as member_id, null::bigint as seq, null::bigint as posted
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost')
    union all
    select h.escrow, h.fees, l.fee, 'fee', l.wallet, l.order_id, l.settled_at, null, null, null
    from line l join house h on h.wallet = l.wallet where l.outcome in ('won', 'lost') and l.fee > 0
    union all
    select case l.outcome when 'won' then h.house else h.escrow end, l.account, l.credited,
      case l.outcome when 'won' then 'orderPayout' else 'orderRefund' end, l.wallet, l.order_id, l.settled_at, l.member_id, l.seq, l.posted
    from line l join house h on h.wallet = l.wallet where l.outcome <> 'lost'
  ) t;
  return null;
end $$;
create trigger pay_settlements after insert on settlement referencing new table as settled
  for each statement execute function pay_settlements();

-- What the worker asks for, with the worker's own rights: the oldest orders that are due, by window, of one share of the
-- members. The shares of a sweep run at the same time and meet no member twice. Quarantined orders are left out. It is a
-- function for the settings alone, which keep every look-up by an index: a plan that was made while a table was empty must
-- not read it whole.
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

-- Settles these orders by the verdicts on their windows, element i of every other array belongs to window i. An order that
-- is settled already is left out. Writes the news too, and answers how many orders were settled. Callers hold the locks of
-- the members.
create function settle_orders(ids uuid[], products text[], entry_ats timestamptz[], closes_ats timestamptz[],
  winners text[], reasons text[], entry_seqs bigint[], entry_tick_ats timestamptz[], entry_prices bigint[], exit_seqs bigint[],
  exit_tick_ats timestamptz[], exit_prices bigint[]) returns bigint
language sql set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
  with judged as materialized (
    select w.*, (select t.log_no from tick t where t.product = w.product and t.seq = w.entry_seq and t.at = w.entry_tick_at) as entry_log_no
    from unnest(products, entry_ats, closes_ats, winners, reasons, entry_seqs, entry_tick_ats, entry_prices, exit_seqs,
      exit_tick_ats, exit_prices) as w (product, entry_at, closes_at, winner, reason, entry_seq, entry_tick_at, entry_price,
      exit_seq, exit_tick_at, exit_price)
  ), done as (
    insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at,
      exit_price, profit, credited)
    select o.id, o.member_id, r.outcome, void_reason(w.reason, w.entry_log_no, o.no, o.nonce), w.entry_seq, w.entry_tick_at,
      w.entry_price, w.exit_seq, w.exit_tick_at, w.exit_price, r.profit, r.credited
    from trade_order o
    left join (select x.order_id from settlement x where x.order_id = any (ids)) s on s.order_id = o.id
    join judged w on w.product = o.product and w.entry_at = o.entry_at and w.closes_at = o.closes_at
    cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, w.winner,
      void_reason(w.reason, w.entry_log_no, o.no, o.nonce)) r
    where o.id = any (ids) and s.order_id is null
    returning order_id
  ), news as (
    insert into outbox (orders) select array_agg(order_id) from done having count(*) > 0
  )
  select count(*) from done
$$;

-- Why an order is void: what its window says, or that its entry tick does not cover it. An order without a nonce is in no log.
create function void_reason(reason text, entry_log_no bigint, no bigint, nonce uuid) returns text
language sql immutable as $$
  select case when reason is distinct from 'NO_ENTRY_TICK' and entry_log_no is not null and (nonce is null or no > entry_log_no)
    then 'NOT_LOGGED' else reason end
$$;
