-- A product that comes may have terms of its own: durations, payouts, stakes, presets, fee, delay and limits. Until now it took those of another, and
-- whoever approved it saw no figure. And how a product is simulated stays for ever, as ticks stand on it: also from the owner.

alter table product_change drop constraint product_change_start_check,
  add constraint product_change_start_check check (length(start::text) <= 6000);

create or replace function product_draft_problem(d jsonb, s jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  problem text;
begin
  if keys_of(d) is distinct from '{active,calendar,names,sources}'::text[] or jsonb_typeof(d -> 'active') <> 'boolean'
    or keys_of(d -> 'names') is distinct from '{en,zh-Hans,zh-Hant}'::text[] or keys_of(d -> 'sources') is null
    or exists (select from jsonb_each(d -> 'names') x where jsonb_typeof(x.value) <> 'string')
    or exists (select from jsonb_each(d -> 'sources') x where jsonb_typeof(x.value) <> 'string') then
    return 'form';
  end if;
  if s is not null and (keys_of(s - 'terms') is distinct from '{category,decimals,like,simulated}'::text[] or jsonb_typeof(s -> 'category') <> 'string'
    or not s ->> 'category' = any ('{crypto,forex,metal,index,stock}'::text[]) or not is_whole(s -> 'decimals') or jsonb_typeof(s -> 'like') <> 'string'
    or (s -> 'simulated' <> 'null' and (keys_of(s -> 'simulated') is distinct from '{level,volatility}'::text[]
      or not is_whole(s #> '{simulated,level}') or not is_whole(s #> '{simulated,volatility}')))) then
    return 'form';
  end if;
  if exists (select from jsonb_each_text(d -> 'names') x where length(x.value) not between 1 and 40 or x.value ~ '^\s|\s$') then return 'names'; end if;
  if exists (select from jsonb_each_text(d -> 'sources') x where not case x.key when 'binance' then x.value ~ '^[A-Z0-9]{3,24}$'
    when 'okx' then x.value ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$' when 'coinbase' then x.value ~ '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$'
    when 'kraken' then x.value ~ '^[A-Z0-9]{1,16}/[A-Z0-9]{1,16}$' else false end) then
    return 'sources';
  end if;
  if d -> 'calendar' <> 'null' then
    problem := calendar_problem(d -> 'calendar');
    if problem = 'form' then return 'form'; end if;
    if problem is not null then return 'calendar.' || problem; end if;
  end if;
  if s is null then return null; end if;
  if s ? 'terms' then
    problem := terms_draft_problem(s -> 'terms');
    if problem = 'form' then return 'form'; end if;
    if problem is not null then return 'terms.' || problem; end if;
  end if;
  if (s ->> 'decimals')::bigint > 8 then return 'decimals'; end if;
  if s -> 'simulated' = 'null' then
    return case when d -> 'sources' = '{}' then 'sources' end;
  end if;
  if (s #>> '{simulated,level}')::bigint not between 1 and 1000000000000000
    or (s #>> '{simulated,volatility}')::bigint not between 1 and 50000 then
    return 'simulated';
  end if;
  return null;
end $function$;

create or replace function apply_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  now_held product%rowtype;
  holds timestamptz;
  next_calendar jsonb := nullif(new.draft -> 'calendar', 'null');
  chained jsonb;
  own jsonb := new.start -> 'terms';
begin
  if new.base = 0 then
    insert into product (code, names, category, decimals, calendar, sources, simulated, active, position)
    values (new.product, new.draft -> 'names', new.start ->> 'category', (new.start ->> 'decimals')::smallint, next_calendar, new.draft -> 'sources',
      nullif(new.start -> 'simulated', 'null'), (new.draft ->> 'active')::boolean, (select coalesce(max(position), 0) + 1 from product));
    -- Its own terms, and what they leave out of another product as that is now; the price rule is that of its own category and number of sources.
    insert into terms (product, version, durations, fee_rate, presets, accept_within_ms, fresh_ms, near_ppm, min_sources, entry_delay_sec,
      loss_second, loss_product, loss_day)
    select new.product, 1, coalesce(own -> 'durations', t.durations), coalesce((own ->> 'feeRate')::bigint, t.fee_rate), coalesce(own -> 'presets', t.presets),
      t.accept_within_ms, case new.start ->> 'category' when 'crypto' then 5000 else 60000 end, t.near_ppm,
      case when cardinality(keys_of(new.draft -> 'sources')) >= 3 then 2 else 1 end, coalesce((own ->> 'entryDelaySec')::integer, t.entry_delay_sec),
      coalesce((own #>> '{lossLimits,second}')::bigint, t.loss_second), coalesce((own #>> '{lossLimits,product}')::bigint, t.loss_product),
      coalesce((own #>> '{lossLimits,day}')::bigint, t.loss_day)
    from terms t where t.product = new.start ->> 'like' order by t.version desc limit 1;
  else
    select * into now_held from product p where p.code = new.product for no key update;
    -- Every order that runs has closed by then, and so has every one that could still be accepted under what was known before.
    select date_trunc('minute', greatest(clock_timestamp() + interval '70 minutes', max(o.closes_at),
      (select max(v.holds_from) from product_version v where v.product = new.product))) + interval '1 minute'
    into holds from position o where o.product = new.product;
    chained := now_held.calendar;
    if new.draft -> 'calendar' is distinct from new.before -> 'calendar' then
      -- An open end is written out, to have a beginning.
      chained := coalesce(next_calendar, (select jsonb_build_object('timeZone', 'UTC', 'weekly', jsonb_object_agg(d::text,
          '[{"start": "00:00", "end": "24:00"}]'::jsonb), 'holidays', '[]'::jsonb) from generate_series(0, 6) d))
        || jsonb_build_object('earlier', jsonb_build_object('until', to_char(holds at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
          'calendar', recent_calendar(coalesce(now_held.calendar, 'null'))));
    end if;
    insert into product_version (product, version, names, sources, calendar, active, holds_from)
    values (new.product, new.base + 1, new.draft -> 'names', new.draft -> 'sources', next_calendar, (new.draft ->> 'active')::boolean, holds);
    update product set version = new.base + 1, names = new.draft -> 'names', sources = new.draft -> 'sources', calendar = chained,
      active = (new.draft ->> 'active')::boolean where code = new.product;
  end if;
  -- A hint: whoever shows products reads them again (decision 084).
  perform pg_notify('candor_product', '[]');
  return null;
end $function$;

create or replace function keep_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.code, new.category, new.decimals, new.signed_scale, new.simulated)
    is distinct from (old.code, old.category, old.decimals, old.signed_scale, old.simulated) then
    raise exception 'PRODUCT_FIXED' using errcode = 'CD041', detail = old.code, table = 'product';
  end if;
  return new;
end $function$;
