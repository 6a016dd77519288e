-- An order is written only if the rules would accept it now, and its position is written with it. The sessions of a product
-- stand in its calendar, which is not read here: without a fresh price there is no order, and a closed product has none.

-- CD006 names the rule. The moment of acceptance was read in this transaction. The entry is the first whole second after it
-- or, where a newer tick was known, after that tick; it is never before a tick that is known by now, so that nobody can
-- enter at a moment that is over. All amounts follow from the terms in force.
--
-- What orders share is looked up once for all of them. Every look-up in a table is by an index.
create function accept_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
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
    when m.frozen or not m.trading_allowed then 'MEMBER'
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
  return null;
end $$;
create trigger accept_orders after insert on trade_order referencing new table as placed
  for each statement execute function accept_orders();
revoke execute on function accept_orders() from public;
revoke insert on position from candor_http;
