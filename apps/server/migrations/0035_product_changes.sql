-- Products are added, edited, retired and brought back by two operators. What a product was added with and ticks and receipts stand on (code,
-- category, decimals, scale, how it is simulated) stays for ever. Where its prices come from and when it trades holds from a moment by
-- which every order that runs has closed: no change decides an outcome.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

alter table product add column version integer not null default 1 check (version > 0);
comment on column product.calendar is 'Trading sessions in a named time zone with holidays; null is always open. With `earlier`: what held until a moment.';

create table product_version (
  product      text not null references product (code),
  version      integer not null check (version > 0),
  names        jsonb not null,
  sources      jsonb not null,
  calendar     jsonb,
  active       boolean not null,
  -- From when its sources and its calendar hold. Names, and whether it is offered, hold at once.
  holds_from   timestamptz not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (product, version)
);
comment on table product_version is 'Insert-only: what a product was, version by version. Members read it.';
create trigger keep_key before update of product, version on product_version for each statement execute function refuse_key_change();
create trigger keep_parent after delete on product_version referencing old table as gone for each statement execute function refuse_orphans();
insert into product_version (product, version, names, sources, calendar, active, holds_from)
  select code, 1, names, sources, calendar, active, to_timestamp(0) from product;

create table product_change (
  id         uuid primary key default uuidv7(),
  product    text not null check (product ~ '^[A-Z0-9]{3,16}$'),
  -- The version that the maker saw, and its state, written by the database. 0: there is none yet.
  base       integer not null check (base >= 0),
  before     jsonb,
  draft      jsonb not null check (length(draft::text) <= 24000),
  -- Of a product that is added, what it keeps for ever.
  start      jsonb check (length(start::text) <= 400),
  reason     text not null check (length(reason) <= 300 and reason ~ '\S'),
  status     text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected', 'withdrawn')),
  maker      bigint not null references operator (id),
  checker    bigint references operator (id),
  note       text check (length(note) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check (case status when 'proposed' then checker is null when 'withdrawn' then checker = maker else checker <> maker end),
  check ((status = 'proposed') = (decided_at is null)),
  constraint product_change_start_given_check check ((base = 0) = (start is not null))
);
comment on table product_change is 'Proposals to add a product, and to change, retire or bring back one.';
create unique index product_change_open on product_change (product) where status = 'proposed';
create trigger name_who_acts after insert or update on product_change for each row execute function name_who_acts('maker', 'checker');
create constraint trigger require_entry after insert or update on product_change deferrable initially deferred
  for each row execute function require_entry('productChange', 'id', 'maker', 'checker');

create function keys_of(value jsonb) returns text[]
language sql immutable set search_path = public, pg_temp as $$
  select case when jsonb_typeof(value) = 'object' then coalesce((select array_agg(k order by k collate "C") from jsonb_object_keys(value) k), '{}') end
$$;

-- Different dates that exist, as texts.
create function are_dates(dates text[]) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select cardinality(dates) <= 400 and (select count(distinct d) = count(*) and coalesce(bool_and(d ~ '^2[01]\d\d-\d\d-\d\d$'
    and pg_input_is_valid(d, 'date')), true) from unnest(dates) d)
$$;

create function texts_of(value jsonb) returns text[]
language sql immutable set search_path = public, pg_temp as $$
  select case when jsonb_typeof(value) = 'array' and not exists (select from jsonb_array_elements(value) x where jsonb_typeof(x) <> 'string')
    then coalesce((select array_agg(x #>> '{}' order by n) from jsonb_array_elements(value) with ordinality e (x, n)), '{}') end
$$;

-- The field of a calendar that is wrong; null if none is. What is let through here is read by the feed for every product.
create function calendar_problem(c jsonb) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  day text;
  segments jsonb;
  segment jsonb;
  before text;
  count integer := 0;
begin
  if keys_of(c) is null or not keys_of(c) <@ '{earlyCloses,follows,holidays,listedUntil,timeZone,tradesOn,weekly}'
    or not keys_of(c) @> '{holidays,timeZone,weekly}' or jsonb_typeof(c -> 'timeZone') <> 'string' or keys_of(c -> 'weekly') is null
    or texts_of(c -> 'holidays') is null or (c ? 'tradesOn' and texts_of(c -> 'tradesOn') is null)
    or (c ? 'earlyCloses' and keys_of(c -> 'earlyCloses') is null) or (c ? 'follows' and jsonb_typeof(c -> 'follows') <> 'string')
    or (c ? 'listedUntil' and jsonb_typeof(c -> 'listedUntil') <> 'string') then
    return 'form';
  end if;
  if not c ->> 'timeZone' = any ('{UTC,America/New_York,America/Chicago,America/Toronto,America/Sao_Paulo,Europe/London,Europe/Berlin,Europe/Paris,Europe/Zurich,Europe/Madrid,Europe/Istanbul,Africa/Johannesburg,Asia/Dubai,Asia/Kolkata,Asia/Singapore,Asia/Shanghai,Asia/Hong_Kong,Asia/Taipei,Asia/Seoul,Asia/Tokyo,Australia/Sydney,Pacific/Auckland}'::text[]) then
    return 'timeZone';
  end if;
  for day, segments in select * from jsonb_each(c -> 'weekly') loop
    if day !~ '^[0-6]$' or jsonb_typeof(segments) <> 'array' then return 'form'; end if;
    if jsonb_array_length(segments) > 6 then return 'weekly'; end if;
    before := '00:00';
    for segment in select x from jsonb_array_elements(segments) x loop
      if keys_of(segment) is distinct from '{end,start}'::text[] or jsonb_typeof(segment -> 'start') <> 'string'
        or jsonb_typeof(segment -> 'end') <> 'string' or segment ->> 'start' !~ '^([01]\d|2[0-3]):[0-5]\d$'
        or segment ->> 'end' !~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$' then
        return 'form';
      end if;
      if (segment ->> 'start') collate "C" < before collate "C" or (segment ->> 'end') collate "C" <= (segment ->> 'start') collate "C" then
        return 'weekly';
      end if;
      before := segment ->> 'end';
      count := count + 1;
    end loop;
  end loop;
  if count = 0 then return 'weekly'; end if;
  if not coalesce(c ->> 'follows', 'forex') = any ('{forex,us-metals,us-index-futures,us-stocks,frankfurt}'::text[]) then return 'follows'; end if;
  if not are_dates(texts_of(c -> 'holidays')) then return 'holidays'; end if;
  if exists (select from jsonb_each(coalesce(c -> 'earlyCloses', '{}')) x where jsonb_typeof(x.value) <> 'string'
    or x.value #>> '{}' !~ '^([01]\d|2[0-3]):[0-5]\d$') then return 'form'; end if;
  if not are_dates(keys_of(coalesce(c -> 'earlyCloses', '{}'))) then return 'earlyCloses'; end if;
  if not are_dates(texts_of(coalesce(c -> 'tradesOn', '[]'))) then return 'tradesOn'; end if;
  if c ? 'listedUntil' and not are_dates(array[c ->> 'listedUntil']) then return 'listedUntil'; end if;
  return null;
end $$;

-- The field of a draft that is wrong; null if none is. As productProblem of packages/domain/src/market/product-draft.ts.
create function product_draft_problem(d jsonb, s jsonb) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  problem text;
begin
  if keys_of(d) is distinct from '{active,calendar,names,sources}'::text[] or jsonb_typeof(d -> 'active') <> 'boolean'
    or keys_of(d -> 'names') is distinct from '{en,zh-Hans,zh-Hant}'::text[] or keys_of(d -> 'sources') is null
    or exists (select from jsonb_each(d -> 'names') x where jsonb_typeof(x.value) <> 'string')
    or exists (select from jsonb_each(d -> 'sources') x where jsonb_typeof(x.value) <> 'string') then
    return 'form';
  end if;
  if s is not null and (keys_of(s) is distinct from '{category,decimals,like,simulated}'::text[] or jsonb_typeof(s -> 'category') <> 'string'
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
  if (s ->> 'decimals')::bigint > 8 then return 'decimals'; end if;
  if s -> 'simulated' = 'null' then
    return case when d -> 'sources' = '{}' then 'sources' end;
  end if;
  if (s #>> '{simulated,level}')::bigint not between 1 and 1000000000000000
    or (s #>> '{simulated,volatility}')::bigint not between 1 and 50000 then
    return 'simulated';
  end if;
  return null;
end $$;

-- The state of a product that a draft changes.
create function product_state(code text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('names', v.names, 'sources', v.sources, 'calendar', coalesce(v.calendar, 'null'), 'active', v.active)
  from product_version v where v.product = product_state.code order by v.version desc limit 1
$$;

create function decide_product_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  problem text;
  agreeing integer;
begin
  -- An approval lets the orders on their way pass, and those behind it see the product as it is then: the lock of sealing (0009).
  if tg_op = 'UPDATE' and new.status = 'approved' then
    perform pg_advisory_xact_lock(727005);
    -- Who reads an older state than it commits to would not see the orders that the lock waited for.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'CHANGE_REFUSED: SNAPSHOT' using errcode = 'CD043';
    end if;
  end if;
  perform wait_turn('product/' || new.product);
  if not exists (select from operator m join role r on r.name = any(m.roles)
      where m.id = case tg_op when 'INSERT' then new.maker else new.checker end) then
    raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR' using errcode = 'CD043';
  end if;
  if tg_op = 'INSERT' or new.status = 'approved' then
    if coalesce((select p.version from product p where p.code = new.product), 0) <> new.base then
      raise exception 'CHANGE_REFUSED: OLD' using errcode = 'CD043';
    end if;
    if new.base = 0 and not exists (select from terms t where t.product = new.start ->> 'like') then
      raise exception 'CHANGE_REFUSED: LIKE' using errcode = 'CD043';
    end if;
    -- As many sources as must agree by the terms, and no product that had exchanges is left without.
    select greatest(coalesce((select t.min_sources from terms t where t.product = p.code order by t.version desc limit 1), 1),
      case when p.sources = '{}' then 0 else 1 end) into agreeing from product p where p.code = new.product;
    if new.base > 0 and new.draft -> 'sources' is distinct from product_state(new.product) -> 'sources'
      and cardinality(keys_of(new.draft -> 'sources')) < agreeing then
      raise exception 'CHANGE_REFUSED: SOURCES' using errcode = 'CD043';
    end if;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
    end if;
    problem := product_draft_problem(new.draft, new.start);
    if problem is not null then
      raise exception 'CHANGE_REFUSED: BOUNDS' using errcode = 'CD043', detail = problem;
    end if;
    new.before := product_state(new.product);
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed' then
    raise exception 'CHANGE_REFUSED: STATE' using errcode = 'CD043';
  end if;
  if (new.id, new.product, new.base, new.before, new.draft, new.start, new.reason, new.maker, new.created_at)
    is distinct from (old.id, old.product, old.base, old.before, old.draft, old.start, old.reason, old.maker, old.created_at) then
    raise exception 'CHANGE_REFUSED: FIXED' using errcode = 'CD043';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;
create trigger decide_product_change before insert or update on product_change for each row execute function decide_product_change();

-- A calendar with what held before it, as long as anybody asks for those days (sessionsView).
create function recent_calendar(c jsonb) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select case when not coalesce(c ? 'earlier', false) then c
    when (c #>> '{earlier,until}')::timestamptz < clock_timestamp() - interval '16 days' then c - 'earlier'
    else jsonb_set(c, '{earlier,calendar}', recent_calendar(c #> '{earlier,calendar}')) end
$$;

create function apply_product_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  now_held product%rowtype;
  holds timestamptz;
  next_calendar jsonb := nullif(new.draft -> 'calendar', 'null');
  chained jsonb;
begin
  if new.base = 0 then
    insert into product (code, names, category, decimals, calendar, sources, simulated, active, position)
    values (new.product, new.draft -> 'names', new.start ->> 'category', (new.start ->> 'decimals')::smallint, next_calendar, new.draft -> 'sources',
      nullif(new.start -> 'simulated', 'null'), (new.draft ->> 'active')::boolean, (select coalesce(max(position), 0) + 1 from product));
    -- The terms of another product as they are now; the price rule is that of its own category and number of sources.
    insert into terms (product, version, durations, fee_rate, presets, accept_within_ms, fresh_ms, near_ppm, min_sources, entry_delay_sec,
      loss_second, loss_product, loss_day)
    select new.product, 1, t.durations, t.fee_rate, t.presets, t.accept_within_ms, case new.start ->> 'category' when 'crypto' then 5000 else 60000 end,
      t.near_ppm, case when cardinality(keys_of(new.draft -> 'sources')) >= 3 then 2 else 1 end, t.entry_delay_sec, t.loss_second, t.loss_product, t.loss_day
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
end $$;
create trigger apply_product_change after update on product_change for each row
  when (old.status = 'proposed' and new.status = 'approved') execute function apply_product_change();

create function begin_product_history() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_version (product, version, names, sources, calendar, active, holds_from)
  values (new.code, new.version, new.names, new.sources, new.calendar, new.active, to_timestamp(0));
  return null;
end $$;
create trigger begin_product_history after insert on product for each row execute function begin_product_history();

-- What ticks and receipts stand on.
create function keep_product() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.code, new.category, new.decimals, new.signed_scale) is distinct from (old.code, old.category, old.decimals, old.signed_scale) then
    raise exception 'PRODUCT_FIXED' using errcode = 'CD041', detail = old.code, table = 'product';
  end if;
  return new;
end $$;
create trigger keep_product before update on product for each row execute function keep_product();

revoke execute on function keys_of(jsonb), are_dates(text[]), texts_of(jsonb), calendar_problem(jsonb), product_draft_problem(jsonb, jsonb),
  product_state(text), decide_product_change(), recent_calendar(jsonb), apply_product_change(), begin_product_history(), keep_product() from public;

grant select, insert (id, product, base, draft, start, reason, maker), update (status, checker, note) on product_change to candor_console;
grant select on product_version to candor_http, candor_console, candor_feed;

-- A cashier checks what others propose.
update role set permissions = permissions || '{market:product:check}' where name = 'cashier';
