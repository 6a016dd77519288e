-- An order and what it takes are one statement. The trigger that accepts orders also writes their positions and takes their
-- stakes and fees, from the orders themselves: an order without its stake cannot exist. http may not write them otherwise.

-- CD006 names the rule. The moment of acceptance was read in this transaction. The entry is the first whole second after it
-- or, where a newer tick was known, after that tick; it is never before a tick that is known by now, so that nobody can
-- enter at a moment that is over. All amounts follow from the terms in force, which the order names.
--
-- What orders share is looked up once for all of them. Every look-up in a table is by an index, one row at a time; the
-- settings below keep it so whatever the statistics say. A balance that changes between the look-up and the update, in a
-- transaction that does not hold the member's lock, gives a line number that is taken: the whole statement is refused.
create or replace function accept_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  with offer as materialized (
    select k.product, k.terms_version, k.duration_sec, coalesce(p.active and not p.forbidden, false) as open, h.at as head_at,
      h.status = 'OK' as head_ok, t.version = k.terms_version as current, t.fee_rate, d.payout_rate, d.stake_min, d.stake_max
    from (select distinct product, terms_version, duration_sec from placed) k
    left join lateral (select x.active, x.forbidden from product x where x.code = k.product offset 0) p on true
    left join lateral (select x.at, x.status from tick_head x where x.product = k.product offset 0) h on true
    left join lateral (select x.version, x.fee_rate, x.durations from terms x where x.product = k.product
      order by x.version desc limit 1) t on true
    left join lateral (select (x ->> 'payoutRate')::bigint as payout_rate, (x ->> 'minStake')::bigint as stake_min,
      (x ->> 'maxStake')::bigint as stake_max
      from jsonb_array_elements(t.durations) as x where (x ->> 'seconds')::int = k.duration_sec limit 1) d on true
  )
  select o.id, c.rule into refused
  from placed o
  left join offer f on f.product = o.product and f.terms_version = o.terms_version and f.duration_sec = o.duration_sec
  left join lateral (select x.frozen, x.trading_allowed from member x where x.id = o.member_id offset 0) m on true
  cross join lateral (select case
    when o.accepted_at < date_trunc('milliseconds', now()) or o.accepted_at > clock_timestamp()
      or o.accepted_at < clock_timestamp() - interval '2 seconds' then 'ACCEPTED_AT'
    when o.entry_at < date_trunc('second', o.accepted_at) + interval '1 second'
      or o.entry_at > date_trunc('second', greatest(o.accepted_at, f.head_at)) + interval '1 second'
      or o.entry_at < f.head_at then 'ENTRY_AT'
    when not coalesce(m.trading_allowed and not m.frozen, false) then 'MEMBER'
    when o.wallet = 'cash' and exists (select from site where mode = 'practice') then 'WALLET'
    when not f.open then 'PRODUCT'
    -- A tick that came since the decision may say that the price is lost; the order was decided on the one before.
    when not coalesce(f.head_ok and f.head_at >= o.accepted_at - interval '3 seconds', false)
      and not exists (select from tick x where x.product = o.product and x.status = 'OK'
        and x.at >= o.accepted_at - interval '3 seconds' and x.at <= o.accepted_at) then 'PRICE'
    when not coalesce(f.current and o.payout_rate = f.payout_rate and o.stake between f.stake_min and f.stake_max
      and o.fee = div(o.stake::numeric * f.fee_rate, 10000)
      and o.payout = o.stake + div(o.stake::numeric * f.payout_rate, 10000), false) then 'TERMS'
    end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'ORDER_REFUSED: %', refused.rule using errcode = 'CD006', detail = refused.id::text;
  end if;

  insert into position (member_id, wallet, product, order_id, closes_at)
  select member_id, wallet, product, id, closes_at from placed;

  insert into account (wallet, kind, currency)
  select distinct o.wallet, 'escrow', s.currency from placed o cross join site s
  where not exists (select from account x where x.member_id is null and x.wallet = o.wallet and x.kind = 'escrow' and x.currency = s.currency)
  on conflict do nothing;

  -- A member without an account has no money: the order fails because its stake names no account.
  with line as materialized (
    select o.id, o.member_id, o.wallet, s.currency, t.amount, t.type, a.id as account,
      a.seq + row_number() over w as seq, a.posted - sum(t.amount) over w as posted
    from placed o left join site s on true
    cross join lateral (values (1, o.stake, 'orderStake'), (2, o.fee, 'fee')) as t (side, amount, type)
    left join lateral (select x.id, x.posted, x.seq from account x
      where x.member_id = o.member_id and x.wallet = o.wallet and x.kind = 'funds' and x.currency = s.currency offset 0) a on true
    where t.amount > 0
    window w as (partition by o.member_id, o.wallet order by o.no, t.side)
  ), house as materialized (
    select x.id, x.wallet from (select distinct wallet, currency from line) k
    cross join lateral (select y.id, y.wallet from account y
      where y.member_id is null and y.wallet = k.wallet and y.kind = 'escrow' and y.currency = k.currency offset 0) x
  ), moved as (
    update account a set posted = l.posted, seq = l.seq
    from (select distinct on (account) account, posted, seq from line order by account, seq desc) l
    where a.id = l.account
  )
  insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, debit_seq,
    debit_balance_after)
  select l.account, h.id, l.amount, l.type, l.wallet, l.currency, 'order', l.id::text, l.member_id, l.seq, l.posted
  from line l left join house h on h.wallet = l.wallet;
  return null;
end $$;
