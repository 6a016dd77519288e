-- Who sees an exchange before the others could choose an order on a price that was as good as known. Terms may let orders enter some seconds
-- after the first whole one: by then it is in the price. Terms from before say nothing of it, and so do those of simulated prices.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

alter table terms add column entry_delay_sec integer check (entry_delay_sec between 0 and 10);
alter table terms add constraint terms_entry_delay_check check (entry_delay_sec is null or accept_within_ms is not null);
comment on column terms.entry_delay_sec is 'How many seconds after the first whole one an order enters. Null in terms that say nothing of it: none.';

-- As in 0018; a document of the third version names the delay. Canonical JSON sorts it before feeRate.
create or replace function terms_document(entry terms) returns text
language sql stable set search_path = public, pg_temp as $$
  select '{' || coalesce('"acceptWithinMs":' || entry.accept_within_ms || ',', '') || '"currency":' || to_json(site.currency)::text || ',"currencyDecimals":' || site.currency_decimals
    || ',"decimals":' || p.decimals || ',"durations":[' || (
      select string_agg('{"maxStake":"' || price_text((offer ->> 'maxStake')::bigint, site.currency_decimals)
        || '","minStake":"' || price_text((offer ->> 'minStake')::bigint, site.currency_decimals)
        || '","payoutRate":"' || price_text((offer ->> 'payoutRate')::bigint, 4::smallint)
        || '","seconds":' || (offer ->> 'seconds')::int || '}', ',' order by (offer ->> 'seconds')::int)
      from jsonb_array_elements(entry.durations) as offer
    ) || ']' || coalesce(',"entryDelaySec":' || entry.entry_delay_sec, '') || ',"feeRate":"' || price_text(entry.fee_rate, 4::smallint) || '","format":"candor-terms-v'
    || case when entry.accept_within_ms is null then '1"' else case when entry.entry_delay_sec is null then '2' else '3' end || '","priceRule":{"freshMs":' || entry.fresh_ms || ',"minSources":'
      || entry.min_sources || ',"nearPpm":' || entry.near_ppm || '}' end
    || ',"product":"' || p.code || '","ruleVersion":1,"version":' || entry.version || '}'
  from site, product p
  where p.code = entry.product
$$;

-- As in 0023, and: a delay that is left out stays as it was.
create or replace function keep_price_rule() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  before terms;
begin
  perform from product where code = new.product for no key update;
  select * into before from terms where product = new.product order by version desc limit 1;
  new.accept_within_ms := coalesce(new.accept_within_ms, before.accept_within_ms, 3000);
  new.fresh_ms := coalesce(new.fresh_ms, before.fresh_ms, 5000);
  new.near_ppm := coalesce(new.near_ppm, before.near_ppm, 5000);
  new.min_sources := coalesce(new.min_sources, before.min_sources, 1);
  new.entry_delay_sec := coalesce(new.entry_delay_sec, before.entry_delay_sec);
  if before.fresh_ms is not null
    and (new.fresh_ms, new.near_ppm, new.min_sources) is distinct from (before.fresh_ms, before.near_ppm, before.min_sources) then
    raise exception 'PRICE_RULE_FIXED' using errcode = 'CD041', detail = new.product, table = 'terms';
  end if;
  return new;
end $$;

-- As in 0018, and: the entry is so many seconds later as the terms say.
create or replace function accept_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_mergejoin = off as $$
declare
  refused record;
begin
  with kind as materialized (
    select distinct product, terms_version, duration_sec, wallet, accepted_at, entry_at, payout_rate, stake, fee, payout from placed
  ), longest as materialized (
    select product, terms_version, max(request_deadline - requested_at) as wait from placed group by product, terms_version
  ), offer as materialized (
    select k.product, k.terms_version, k.duration_sec, coalesce(p.active and not p.forbidden, false) as open, h.at as head_at,
      h.status = 'OK' as head_ok, t.version = k.terms_version as current, t.fee_rate,
      make_interval(secs => coalesce(t.entry_delay_sec, 0)) as entry_delay,
      coalesce((select l.wait from longest l where l.product = k.product and l.terms_version = k.terms_version)
        <= make_interval(secs => t.accept_within_ms / 1000.0), t.accept_within_ms is null) as in_time, d.payout_rate, d.stake_min, d.stake_max
    from (select distinct product, terms_version, duration_sec from kind) k
    left join lateral (select x.active, x.forbidden from product x where x.code = k.product offset 0) p on true
    left join lateral (select x.at, x.status from tick_head x where x.product = k.product offset 0) h on true
    left join lateral (select x.version, x.fee_rate, x.durations, x.accept_within_ms, x.entry_delay_sec from terms x where x.product = k.product
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
    when o.entry_at - coalesce(f.entry_delay, '0') < date_trunc('second', o.accepted_at) + interval '1 second'
      or o.entry_at - coalesce(f.entry_delay, '0') > date_trunc('second', greatest(o.accepted_at, f.head_at)) + interval '1 second'
      or o.entry_at - coalesce(f.entry_delay, '0') < f.head_at then 'ENTRY_AT'
    when o.wallet = 'cash' and exists (select from site where mode = 'practice') then 'WALLET'
    when not f.open then 'PRODUCT'
    -- A tick that came since the decision may say that the price is lost; the order was decided on the one before.
    when not coalesce(f.head_ok and f.head_at >= o.accepted_at - interval '3 seconds', false)
      and not exists (select from tick x where x.product = o.product and x.status = 'OK'
        and x.at >= o.accepted_at - interval '3 seconds' and x.at <= o.accepted_at) then 'PRICE'
    when not f.in_time then 'DEADLINE'
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
