-- A device signs until when its order may be accepted. Whoever holds an order back, to see the price first, has no order then. What no
-- device signed is no order.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

-- Terms say how long an order may wait, and how the price of a second follows from what its sources report. Those of before keep
-- their text, which has neither.
alter table terms add column accept_within_ms integer check (accept_within_ms between 1 and 3000);
alter table terms add column fresh_ms integer check (fresh_ms between 1 and 3600000);
alter table terms add column near_ppm integer check (near_ppm between 1 and 1000000);
alter table terms add column min_sources integer check (min_sources between 1 and 100);
alter table terms add constraint terms_rules_check check (num_nulls(accept_within_ms, fresh_ms, near_ppm, min_sources) in (0, 4));
alter table terms alter column accept_within_ms set default 3000;
alter table terms alter column fresh_ms set default 5000;
alter table terms alter column near_ppm set default 5000;
alter table terms alter column min_sources set default 1;
comment on column terms.accept_within_ms is 'How long after its signature an order may be accepted. Null in terms from before there were deadlines.';
comment on column terms.fresh_ms is 'A report of a source that is older is stale.';
comment on column terms.near_ppm is 'A price that is farther from the median, in millionths of it, is an outlier.';
comment on column terms.min_sources is 'How many sources of a live product must be fresh and agree.';

-- Canonical JSON sorts the keys: acceptWithinMs comes first, priceRule before product.
create or replace function terms_document(entry terms) returns text
language sql stable set search_path = public, pg_temp as $$
  select '{' || coalesce('"acceptWithinMs":' || entry.accept_within_ms || ',', '') || '"currency":' || to_json(site.currency)::text || ',"currencyDecimals":' || site.currency_decimals
    || ',"decimals":' || p.decimals || ',"durations":[' || (
      select string_agg('{"maxStake":"' || price_text((offer ->> 'maxStake')::bigint, site.currency_decimals)
        || '","minStake":"' || price_text((offer ->> 'minStake')::bigint, site.currency_decimals)
        || '","payoutRate":"' || price_text((offer ->> 'payoutRate')::bigint, 4::smallint)
        || '","seconds":' || (offer ->> 'seconds')::int || '}', ',' order by (offer ->> 'seconds')::int)
      from jsonb_array_elements(entry.durations) as offer
    ) || '],"feeRate":"' || price_text(entry.fee_rate, 4::smallint) || '","format":"candor-terms-v'
    || case when entry.accept_within_ms is null then '1"' else '2","priceRule":{"freshMs":' || entry.fresh_ms || ',"minSources":'
      || entry.min_sources || ',"nearPpm":' || entry.near_ppm || '}' end
    || ',"product":"' || p.code || '","ruleVersion":1,"version":' || entry.version || '}'
  from site, product p
  where p.code = entry.product
$$;

-- Every product that has terms gets a version that says so. All else in it stays as it is.
insert into terms (product, version, durations, fee_rate, presets, fresh_ms, min_sources)
select t.product, t.version + 1, t.durations, t.fee_rate, t.presets, case p.category when 'crypto' then 5000 else 60000 end,
  case when t.product in ('BTCUSDT', 'ETHUSDT', 'SOLUSDT') then 2 else 1 end
from terms t join product p on p.code = t.product
where jsonb_array_length(t.durations) > 0 and not exists (select from terms newer where newer.product = t.product and newer.version > t.version);

alter table trade_order add column request_deadline timestamptz;
comment on column trade_order.request_deadline is 'The deadline that the device signed: the order was accepted by then. Null in orders from before.';
alter table trade_order alter column document_version set default 3;
alter table trade_order drop constraint trade_order_document_version_check;
alter table trade_order add constraint trade_order_document_version_check check (document_version in (1, 2, 3));
-- From the third version on every order is signed, with a deadline. The second check says nothing of orders from before.
alter table trade_order add constraint trade_order_request_deadline_check check (case when document_version = 3
  then num_nulls(request_key, request_signature, requested_at, request_deadline, request_terms_hash, key) = 0
  else request_deadline is null end);
alter table trade_order add constraint trade_order_deadline_check check (accepted_at <= request_deadline
  and request_deadline > requested_at and request_deadline = date_trunc('milliseconds', request_deadline));

grant insert (request_deadline) on trade_order to candor_http;

-- As in 0007, and: no deadline is further from its signature than the terms allow.
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
      coalesce((select l.wait from longest l where l.product = k.product and l.terms_version = k.terms_version)
        <= make_interval(secs => t.accept_within_ms / 1000.0), t.accept_within_ms is null) as in_time, d.payout_rate, d.stake_min, d.stake_max
    from (select distinct product, terms_version, duration_sec from kind) k
    left join lateral (select x.active, x.forbidden from product x where x.code = k.product offset 0) p on true
    left join lateral (select x.at, x.status from tick_head x where x.product = k.product offset 0) h on true
    left join lateral (select x.version, x.fee_rate, x.durations, x.accept_within_ms from terms x where x.product = k.product
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

-- As in 0007; a document of the third version names the deadline, in the request and in the order.
create or replace function order_document(entry trade_order, terms_hash bytea, paid_in text, places smallint) returns text
language sql stable as $$
  select '{' || case when entry.document_version < 3 then '' else '"acceptBy":"'
      || to_char(entry.request_deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",' end || '"acceptedAt":"' || to_char(entry.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","closesAt":"' || to_char(entry.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","currency":' || to_json(paid_in) || ',"direction":"' || entry.direction || '","durationSec":' || entry.duration_sec
    || ',"entryAt":"' || to_char(entry.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","fee":"' || price_text(entry.fee, places) || '","format":"candor-order-v' || entry.document_version
    || '","id":"' || entry.id || '","no":"' || entry.no
    || '","payout":"' || price_text(entry.payout, places) || '","payoutRate":"' || price_text(entry.payout_rate, 4::smallint)
    || '","product":' || to_json(entry.product)
    || case when entry.document_version = 1 then '' else ',"requestHash":' || coalesce('"' || encode(sha256(convert_to(
      case when entry.document_version = 2 then E'candor-order-request-v1\n' else E'candor-order-request-v2\n' end || entry.key || E'\n' || entry.product || E'\n' || entry.direction || E'\n' || entry.duration_sec
      || E'\n' || price_text(entry.stake, places) || E'\n' || entry.wallet || E'\n' || encode(entry.request_terms_hash, 'hex')
      || E'\n' || to_char(entry.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || case when entry.document_version = 2 then '' else E'\n' || to_char(entry.request_deadline at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
      || E'\n' || encode(entry.request_key, 'hex') || E'\n' || encode(entry.request_signature, 'hex') || E'\n', 'UTF8')), 'hex')
      || '"', 'null') end
    || ',"stake":"' || price_text(entry.stake, places)
    || '","submittedAt":"' || to_char(entry.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","termsHash":"' || encode(terms_hash, 'hex') || '","termsVersion":' || entry.terms_version
    || ',"wallet":"' || entry.wallet || '"}'
$$;
