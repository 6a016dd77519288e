-- Orders and settlements by month. A table that only grows makes every look-up, vacuum and backup dearer with its age; a month that is
-- closed is read seldom and changes never. Ids of orders are UUIDs of version 7, which begin with their moment: a month is a range of
-- ids, so primary keys and references stay what they were, and whoever looks for an order by its id looks in one month. A settlement
-- stands in the month of its order, whenever it was settled. Which promise is kept by what, across months: decision 165.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

-- The smallest id of a moment: no id of an earlier one is as large.
create function moment_id(moment timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The smallest id of a month (UTC).
create function month_id(month date) returns uuid
language sql immutable strict parallel safe as $$
  select moment_id(date_trunc('month', month::timestamp) at time zone 'UTC')
$$;

grant execute on function moment_id(timestamptz), month_id(date) to candor_http;

-- These take the row of an order or a settlement, and are made again for the new tables.
drop function order_document(trade_order, bytea, text, smallint);
drop function public_order(trade_order, bytea);
drop function settlement_document(settlement, smallint, smallint);
drop function public_settlement(settlement, smallint);

-- The tables as they are become the first month, which begins with the first order there ever was: nothing is copied. Its name is
-- that of its last month.
do $$
declare
  -- A clock that is ahead may have given the newest order an id of the month that comes.
  newest uuid := (select o.id from trade_order o order by o.id desc limit 1);
  month date := date_trunc('month', greatest(clock_timestamp(), uuid_extract_timestamp(newest)) at time zone 'UTC')::date;
  name text;
  part text;
  one record;
begin
  if newest >= moment_id(clock_timestamp() + interval '45 days') then
    raise exception 'ORDERS_WITHOUT_TIME: an order has an id that is no UUID of version 7, or of a moment to come: %', newest;
  end if;
  perform set_config('candor.first_month', month::text, true);
  alter sequence trade_order_no_seq rename to trade_order_no_before;
  foreach name in array array['trade_order', 'settlement'] loop
    part := name || '_' || to_char(month, 'YYYYMM');
    execute format('alter table %I rename to %I', name, part);
    for one in select c.relname as old from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = part::regclass loop
      execute format('alter index %I rename to %I', one.old, replace(one.old, name, part));
    end loop;
    -- What refers to it, or it to others, is made again with the whole table.
    for one in select conrelid::regclass as of_table, conname from pg_constraint
      where contype = 'f' and part::regclass in (conrelid, confrelid) loop
      execute format('alter table %s drop constraint %I', one.of_table, one.conname);
    end loop;
    execute format('revoke all on %I from candor_http, candor_feed, candor_worker, candor_console', part);
    -- Nobody but the owner's own functions reads a month by itself: rights of columns are rights too.
    for one in select a.attname, e.grantee::regrole as role from pg_attribute a cross join lateral aclexplode(a.attacl) e
      where a.attrelid = part::regclass loop
      execute format('revoke all (%I) on %I from %s', one.attname, part, one.role);
    end loop;
  end loop;
end $$;

do $$
declare
  part text := to_char(current_setting('candor.first_month')::date, 'YYYYMM');
  drawn record;
begin
  execute format('create table trade_order (like trade_order_%s including defaults including constraints including comments including identity)
    partition by range (id)', part);
  execute format('create table settlement (like settlement_%s including defaults including constraints including comments) partition by range (order_id)', part);
  select last_value, is_called into drawn from trade_order_no_before;
  perform setval(pg_get_serial_sequence('trade_order', 'no'), drawn.last_value, drawn.is_called);
  execute format('alter table trade_order_%s alter column no drop identity', part);
end $$;
comment on table trade_order is 'Insert-only: nothing about an accepted order can change. By month of acceptance.';

alter table trade_order add primary key (id),
  add foreign key (member_id) references member (id) not enforced,
  add foreign key (product, terms_version) references terms (product, version) not enforced;
alter table settlement add primary key (order_id), add foreign key (order_id) references trade_order (id) not enforced;
create index trade_order_closes on trade_order (closes_at);
create index trade_order_member on trade_order (member_id, no desc);
create index settlement_member on settlement (member_id, settled_at desc);

do $$
declare
  month date := current_setting('candor.first_month')::date;
begin
  execute format('alter table trade_order attach partition trade_order_%s for values from (minvalue) to (%L)',
    to_char(month, 'YYYYMM'), month_id((month + interval '1 month')::date));
  execute format('alter table settlement attach partition settlement_%s for values from (minvalue) to (%L)',
    to_char(month, 'YYYYMM'), month_id((month + interval '1 month')::date));
end $$;

alter table position add foreign key (order_id) references trade_order (id) not enforced;
alter table settlement_alarm add foreign key (order_id) references trade_order (id);
alter table support_message add foreign key (order_id) references trade_order (id);

create trigger accept_orders after insert on trade_order referencing new table as placed
  for each statement execute function accept_orders();
create trigger book_orders after insert on trade_order referencing new table as placed
  for each statement execute function book_orders();
create trigger hold_order_log before insert on trade_order for each statement execute function hold_order_log();
create trigger keep_key before update of id, member_id, wallet, product, terms_version on trade_order
  for each statement execute function refuse_key_change();
create trigger keep_order_log after insert on trade_order referencing new table as placed
  for each statement execute function keep_order_log();
create trigger keep_own_limits after insert on trade_order referencing new table as placed
  for each statement execute function keep_own_limits();
create trigger keep_parent after delete on trade_order referencing old table as gone for each statement execute function refuse_orphans();
create trigger take_stakes after insert on trade_order referencing new table as placed
  for each statement execute function take_stakes();
create trigger accept_settlements after insert on settlement referencing new table as settled
  for each statement execute function accept_settlements();
create trigger count_own_results after insert on settlement referencing new table as settled
  for each statement execute function count_own_results();
create trigger keep_key before update of order_id, member_id on settlement for each statement execute function refuse_key_change();
create trigger log_settlements after insert on settlement referencing new table as settled
  for each statement execute function log_settlements();
create trigger pay_settlements after insert on settlement referencing new table as settled
  for each statement execute function pay_settlements();

grant select on trade_order to candor_http, candor_worker, candor_console;
grant insert (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version, submitted_at,
  accepted_at, entry_at, closes_at, key, fingerprint, nonce, request_key, request_signature, requested_at, request_terms_hash,
  request_deadline) on trade_order to candor_http;
grant select on settlement to candor_http, candor_worker, candor_console;
grant insert (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited)
  on settlement to candor_worker;

-- What the whole tables promised of a key and of a number, a month promises of its own rows, and this of all others.
--
-- * The id of an order is of the moment of its acceptance, give or take seconds, and so the order stands in the month of it.
-- * No member has two orders under one key: not within a month (an index of the month), and not across its end, where the orders are
--   less than two days from it. A key is used for half a minute. The member is locked, so that no other order of theirs is written
--   meanwhile, and what was written is seen.
-- * No two orders have one number. Numbers are drawn, no role names one, and none comes behind what is sealed (keep_order_log), so two
--   could only meet across the end of a month.
create function keep_order_months() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  oldest timestamptz;
  begins timestamptz;
  ends timestamptz;
begin
  select min(uuid_extract_timestamp(p.id))
  into oldest from placed p
  having bool_and(uuid_extract_timestamp(p.id) between p.accepted_at - interval '5 seconds' and p.accepted_at + interval '5 seconds')
    is not false and count(uuid_extract_timestamp(p.id)) = count(*);
  if not found then
    raise exception 'ORDER_REFUSED: ID' using errcode = 'CD006';
  end if;
  -- The end of a month that is less than two days away, on either side of it.
  ends := date_trunc('month', (oldest + interval '2 days') at time zone 'UTC') at time zone 'UTC';
  if ends + interval '2 days' < oldest then return null; end if;
  begins := ends - interval '3 days';
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ORDER_REFUSED: SNAPSHOT' using errcode = 'CD006';
  end if;
  perform from member m where m.id = any (array(select distinct member_id from placed)) order by m.id for no key update;
  if exists (select from placed p cross join lateral (select from trade_order x where x.member_id = p.member_id and x.key = p.key
      and x.id <> p.id and x.id >= moment_id(begins) and x.id < moment_id(ends + interval '3 days') offset 0) beside) then
    raise exception 'ORDER_REFUSED: KEY' using errcode = '23505', table = 'trade_order';
  end if;
  if exists (select from placed p cross join lateral (select from trade_order x where x.no = p.no
      and x.id <> p.id and x.id >= moment_id(begins) and x.id < moment_id(ends + interval '3 days') offset 0) beside) then
    raise exception 'ORDER_REFUSED: NO' using errcode = '23505', table = 'trade_order';
  end if;
  return null;
end $$;
create trigger keep_order_months after insert on trade_order referencing new table as placed
  for each statement execute function keep_order_months();

-- Whoever writes into a month by its own name meets the rules of the whole.
create function guard_month(whole text, part text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select pg_get_triggerdef(t.oid) as definition, t.tgname as name from pg_trigger t
    where t.tgrelid = whole::regclass and not t.tgisinternal
      and not exists (select from pg_trigger x where x.tgrelid = part::regclass and x.tgname = t.tgname) loop
    execute replace(one.definition, ' ON public.' || whole || ' ', ' ON public.' || part || ' ');
  end loop;
end $$;

-- A month is made ahead of time, as a table of its own that is then attached: no order waits for it longer than a moment.
create function ensure_order_month(month date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  suffix text := to_char(month, 'YYYYMM');
  begins uuid := month_id(month);
  ends uuid := month_id((date_trunc('month', month::timestamp) + interval '1 month')::date);
begin
  if to_regclass('trade_order_' || suffix) is not null and to_regclass('settlement_' || suffix) is not null then return; end if;
  perform pg_advisory_xact_lock(727014);
  if to_regclass('trade_order_' || suffix) is not null and to_regclass('settlement_' || suffix) is not null then return; end if;
  execute format('create table public.trade_order_%s (like trade_order including defaults including constraints including indexes)', suffix);
  execute format('create unique index trade_order_%1$s_key on trade_order_%1$s (member_id, key) where key is not null', suffix);
  execute format('alter table trade_order_%1$s add constraint trade_order_%1$s_no_key unique (no)', suffix);
  perform guard_month('trade_order', 'trade_order_' || suffix);
  execute format('create table public.settlement_%s (like settlement including defaults including constraints including indexes)', suffix);
  perform guard_month('settlement', 'settlement_' || suffix);
  execute format('alter table trade_order attach partition trade_order_%s for values from (%L) to (%L)', suffix, begins, ends);
  execute format('alter table settlement attach partition settlement_%s for values from (%L) to (%L)', suffix, begins, ends);
end $$;

-- Prepares this month and the next three. Answers how many after this one are ready.
create function prepare_order_months() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  this_month date := date_trunc('month', clock_timestamp() at time zone 'UTC')::date;
begin
  perform pg_advisory_xact_lock(727014);
  for ahead in 0..3 loop
    perform ensure_order_month((this_month + make_interval(months => ahead))::date);
  end loop;
  return order_months_ahead();
end $$;
grant execute on function prepare_order_months() to candor_worker;

-- How many whole months after this one have a place for their orders, without a gap; -1 where this month has none.
create function order_months_ahead() returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(min(n) - 1, 24) from generate_series(0, 24) n
  cross join lateral (select to_char(date_trunc('month', clock_timestamp() at time zone 'UTC') + make_interval(months => n), 'YYYYMM') as suffix) m
  where (select count(*) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('trade_order'::regclass, 'settlement'::regclass)
      and c.relname in ('trade_order_' || m.suffix, 'settlement_' || m.suffix)) < 2
$$;

do $$
declare
  part text := to_char(current_setting('candor.first_month')::date, 'YYYYMM');
begin
  perform guard_month('trade_order', 'trade_order_' || part);
  perform guard_month('settlement', 'settlement_' || part);
  for ahead in 1..3 loop
    perform ensure_order_month((current_setting('candor.first_month')::date + make_interval(months => ahead))::date);
  end loop;
end $$;
drop sequence if exists trade_order_no_before;

-- As before, for the new tables.
create function order_document(entry trade_order, terms_hash bytea, paid_in text, places smallint) returns text
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

create function public_order(entry trade_order, terms_hash bytea) returns text
language sql stable as $$
  select '{"acceptedAt":"' || to_char(entry.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","closesAt":"' || to_char(entry.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","direction":"' || entry.direction || '","durationSec":' || entry.duration_sec
    || ',"entryAt":"' || to_char(entry.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","format":"candor-public-order-v1","product":' || to_json(entry.product)
    || ',"ref":"' || encode(sha256(entry.id::text::bytea), 'hex')
    || '","termsHash":"' || encode(terms_hash, 'hex') || '","termsVersion":' || entry.terms_version
    || ',"wallet":"' || entry.wallet || '"}'
$$;

create function settlement_document(done settlement, decimals smallint, places smallint) returns text
language sql stable as $$
  select '{"credited":"' || price_text(done.credited, places) || '","entry":' || case when done.entry_seq is null then 'null'
      else '{"at":"' || to_char(done.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.entry_price, decimals) || '","seq":' || done.entry_seq || '}' end
    || ',"exit":' || case when done.exit_seq is null then 'null'
      else '{"at":"' || to_char(done.exit_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.exit_price, decimals) || '","seq":' || done.exit_seq || '}' end
    || ',"format":"candor-settlement-v1","orderId":"' || done.order_id || '","profit":"' || price_text(done.profit, places)
    || '","reason":' || coalesce('"' || done.reason || '"', 'null')
    || ',"settledAt":"' || to_char(done.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","status":"' || done.outcome || '"}'
$$;

create function public_settlement(done settlement, decimals smallint) returns text
language sql stable as $$
  select '{"entry":' || case when done.entry_seq is null then 'null'
      else '{"at":"' || to_char(done.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.entry_price, decimals) || '","seq":' || done.entry_seq || '}' end
    || ',"exit":' || case when done.exit_seq is null then 'null'
      else '{"at":"' || to_char(done.exit_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","price":"' || price_text(done.exit_price, decimals) || '","seq":' || done.exit_seq || '}' end
    || ',"format":"candor-public-settlement-v1","reason":' || coalesce('"' || done.reason || '"', 'null')
    || ',"ref":"' || encode(sha256(done.order_id::text::bytea), 'hex')
    || '","settledAt":"' || to_char(done.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","status":"' || done.outcome || '"}'
$$;

-- As before, and: the ids are between the smallest and the largest of them. A list of ids that is known late names no month to the planner.
create or replace function accept_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  ids uuid[] := array(select order_id from settled order by order_id);
  refused record;
begin
  with ordered as materialized (
    select n.order_id, n.member_id as claimed_member, n.outcome, n.reason, n.entry_seq, n.entry_at as entry_tick_at, n.entry_price,
      n.exit_seq, n.exit_at as exit_tick_at, n.exit_price, n.profit, n.credited, o.*
    from settled n
    left join (select x.id, x.no, x.nonce, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids) and x.id between ids[1] and ids[cardinality(ids)]) o on o.id = n.order_id
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

create or replace function pay_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  ids uuid[] := array(select order_id from settled order by order_id);
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
    select s.order_id, s.member_id, s.outcome, s.credited, s.settled_at, o.wallet, o.product, o.stake, o.fee, o.direction, o.payout,
      o.entry_at, o.closes_at
    from settled s
    join (select x.id, x.wallet, x.product, x.stake, x.fee, x.direction, x.payout, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids) and x.id between ids[1] and ids[cardinality(ids)]) o on o.id = s.order_id
  ), closed as (
    delete from position p using ended e
    where p.member_id = any (members) and p.member_id = e.member_id and p.wallet = e.wallet and p.product = e.product
      and p.order_id = e.order_id
  ), booked as (
    insert into house_journal (product, wallet, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit, kept)
    select product, wallet, entry_at, closes_at, -count(*), -coalesce(sum(stake) filter (where direction = 'up'), 0),
      -coalesce(sum(payout - stake) filter (where direction = 'up'), 0), -coalesce(sum(stake) filter (where direction = 'down'), 0),
      -coalesce(sum(payout - stake) filter (where direction = 'down'), 0), sum(stake + fee - credited)
    from ended group by product, wallet, entry_at, closes_at
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

create or replace function count_own_results() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  guarded_ids bigint[] := array(select m.id from member m where m.guarded and m.id = any (array(select distinct member_id from settled)));
  ids uuid[];
  zone text;
begin
  if guarded_ids = '{}' then
    return null;
  end if;
  ids := array(select order_id from settled where member_id = any (guarded_ids) order by order_id);
  select time_zone into strict zone from site;
  insert into own_use as u (member_id, wallet, day, staked, lost)
  select o.member_id, o.wallet, (e.at at time zone zone)::date, sum(e.staked), sum(e.lost)
  from settled s
  join (select x.id, x.member_id, x.wallet, x.stake, x.accepted_at from trade_order x where x.id = any (ids) and x.id between ids[1] and ids[cardinality(ids)]) o on o.id = s.order_id
  cross join lateral (values
    (o.accepted_at, case when s.outcome in ('tied', 'voided') then -o.stake else 0 end, 0), (s.settled_at, 0, -s.profit)) e (at, staked, lost)
  group by 1, 2, 3 having sum(e.staked) <> 0 or sum(e.lost) <> 0 order by 1, 2, 3
  on conflict (member_id, wallet, day) do update set staked = u.staked + excluded.staked, lost = u.lost + excluded.lost;
  return null;
end $$;

create or replace function seal_settlements(writer_epoch bigint, settlements_max integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  newest order_log_batch%rowtype;
  begins bigint;
  ids bigint[];
  settled uuid[];
  oldest uuid;
  latest uuid;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for update) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  -- Each row is read once, in the order in which its settlements will stand in the log.
  with waiting as materialized (
    select w.id, w.orders from settlement_batch w where w.first is null order by w.id limit greatest(1, least(settlements_max, 1000))
  ), counted as materialized (
    select w.id, w.orders, sum(cardinality(w.orders)) over (order by w.id) - cardinality(w.orders) as before from waiting w
  ), taken as materialized (
    select c.id, c.orders from counted c where c.before < settlements_max
  )
  select (select array_agg(t.id order by t.id) from taken t),
    (select array_agg(u.order_id order by t.id, u.place) from taken t cross join lateral unnest(t.orders) with ordinality u (order_id, place))
  into ids, settled;
  if ids is null then return 0; end if;
  select (array_agg(u.id order by u.id))[1], (array_agg(u.id order by u.id desc))[1] into oldest, latest from unnest(settled) u (id);

  select * into newest from order_log_batch b order by b.first desc limit 1;
  begins := coalesce(newest.first + newest.count, 0);
  insert into order_log_batch (first, count, entries, last_no, kind)
  select begins, cardinality(settled), string_agg(
      coalesce(case when o.document_version < 3
        then settlement_commitment(o.nonce, settlement_document(s, p.decimals, site.currency_decimals))
        else opened_entry('settlement', public_settlement(s, p.decimals),
          log_seal(o.nonce, settlement_document(s, p.decimals, site.currency_decimals)))
        end, sha256(uuid_send(gen_random_uuid()))),
      ''::bytea order by u.place),
    coalesce(newest.last_no, (select begins_after from order_log)), 'settlements'
  from unnest(settled) with ordinality u (order_id, place)
  cross join site
  left join (select x from settlement x where x.order_id = any (settled) and x.order_id between oldest and latest) d (s) on (d.s).order_id = u.order_id
  left join (select x.id, x.nonce, x.product, x.document_version from trade_order x where x.id = any (settled) and x.id between oldest and latest) o on o.id = u.order_id
  left join product p on p.code = o.product;
  update settlement_batch w set first = begins + t.before
  from (select b.id, sum(cardinality(b.orders)) over (order by b.id) - cardinality(b.orders) as before
    from settlement_batch b where b.id = any (ids)) t
  where w.id = any (ids) and w.id = t.id;
  return cardinality(settled);
end $$;

create or replace function settle_orders(ids uuid[], products text[], entry_ats timestamptz[], closes_ats timestamptz[], winners text[], reasons text[], entry_seqs bigint[], entry_tick_ats timestamptz[], entry_prices bigint[], exit_seqs bigint[], exit_tick_ats timestamptz[], exit_prices bigint[]) returns bigint
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
    left join (select x.order_id from settlement x where x.order_id = any (ids)
      and x.order_id between (select i from unnest(ids) i order by i limit 1) and (select i from unnest(ids) i order by i desc limit 1)) s on s.order_id = o.id
    join judged w on w.product = o.product and w.entry_at = o.entry_at and w.closes_at = o.closes_at
    cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, w.winner,
      void_reason(w.reason, w.entry_log_no, o.no, o.nonce)) r
    where o.id = any (ids) and o.id between (select i from unnest(ids) i order by i limit 1)
      and (select i from unnest(ids) i order by i desc limit 1) and s.order_id is null
    returning order_id
  ), news as (
    insert into outbox (orders) select array_agg(order_id) from done having count(*) > 0
  )
  select count(*) from done
$$;

create or replace function due_windows(orders_max integer, share integer, shares integer) returns table (product text, entry_at timestamptz, closes_at timestamptz, order_ids uuid[], member_ids bigint[])
language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off as $$
  with due as materialized (
    select p.order_id from position p
    cross join lateral (select from tick_head h where h.product = p.product and h.at >= p.closes_at offset 0) due
    left join lateral (select true as aside from settlement_alarm a where a.order_id = p.order_id offset 0) a on true
    where p.closes_at <= (select max(h.at) from tick_head h) and p.member_id % shares = share and a.aside is null
    order by p.closes_at, p.member_id limit orders_max
  )
  select o.product, o.entry_at, o.closes_at, array_agg(o.id), array_agg(o.member_id)
  from due d
  cross join lateral (select x.id, x.member_id, x.product, x.entry_at, x.closes_at from trade_order x where x.id = d.order_id offset 0) o
  group by o.product, o.entry_at, o.closes_at
$$;

-- As before, and: the id of an order is read only where it is looked for. The month of an order is chosen before anything else is looked at.
create or replace function write_transfers(ids uuid[], amounts bigint[], types text[], phases text[],
  wallets text[], currencies text[], debit_kinds text[], debit_members bigint[],
  credit_kinds text[], credit_members bigint[], pending_ids uuid[], ref_types text[], ref_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  caller text := calling_role();
  is_owner boolean := pg_has_role(calling_role(), current_user, 'member');
  debits bigint[];
  credits bigint[];
  refused record;
begin
  for attempt in 1 .. 3 loop
    select array_agg(d.id order by t.n), array_agg(c.id order by t.n) into debits, credits
    from unnest(wallets, currencies, debit_kinds, debit_members, credit_kinds, credit_members) with ordinality
      as t (wallet, currency, debit_kind, debit_member, credit_kind, credit_member, n)
    left join lateral (
      select a.id from account a
      where a.member_id = t.debit_member and a.wallet = t.wallet and a.kind = t.debit_kind and a.currency = t.currency
      union all
      select a.id from account a where t.debit_member is null
        and a.member_id is null and a.wallet = t.wallet and a.kind = t.debit_kind and a.currency = t.currency
    ) d on true
    left join lateral (
      select a.id from account a
      where a.member_id = t.credit_member and a.wallet = t.wallet and a.kind = t.credit_kind and a.currency = t.currency
      union all
      select a.id from account a where t.credit_member is null
        and a.member_id is null and a.wallet = t.wallet and a.kind = t.credit_kind and a.currency = t.currency
    ) c on true;
    exit when array_position(debits, null) is null and array_position(credits, null) is null;
    insert into account (member_id, wallet, kind, currency)
    select distinct s.member_id, s.wallet, s.kind, s.currency
    from unnest(debits || credits, debit_members || credit_members, wallets || wallets, debit_kinds || credit_kinds,
      currencies || currencies) as s (id, member_id, wallet, kind, currency)
    where s.id is null on conflict do nothing;
  end loop;
  perform from account a where a.id = any(debits || credits) and a.member_id is not null order by a.id for no key update;

  select t.type, t.ref_id, t.why into refused from (
    select d.n, d.type, d.ref_id, case
      when not is_owner and not coalesce(case caller
          when 'candor_http' then d.phase = 'single' and d.type in ('orderStake', 'fee', 'practiceGrant', 'practiceReset')
            or d.phase in ('pending', 'void') and d.type in ('withdraw', 'fee') and d.ref_type = 'withdrawal'
            or d.phase = 'single' and d.type in ('investment', 'redemption', 'interest', 'savingsIn', 'savingsOut')
          when 'candor_worker' then d.phase = 'single' and d.type in ('recharge', 'invitationReward', 'investment', 'redemption',
            'interest', 'savingsIn')
          when 'candor_console' then d.phase = 'single' and d.type in ('recharge', 'invitationReward', 'withdrawalReturned', 'manualAdd',
              'manualDeduct')
            or d.phase in ('post', 'void') and d.type in ('withdraw', 'fee') and d.ref_type = 'withdrawal'
          end, false) then 'NOT_ALLOWED'
      when d.debit_member <> d.credit_member then 'TWO_MEMBERS'
      when d.phase in ('post', 'void') and not coalesce(p.phase = 'pending' and p.debit_account = d.debit
        and p.credit_account = d.credit and case d.phase when 'post' then d.amount <= p.amount else d.amount = p.amount end, false)
        then 'HOLD'
      when is_owner then null
      when d.currency is distinct from s.currency then 'NO_REASON'
      when d.ref_type = 'withdrawal' then case when coalesce(d.wallet = w.wallet and case
          when d.phase = 'pending' then w.status = 'pending' and d.debit_kind = 'funds' and d.debit_member = w.member_id
            and case d.type when 'withdraw' then d.id = w.hold and d.amount = w.amount - w.fee and d.credit_kind = 'clearing'
              else d.id = w.fee_hold and d.amount = w.fee and d.credit_kind = 'fees' end
          when d.phase in ('post', 'void') then d.pending_id in (w.hold, w.fee_hold) and d.amount = p.amount
            and w.status = case when d.phase = 'post' then 'approved' when caller = 'candor_http' then 'cancelled' else 'rejected' end
          else d.type = 'withdrawalReturned' and w.paid_out = 'returned' and d.credit_kind = 'funds' and d.credit_member = w.member_id
            and d.amount = case d.debit_kind when 'clearing' then w.amount - w.fee when 'fees' then w.fee end
          end, false) then null else 'NO_REASON' end
      when d.phase <> 'single' then 'NO_REASON'
      when d.type in ('manualAdd', 'manualDeduct') then case when coalesce(d.ref_type = 'adjustment' and j.status = 'approved'
          and d.wallet = j.wallet and d.amount = j.amount and case j.kind
            when 'add' then d.type = 'manualAdd' and d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = j.member_id
            else d.type = 'manualDeduct' and d.debit_kind = 'funds' and d.debit_member = j.member_id and d.credit_kind = 'house'
          end, false) then null else 'NO_REASON' end
      -- The ids of these are fixed by their row, so that none of them can be written twice.
      when d.type in ('investment', 'redemption') or d.type = 'interest' and d.ref_type = 'holding' then case when coalesce(
          d.ref_type = 'holding' and d.wallet = h.wallet and case d.type
            when 'investment' then d.id = invest_transfer('investment', d.ref_id, h.starts_on) and h.status = 'running'
              and (caller = 'candor_http') = (h.rolled_from is null) and d.amount = h.principal
              and d.debit_kind = 'funds' and d.debit_member = h.member_id and d.credit_kind = 'invested'
            when 'redemption' then d.id = invest_transfer('redemption', d.ref_id, h.ended_on)
              and h.status = case caller when 'candor_http' then 'redeemed' else 'matured' end and d.amount = h.principal
              and d.debit_kind = 'invested' and d.debit_member = h.member_id and d.credit_kind = 'funds'
            else d.id = invest_transfer('interest', d.ref_id, h.paid_through)
              and (h.status = 'redeemed') = (caller = 'candor_http') and d.amount = abs(h.last_payment) and case when h.last_payment > 0
                then d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = h.member_id
                else d.debit_kind = 'funds' and d.debit_member = h.member_id and d.credit_kind = 'house' end
          end, false) then null else 'NO_REASON' end
      when d.type in ('savingsIn', 'savingsOut') then case when coalesce(d.ref_type = 'savingsTransfer' and d.id = g.id
          and d.wallet = g.wallet and d.amount = g.amount and (g.origin = 'member') = (caller = 'candor_http') and case g.direction
            when 'in' then d.type = 'savingsIn' and d.debit_kind = 'funds' and d.debit_member = g.member_id and d.credit_kind = 'savings'
            else d.type = 'savingsOut' and d.debit_kind = 'savings' and d.debit_member = g.member_id and d.credit_kind = 'funds'
          end, false) then null else 'NO_REASON' end
      when d.type = 'interest' then case when coalesce(d.ref_type = 'savings' and caller = 'candor_worker' and d.debit_kind = 'house'
          and d.credit_kind = 'savings' and d.amount = e.amount and e.posted_at is not null
          and d.id = invest_transfer('savings', d.credit_member || '/' || d.wallet, d.ref_id::date), false)
          then null else 'NO_REASON' end
      when d.type = 'recharge' then case when coalesce(d.ref_type = 'deposit' and y.status = 'approved' and d.wallet = y.wallet
          and d.debit_kind = 'clearing' and d.credit_kind = 'funds' and d.credit_member = y.member_id and d.amount = y.credited, false)
          then null else 'NO_REASON' end
      when d.type = 'invitationReward' then case when coalesce(d.ref_type = 'member' and d.wallet = v.wallet
          and d.debit_kind = 'house' and d.credit_kind = 'funds' and d.credit_member = v.inviter_id and d.amount = v.amount, false)
          then null else 'NO_REASON' end
      when d.type in ('practiceGrant', 'practiceReset') then case when coalesce(cardinality(ids) = 1 and d.wallet = 'practice'
          and d.ref_type = 'member' and d.ref_id = coalesce(d.debit_member, d.credit_member)::text and case
            when d.type = 'practiceGrant' then d.debit_kind = 'grants' and d.credit_kind = 'funds' and a.seq = 0
              and d.amount = s.practice_grant
            when d.debit_kind = 'grants' then d.credit_kind = 'funds' and a.posted - a.held + d.amount = s.practice_grant
            when d.credit_kind = 'grants' then d.debit_kind = 'funds' and a.posted - a.held - d.amount = s.practice_grant
            end, false) then null else 'NO_REASON' end
      when not coalesce(d.ref_type = 'order' and d.wallet = o.wallet and case d.type
          when 'orderStake' then d.debit_kind = 'funds' and d.credit_kind = 'escrow' and d.debit_member = o.member_id
            and d.amount = o.stake
          when 'fee' then d.debit_kind = 'funds' and d.credit_kind = 'escrow' and d.debit_member = o.member_id
            and d.amount = o.fee
          end, false) then 'NO_REASON'
      end as why
    from unnest(ids, debits, credits, amounts, types, phases, wallets, currencies, debit_kinds, debit_members, credit_kinds,
      credit_members, pending_ids, ref_types, ref_ids) with ordinality as d (id, debit, credit, amount, type, phase, wallet, currency,
      debit_kind, debit_member, credit_kind, credit_member, pending_id, ref_type, ref_id, n)
    left join lateral (select x.phase, x.amount, x.debit_account, x.credit_account from transfer x where x.id = d.pending_id offset 0) p on true
    left join lateral (select x.id, x.member_id, x.wallet, x.stake, x.fee from trade_order x
      where x.id = case when not is_owner and d.ref_type = 'order' then d.ref_id::uuid end offset 0) o on true
    left join lateral (select x.member_id, x.wallet, x.status, x.credited from deposit x
      where not is_owner and x.id = case when d.ref_type = 'deposit' then d.ref_id::uuid end offset 0) y on true
    left join lateral (select x.member_id, x.wallet, x.status, x.paid_out, x.amount, x.fee, x.hold, x.fee_hold from withdrawal x
      where not is_owner and x.id = case when d.ref_type = 'withdrawal' then d.ref_id::uuid end offset 0) w on true
    left join lateral (select x.member_id, x.wallet, x.status, x.kind, x.amount from adjustment x
      where not is_owner and x.id = case when d.ref_type = 'adjustment' then d.ref_id::uuid end offset 0) j on true
    left join lateral (select x.member_id, x.wallet, x.principal, x.status, x.starts_on, x.ended_on, x.paid_through, x.last_payment,
        x.rolled_from from holding x
      where not is_owner and x.id = case when d.ref_type = 'holding' then d.ref_id::uuid end offset 0) h on true
    left join lateral (select x.id, x.member_id, x.wallet, x.direction, x.origin, x.amount from savings_transfer x
      where not is_owner and x.id = case when d.ref_type = 'savingsTransfer' then d.ref_id::uuid end offset 0) g on true
    left join lateral (select x.amount, x.posted_at from savings_accrual x
      where not is_owner and x.member_id = d.credit_member and x.wallet = d.wallet
        and x.business_date = case when d.ref_type = 'savings' then d.ref_id::date end offset 0) e on true
    left join lateral (select x.inviter_id, x.wallet, x.amount from invitation_reward x
      where not is_owner and x.invitee_id = case when d.type = 'invitationReward' then d.ref_id::bigint end offset 0) v on true
    left join lateral (select x.posted, x.held, x.seq from account x
      where d.type in ('practiceGrant', 'practiceReset') and x.id = case when d.debit_member is null then d.credit else d.debit end
      offset 0) a on true
    cross join (select currency, practice_grant from site union all select null, null where not exists (select from site)) s
  ) t where t.why is not null order by t.n limit 1;
  if found then
    raise exception 'TRANSFER_REFUSED: %', refused.why using errcode = 'CD005', detail = refused.type || ' ' || refused.ref_id;
  end if;

  -- Two lines a transfer, the debit before the credit. An account of the house keeps no running row, and its line no number.
  with line as materialized (
    select d.n, s.side, a.id as account, d.amount,
      a.seq + row_number() over w as seq,
      a.posted + sum(case when d.phase in ('pending', 'void') then 0 when s.side = 0 then -d.amount else d.amount end) over w as posted,
      -- Of a hold that is posted in part, the rest is free again.
      a.held + sum(case when s.side = 1 then 0 when d.phase = 'pending' then d.amount when d.phase = 'single' then 0
        else -p.amount end) over w as held
    from unnest(debits, credits, amounts, phases, pending_ids) with ordinality as d (debit, credit, amount, phase, pending_id, n)
    cross join (values (0), (1)) as s (side)
    left join lateral (select x.amount from transfer x where x.id = d.pending_id offset 0) p on true
    left join lateral (select x.id, x.posted, x.held, x.seq from account x
      where x.id = case s.side when 0 then d.debit else d.credit end and x.member_id is not null offset 0) a on true
    window w as (partition by a.id order by d.n, s.side rows unbounded preceding)
  ), moved as (
    update account a set posted = l.posted, held = l.held, seq = l.seq
    from (select distinct on (account) account, posted, held, seq from line where account is not null order by account, seq desc) l
    where a.id = l.account
  )
  insert into transfer (id, debit_account, credit_account, amount, type, wallet, currency, phase, pending_id, ref_type, ref_id,
    member_id, debit_seq, debit_balance_after, credit_seq, credit_balance_after)
  select ids[l.n], debits[l.n], credits[l.n], l.amount, types[l.n], wallets[l.n], currencies[l.n], phases[l.n], pending_ids[l.n],
    ref_types[l.n], ref_ids[l.n], coalesce(debit_members[l.n], credit_members[l.n]), l.seq, l.posted, l.credit_seq, l.credit_posted
  from (
    select n, side, amount, seq, case when account is not null then posted end as posted,
      lead(seq) over pair as credit_seq, lead(case when account is not null then posted end) over pair as credit_posted
    from line window pair as (order by n, side)
  ) l where l.side = 0 order by l.n;
end $$;

revoke execute on function moment_id(timestamptz), month_id(date), keep_order_months(), guard_month(text, text), ensure_order_month(date),
  prepare_order_months(), order_months_ahead(), order_document(trade_order, bytea, text, smallint), public_order(trade_order, bytea),
  settlement_document(settlement, smallint, smallint), public_settlement(settlement, smallint) from public;
