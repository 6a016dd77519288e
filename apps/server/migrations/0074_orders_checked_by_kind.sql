-- As before, but what orders share is checked once for all of them: those of a batch have few kinds. Taking the stakes is a
-- trigger of its own, because each needs other settings for the planner.

-- CD006 names the rule. The moment of acceptance was read in this transaction. The entry is the first whole second after it
-- or, where a newer tick was known, after that tick; it is never before a tick that is known by now, so that nobody can
-- enter at a moment that is over. All amounts follow from the terms in force, which the order names. Amounts are computed in
-- two parts, so that no product of a stake and a rate is too large.
create or replace function accept_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  with kind as materialized (
    select distinct product, terms_version, duration_sec, wallet, accepted_at, entry_at, payout_rate, stake, fee, payout from placed
  ), offer as materialized (
    select k.product, k.terms_version, k.duration_sec, coalesce(p.active and not p.forbidden, false) as open, h.at as head_at,
      h.status = 'OK' as head_ok, t.version = k.terms_version as current, t.fee_rate, d.payout_rate, d.stake_min, d.stake_max
    from (select distinct product, terms_version, duration_sec from kind) k
    left join lateral (select x.active, x.forbidden from product x where x.code = k.product offset 0) p on true
    left join lateral (select x.at, x.status from tick_head x where x.product = k.product offset 0) h on true
    left join lateral (select x.version, x.fee_rate, x.durations from terms x where x.product = k.product
      order by x.version desc limit 1) t on true
    left join lateral (select (x ->> 'payoutRate')::bigint as payout_rate, (x ->> 'minStake')::bigint as stake_min,
      (x ->> 'maxStake')::bigint as stake_max
      from jsonb_array_elements(t.durations) as x where (x ->> 'seconds')::int = k.duration_sec limit 1) d on true
  )
  select c.rule, o.product into refused
  from kind o
  left join offer f on f.product = o.product and f.terms_version = o.terms_version and f.duration_sec = o.duration_sec
  cross join lateral (select case
    when o.accepted_at < date_trunc('milliseconds', now()) or o.accepted_at > clock_timestamp()
      or o.accepted_at < clock_timestamp() - interval '2 seconds' then 'ACCEPTED_AT'
    when o.entry_at < date_trunc('second', o.accepted_at) + interval '1 second'
      or o.entry_at > date_trunc('second', greatest(o.accepted_at, f.head_at)) + interval '1 second'
      or o.entry_at < f.head_at then 'ENTRY_AT'
    when o.wallet = 'cash' and exists (select from site where mode = 'practice') then 'WALLET'
    when not f.open then 'PRODUCT'
    -- A tick that came since the decision may say that the price is lost; the order was decided on the one before.
    when not coalesce(f.head_ok and f.head_at >= o.accepted_at - interval '3 seconds', false)
      and not exists (select from tick x where x.product = o.product and x.status = 'OK'
        and x.at >= o.accepted_at - interval '3 seconds' and x.at <= o.accepted_at) then 'PRICE'
    when not coalesce(f.current and o.payout_rate = f.payout_rate and o.stake between f.stake_min and f.stake_max
      and o.fee = o.stake / 10000 * f.fee_rate + o.stake % 10000 * f.fee_rate / 10000
      and o.payout = o.stake + o.stake / 10000 * f.payout_rate + o.stake % 10000 * f.payout_rate / 10000, false) then 'TERMS'
    end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'ORDER_REFUSED: %', refused.rule using errcode = 'CD006', detail = refused.product;
  end if;
  -- Every order has a member, who is there and may order.
  if exists (select from placed o
    left join lateral (select x.trading_allowed and not x.frozen as may from member x where x.id = o.member_id offset 0) m on true
    where m.may is not true) then
    raise exception 'ORDER_REFUSED: MEMBER' using errcode = 'CD006';
  end if;
  insert into position (member_id, wallet, product, order_id, closes_at)
  select member_id, wallet, product, id, closes_at from placed;
  return null;
end $$;

-- Runs after accept_orders, by its name. Every look-up in a table is by a whole key, one row at a time; the settings keep it
-- so whatever the statistics say. A balance that changes between the look-up and the update, in a transaction that does not
-- hold the member's lock, gives a line number that is taken: the whole statement is refused.
create function take_stakes() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  paid_in text := (select currency from site);
begin
  insert into account (wallet, kind, currency)
  select k.wallet, 'escrow', paid_in from (select distinct wallet from placed) k
  where not exists (select from account x where x.member_id is null and x.wallet = k.wallet and x.kind = 'escrow' and x.currency = paid_in)
  on conflict do nothing;

  -- A member without an account has no money: the order fails because its stake names no account.
  with house as materialized (
    select k.wallet, x.id from (select distinct wallet from placed) k
    left join lateral (select y.id from account y
      where y.member_id is null and y.wallet = k.wallet and y.kind = 'escrow' and y.currency = paid_in offset 0) x on true
  ), line as materialized (
    select o.id, o.member_id, o.wallet, o.amount, o.type, a.id as account,
      a.seq + row_number() over w as seq, a.posted - (sum(o.amount) over w)::bigint as posted,
      lead(a.id) over w is null as is_last
    from (
      select id, no, member_id, wallet, 1 as side, stake as amount, 'orderStake' as type from placed
      union all
      select id, no, member_id, wallet, 2, fee, 'fee' from placed where fee > 0
    ) o
    left join lateral (select x.id, x.posted, x.seq from account x
      where x.member_id = o.member_id and x.wallet = o.wallet and x.kind = 'funds' and x.currency = paid_in offset 0) a on true
    window w as (partition by a.id order by o.no, o.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, seq = l.seq from line l where l.is_last and a.id = l.account
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, debit_seq,
    debit_balance_after)
  select l.account, h.id, l.amount, l.type, l.wallet, paid_in, 'order', l.id::text, l.member_id, l.seq, l.posted
  from line l left join house h on h.wallet = l.wallet;
  return null;
end $$;
create trigger take_stakes after insert on trade_order referencing new table as placed
  for each statement execute function take_stakes();
revoke execute on function take_stakes() from public;
