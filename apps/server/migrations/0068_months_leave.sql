-- A closed month of orders may leave the database once its files were read back (decision 173). The files answer for it from then on; what
-- is here says which months have left, and keeps what must be known of them without opening a file.

set local check_function_bodies = off;

create table order_archive_member (
  month           date not null,
  member_id       bigint not null,
  orders          bigint not null check (orders > 0),
  first_id        uuid not null,
  last_settled_at timestamptz not null,
  turnover        jsonb not null,
  keys            integer[] not null,
  primary key (member_id, month)
);
comment on table order_archive_member is 'Whose orders an archived month has, how many, and which is the first. turnover: by wallet, the stakes that were won or lost since the member''s first approved deposit. keys: four bytes of each idempotency key, so that a key is asked for in the files of its month alone.';

create table order_archive_sorted (
  sort     text not null check (sort in ('moment', 'opening', 'closing')),
  month    date not null check (extract(day from month) = 1),
  part     integer not null check (part > 0),
  count    integer not null check (count > 0),
  low      bigint not null,
  high     bigint not null check (high >= low),
  first_no bigint,
  last_no  bigint check (last_no >= first_no),
  last_key text not null,
  sha256   bytea not null check (length(sha256) = 32),
  primary key (sort, month, part),
  constraint order_archive_sorted_numbers_check check ((sort = 'moment') = (num_nulls(first_no, last_no) = 0))
);
comment on table order_archive_sorted is 'Files of the same months in other orders. moment: orders as they were accepted, low and high are the milliseconds of their ids. opening: entries of the order log as they are opened, by index. closing: the public list, by the millisecond of the close. last_key: where the next part begins.';
create index order_archive_sorted_span on order_archive_sorted using gist (int8range(low, high, '[]'));
create index order_archive_sorted_no on order_archive_sorted using gist (int8range(first_no, last_no, '[]')) where sort = 'moment';

create table order_archive_left (
  month   date primary key,
  bytes   bigint not null check (bytes > 0),
  left_at timestamptz not null default clock_timestamp()
);
comment on table order_archive_left is 'Months that are in the files alone. bytes: what their tables took.';

create table order_archive_number (
  no bigint primary key
);
comment on table order_archive_number is 'Numbers of orders that have left and share a batch of the order log with others: these are counted by them.';

create trigger keep_sealed before delete or update or truncate on order_archive_member for each statement execute function keep_sealed();
create trigger keep_sealed before delete or update or truncate on order_archive_sorted for each statement execute function keep_sealed();
create trigger keep_sealed before delete or update or truncate on order_archive_left for each statement execute function keep_sealed();
create trigger keep_sealed before delete or update or truncate on order_archive_number for each statement execute function keep_sealed();

grant select on order_archive_member, order_archive_left, order_archive_number, order_archive_sorted to candor_http, candor_worker, candor_console;

-- Four bytes of a key tell it apart from another of the same member and month, but for one in thousands of millions.
create function key_mark(key uuid) returns integer
language sql immutable parallel safe strict as $$
  select ('x' || encode(substr(sha256(uuid_send(key)), 1, 4), 'hex'))::bit(32)::integer
$$;

-- What must be known of the members of a month without opening a file.
create function record_archived_members(archive_month date) returns void
language sql set search_path = public, pg_temp as $$
  insert into order_archive_member (month, member_id, orders, first_id, last_settled_at, turnover, keys)
  select archive_month, o.member_id, count(*), (array_agg(o.id order by o.no))[1], max(s.settled_at),
    coalesce((select jsonb_object_agg(w.wallet, w.made) from (
      select x.wallet, sum(x.stake) as made from trade_order x join settlement y on y.order_id = x.id and y.order_id >= span.first_id and y.order_id < span.end_id
      where x.id >= span.first_id and x.id < span.end_id and x.member_id = o.member_id and y.outcome in ('won', 'lost')
        and x.accepted_at >= (select min(d.decided_at) from deposit d where d.member_id = x.member_id and d.wallet = x.wallet and d.status = 'approved')
      group by 1) w), '{}'),
    coalesce(array_agg(key_mark(o.key) order by o.no) filter (where o.key is not null), '{}')
  from order_month_span(archive_month) span
  join trade_order o on o.id >= span.first_id and o.id < span.end_id
  join settlement s on s.order_id = o.id and s.order_id >= span.first_id and s.order_id < span.end_id
  group by o.member_id, span.first_id, span.end_id
$$;
revoke execute on function key_mark(uuid), record_archived_members(date) from public;
grant execute on function key_mark(uuid) to candor_http;

-- Invitations ask for what was made since the first approved deposit, however long ago that was.
create or replace function turnover_since(member bigint, of_wallet text, since timestamptz)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(o.stake), 0)::bigint + coalesce((select sum((w.turnover ->> of_wallet)::bigint)
      from order_archive_member w join order_archive_left l on l.month = w.month where w.member_id = member), 0)::bigint
  from settlement s join trade_order o on o.id = s.order_id
  where s.member_id = member and s.settled_at >= since and s.outcome in ('won', 'lost') and o.wallet = of_wallet
    and o.accepted_at >= since
$function$;

-- Says that every order of a month is in a file, and whose they are. Raises CD004 where one is not.
create or replace function record_order_archive(archive_month date, kept_months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named record;
  held record;
  settled bigint;
  span record;
  refused text := order_month_held(archive_month, kept_months);
begin
  perform pg_advisory_xact_lock(727015);
  select s.first_id, s.end_id into span from order_month_span(archive_month) s;
  select count(*) as parts, coalesce(sum(p.count), 0) as count, sha256(string_agg(p.sha256, ''::bytea order by p.part)) as hash
  into named from order_archive_part p where p.month = archive_month;
  select count(*) as count, min(o.no) as first_no, max(o.no) as last_no
  into held from trade_order o where o.id >= span.first_id and o.id < span.end_id;
  select count(*) into settled from settlement s where s.order_id >= span.first_id and s.order_id < span.end_id;
  if refused is not null then null;
  elsif held.count = 0 then refused := 'NO_ORDERS';
  elsif named.count <> held.count or settled <> held.count then refused := 'NOT_WHOLE';
  end if;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive (month, parts, count, first_no, last_no, sha256)
  values (archive_month, named.parts, held.count, held.first_no, held.last_no, named.hash);
  perform record_archived_members(archive_month);
end $$;

select record_archived_members(a.month) from order_archive a;

-- What is detached is held by no reference: Postgres would read all settlements for the one of a settlement, while nobody may trade, and
-- a message of a member names its order for ever. The orders themselves look for what refers to them (refuse_orphans), and these look
-- for the order.
alter table settlement drop constraint settlement_order_id_fkey;
alter table position drop constraint position_order_id_fkey;
alter table settlement_alarm drop constraint settlement_alarm_order_id_fkey;
alter table support_message drop constraint support_message_order_id_fkey;

create function require_order() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.order_id is null or exists (select from trade_order o where o.id = new.order_id for key share)
    or tg_table_name = 'support_message' and exists (select from order_archive_left l
      where l.month >= date_trunc('month', uuid_extract_timestamp(new.order_id) at time zone 'UTC')::date) then
    return null;
  end if;
  raise exception 'ORDER_MISSING: % from %', new.order_id, tg_table_name using errcode = '23503', table = tg_table_name;
end $$;
revoke execute on function require_order() from public;

create trigger require_order after insert or update of order_id on support_message for each row execute function require_order();
create trigger require_order after insert or update of order_id on settlement_alarm for each row execute function require_order();

-- An order as one line, with its settlement and where both are in the order log, and what it still lacks. It is counted in its batch by
-- the orders before it, also by those that have left.
create function order_archive_line(o trade_order, out line jsonb, out missing text)
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('order', to_jsonb(o), 'settlement', to_jsonb(d.s),
      'log', jsonb_build_object('order', g.order_index, 'settlement', g.settlement_index)),
    case when (d.s).order_id is null then 'NOT_SETTLED'
      when o.nonce is not null and g.order_index is null then 'NOT_LOGGED'
      when o.request_key is not null and g.settlement_index is null then 'NOT_LOGGED'
      when not exists (select from checkpoint c where c.product = o.product and c.at >= o.closes_at) then 'NOT_SIGNED'
    end
  from (select) one
  left join lateral (select s from settlement s where s.order_id = o.id offset 0) d on true
  left join lateral (
    select
      (select b.first + (select count(*) from trade_order x
          where x.no > coalesce(before.last_no, 0) and x.no < o.no and x.nonce is not null)
          + (select count(*) from order_archive_number x where x.no > coalesce(before.last_no, 0) and x.no < o.no)
        from (select c.first from order_log_batch c where c.last_no >= o.no and c.kind = 'orders' order by c.last_no limit 1) b
        left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
        where o.nonce is not null) as order_index,
      (select b.first + array_position(b.orders, o.id) - 1 from settlement_batch b
        where b.during @> (d.s).settled_at and o.id = any (b.orders) and b.first is not null) as settlement_index
    offset 0) g on true
$$;
revoke execute on function order_archive_line(trade_order) from public;

create or replace function order_archive_lines(archive_month date, after_member bigint, after_no bigint, lines_max integer)
 RETURNS TABLE(member_id bigint, no bigint, line text, missing text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
  with picked as materialized (
    select o from trade_order o
    where o.id >= (select s.first_id from order_month_span(archive_month) s) and o.id < (select s.end_id from order_month_span(archive_month) s)
      and o.member_id >= after_member and (o.member_id > after_member or o.no < after_no)
    order by o.member_id, o.no desc limit lines_max
  )
  select (p.o).member_id, (p.o).no, l.line::text, l.missing from picked p cross join lateral order_archive_line(p.o) l order by 1, 2 desc
$function$;

-- Which orders the entries with index in [from_index, to_index) are of.
create function order_log_entries(from_index bigint, to_index bigint) returns table (index bigint, order_id uuid)
language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with batch as materialized (
    select b.first, b.kind, b.last_no, coalesce(before.last_no, (select begins_after from order_log)) as after_no
    from order_log_batch b
    left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
    where b.first < to_index
      and b.first >= coalesce((select c.first from order_log_batch c where c.first <= from_index order by c.first desc limit 1), 0)
  )
  select n.index, n.order_id from (
    select b.first + row_number() over (partition by b.first order by x.no) - 1 as index, x.id as order_id
    from batch b cross join lateral (
      select y.id, y.no from trade_order y where y.no > b.after_no and y.no <= b.last_no and y.nonce is not null
      union all select null, y.no from order_archive_number y where y.no > b.after_no and y.no <= b.last_no
    ) x where b.kind = 'orders'
    union all
    select w.first + u.place - 1, u.id
    from settlement_batch w cross join lateral unnest(w.orders) with ordinality u (id, place)
    where w.first > from_index - 2000 and w.first < to_index and exists (select from batch b where b.kind = 'settlements')
  ) n where n.index >= from_index and n.index < to_index
$$;
revoke execute on function order_log_entries(bigint, bigint) from public;

-- Where the entries of an archived month can be in the order log.
create function order_archive_log_span(archive_month date, out low bigint, out high bigint)
language sql stable set search_path = public, pg_temp as $$
  select (select b.first from order_log_batch b where b.kind = 'orders' and b.last_no >= a.first_no order by b.last_no limit 1),
    greatest(
      (select b.first + b.count from order_log_batch b where b.kind = 'orders' and b.last_no >= a.last_no order by b.last_no limit 1),
      (select max(w.first + cardinality(w.orders)) from settlement_batch w where w.during && tstzrange(m.last - interval '10 seconds', m.last + interval '10 seconds')))
  from order_archive a
  cross join lateral (select max(x.last_settled_at) as last from order_archive_member x where x.month = a.month) m
  where a.month = archive_month
$$;
revoke execute on function order_archive_log_span(date) from public;

-- The lines of a month in another order, after one that has this key; empty: from the beginning. At least lines_max of them while there are.
create function order_archive_sorted_lines(archive_month date, by_sort text, after_key text, lines_max integer)
returns table (key text, place bigint, no bigint, line text)
language plpgsql stable set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
#variable_conflict use_column
declare
  span record;
  log record;
  at bigint;
  these integer;
  many integer := 0;
begin
  select s.first_id, s.end_id into span from order_month_span(archive_month) s;
  case by_sort
    when 'moment' then return query
      select o.id::text, coalesce(floor(extract(epoch from uuid_extract_timestamp(o.id)) * 1000)::bigint, 0), o.no, l.line::text
      from (select x as o from trade_order x where x.id >= span.first_id and x.id < span.end_id
        and (after_key = '' or x.id > nullif(after_key, '')::uuid) order by x.id limit lines_max) p
      cross join lateral (select (p.o).id, (p.o).no) o cross join lateral order_archive_line(p.o) l order by o.id;
    when 'closing' then return query
      select (extract(epoch from (p.o).closes_at) * 1000000)::bigint || '/' || encode(p.ref, 'hex'),
        floor(extract(epoch from (p.o).closes_at) * 1000)::bigint, null::bigint,
        jsonb_build_object('wallet', (p.o).wallet, 'ref', encode(p.ref, 'hex'), 'product', (p.o).product, 'duration_sec', (p.o).duration_sec,
          'direction', (p.o).direction, 'closes_at', (p.o).closes_at, 'entry_seq', g.s -> 'entry_seq', 'exit_seq', g.s -> 'exit_seq',
          'entry_price', g.s -> 'entry_price', 'exit_price', g.s -> 'exit_price', 'outcome', g.s -> 'outcome', 'reason', g.s -> 'reason',
          'index', case when (p.o).document_version > 2 then g.log -> 'order' end,
          'settled_index', case when (p.o).document_version > 2 then g.log -> 'settlement' end)::text
      from (select x as o, sha256(x.id::text::bytea) as ref from trade_order x where x.id >= span.first_id and x.id < span.end_id
          and (after_key = '' or x.closes_at >= to_timestamp(split_part(after_key, '/', 1)::bigint / 1000000.0) - interval '1 millisecond'
            and ((extract(epoch from x.closes_at) * 1000000)::bigint, sha256(x.id::text::bytea))
              > (split_part(after_key, '/', 1)::bigint, decode(split_part(after_key, '/', 2), 'hex')))
        order by x.closes_at, sha256(x.id::text::bytea) limit lines_max) p
      cross join lateral order_archive_line(p.o) l
      cross join lateral (select l.line -> 'settlement' as s, l.line -> 'log' as log) g
      order by (p.o).closes_at, p.ref;
    when 'opening' then
      select s.low, s.high into log from order_archive_log_span(archive_month) s;
      at := case after_key when '' then log.low else after_key::bigint + 1 end;
      while at < log.high and many < lines_max loop
        return query
          select e.index::text, e.index, null::bigint, jsonb_build_object('index', e.index, 'kind', o.kind, 'half', o.half, 'seal', encode(o.seal, 'hex'))::text
          from order_log_entries(at, at + 256) e join log_openings(at, at + 256) o on o.index = e.index
          where e.order_id >= span.first_id and e.order_id < span.end_id and o.kind <> 'sealed' order by e.index;
        get diagnostics these = row_count;
        many := many + these;
        at := at + 256;
      end loop;
  end case;
end $$;
revoke execute on function order_archive_sorted_lines(date, text, text, integer) from public;

-- Names the file of the next part in another order. Raises CD004 where its lines are not exactly what the database holds.
create function record_sorted_part(archive_month date, by_sort text, archive_part integer, lines integer, lines_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before record;
  held record;
  refused text;
begin
  perform pg_advisory_xact_lock(727015);
  select p.part, p.last_key into before from order_archive_sorted p where p.sort = by_sort and p.month = archive_month order by p.part desc limit 1;
  select count(*) as count, encode(sha256(convert_to(string_agg(l.line || E'\n', '' order by l.n), 'UTF8')), 'hex') as hash,
    min(l.place) as low, max(l.place) as high, min(l.no) as first_no, max(l.no) as last_no, (array_agg(l.key order by l.n desc))[1] as last_key
  into held from order_archive_sorted_lines(archive_month, by_sort, coalesce(before.last_key, ''), lines) with ordinality l (key, place, no, line, n);
  if not exists (select from order_archive a where a.month = archive_month) then refused := 'NOT_ARCHIVED';
  elsif archive_part is distinct from coalesce(before.part, 0) + 1 then refused := 'PART';
  elsif held.count is distinct from lines or held.hash is distinct from lines_hash then refused := 'DIFFERENT';
  end if;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive_sorted (sort, month, part, count, low, high, first_no, last_no, last_key, sha256)
  values (by_sort, archive_month, archive_part, lines, held.low, held.high, held.first_no, held.last_no, held.last_key, decode(lines_hash, 'hex'));
end $$;
revoke execute on function record_sorted_part(date, text, integer, integer, text) from public;

-- Whether every line of a month in another order is in a file: none follows the last part, and no signed order lacks one of its entries.
create function is_order_month_sorted(archive_month date, by_sort text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not exists (select from order_archive_sorted_lines(archive_month, by_sort, coalesce((select p.last_key from order_archive_sorted p
      where p.sort = by_sort and p.month = archive_month order by p.part desc limit 1), ''), 1))
    and (select coalesce(sum(p.count), 0) from order_archive_sorted p where p.sort = by_sort and p.month = archive_month)
      >= case by_sort when 'opening' then 2 * (select count(*) from order_month_span(archive_month) span
          join trade_order o on o.id >= span.first_id and o.id < span.end_id where o.document_version > 2)
        else (select a.count from order_archive a where a.month = archive_month) end
$$;
revoke execute on function is_order_month_sorted(date, text) from public;

create or replace function log_openings(from_index bigint, to_index bigint)
 RETURNS TABLE(index bigint, kind text, half text, seal bytea, product text, version integer, hash bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  with bound as materialized (
    select greatest(from_index, 0) as low, least(to_index, from_index + 256, h.size) as high, h.size
    from (select x.size from order_log_head x order by x.size desc limit 1) h
  ), batch as materialized (
    select b.first, b.kind, b.last_no, coalesce(before.last_no, (select begins_after from order_log)) as after_no
    from bound, order_log_batch b
    left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
    where b.first < bound.high
      and b.first >= coalesce((select c.first from order_log_batch c where c.first <= bound.low order by c.first desc limit 1), 0)
  ), placed as materialized (
    select greatest(b.first, bound.low) + row_number() over (partition by b.first order by x.no) - 1 as index, x.id
    from bound, batch b
    cross join lateral (
      select o.id, o.no from (
        select y.id, y.no from trade_order y where y.no > b.after_no and y.no <= b.last_no and y.nonce is not null
        union all select null, y.no from order_archive_number y where y.no > b.after_no and y.no <= b.last_no
      ) o
      order by o.no offset greatest(0, bound.low - b.first) limit bound.high - greatest(b.first, bound.low)
    ) x
    where b.kind = 'orders'
  ), ended as materialized (
    select w.first + u.place - 1 as index, u.id
    from bound, settlement_batch w
    cross join lateral unnest(w.orders) with ordinality u (id, place)
    where w.first > bound.low - 2000 and w.first < bound.high and w.first + u.place - 1 >= bound.low and w.first + u.place - 1 < bound.high
      and exists (select from batch b where b.kind = 'settlements')
  ), opened as materialized (
    select e.index, case when o.document_version < 3 then 'older' else 'settlement' end as kind,
      public_settlement(s, p.decimals) as half,
      log_seal(o.nonce, settlement_document(s, p.decimals, site.currency_decimals)) as seal,
      null::text as product, null::integer as version, null::bytea as hash
    from ended e
    cross join site
    join settlement s on s.order_id = e.id
    join trade_order o on o.id = e.id
    join product p on p.code = o.product
    union all
    select e.index, case when o.document_version < 3 then 'older' when done.is_logged then 'order' else 'sealed' end,
      public_order(o, v.hash), log_seal(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals)), null, null, null
    from bound
    cross join placed e
    cross join site
    join trade_order o on o.id = e.id
    join terms v on v.product = o.product and v.version = o.terms_version
    left join lateral (
      select true as is_logged from settlement s
      join settlement_batch w on w.during @> s.settled_at and w.first < bound.size and s.order_id = any (w.orders)
      where s.order_id = o.id limit 1
    ) done on true
    union all
    select t.index, 'terms', null, null, t.product, t.version, v.hash
    from bound, log_terms t join terms v on v.product = t.product and v.version = t.version
    where t.index >= bound.low and t.index < bound.high
  )
  select n.index, coalesce(o.kind, 'sealed'), case when o.kind in ('order', 'settlement') then o.half end,
    case when o.kind in ('order', 'settlement') then o.seal end, o.product, o.version, o.hash
  from bound
  cross join lateral generate_series(bound.low, bound.high - 1) n (index)
  left join opened o on o.index = n.index
  order by n.index
$function$;

-- Why a month must stay in the database; null where it may leave. What has left is older than what stays.
create function order_month_stays(archive_month date, kept_months integer) returns text
language sql stable as $$
  select coalesce(order_month_held(archive_month, kept_months), case
    when not exists (select from order_archive a where a.month = archive_month)
      or not (select bool_and(is_order_month_sorted(archive_month, sort)) from unnest(array['moment', 'opening', 'closing']) sort) then 'NOT_ARCHIVED'
    when exists (select from trade_order o where o.id < span.first_id) then 'NOT_OLDEST'
    when exists (select from settlement_alarm a where a.order_id >= span.first_id and a.order_id < span.end_id) then 'ORDER_OPEN'
    when not exists (select from fairness_day d
      where d.ends_at >= (archive_month + interval '1 month') at time zone 'UTC' + interval '1 day') then 'NOT_COUNTED'
  end)
  from (select) one left join lateral order_month_span(archive_month) span on true
$$;
revoke execute on function order_month_stays(date, integer) from public;

-- Takes the tables of a month away, with what they hold, and returns how many bytes that frees. Raises CD004 where the month may not leave.
-- The caller has read its files back. It waits 250 ms for those who read and write orders, and fails with 55P03 then.
create function drop_order_month(archive_month date, kept_months integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  suffix text := to_char(archive_month, 'YYYYMM');
  freed bigint;
  span record;
  refused text;
begin
  perform pg_advisory_xact_lock(727014);
  perform pg_advisory_xact_lock(727015);
  lock table trade_order, settlement in access exclusive mode;
  refused := order_month_stays(archive_month, kept_months);
  select s.first_id, s.end_id into span from order_month_span(archive_month) s;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive_number (no)
  select o.no from trade_order o
  where o.id >= span.first_id and o.id < span.end_id and o.nonce is not null and exists (
    select from (select b.last_no, coalesce((select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1), 0) as after_no
      from order_log_batch b where b.kind = 'orders' and b.last_no >= o.no order by b.last_no limit 1) batch
    where exists (select from trade_order x where x.no > batch.after_no and x.no <= batch.last_no and not (x.id >= span.first_id and x.id < span.end_id)));
  freed := pg_total_relation_size(to_regclass('trade_order_' || suffix)) + pg_total_relation_size(to_regclass('settlement_' || suffix));
  execute format('alter table settlement detach partition settlement_%s', suffix);
  execute format('alter table trade_order detach partition trade_order_%s', suffix);
  execute format('drop table settlement_%1$s, trade_order_%1$s', suffix);
  insert into order_archive_left (month, bytes) values (archive_month, freed);
  return freed;
end $$;
revoke execute on function drop_order_month(date, integer) from public;

-- An order in the file of everything about its member.
create function order_data(o trade_order, s settlement, d smallint) returns json
language sql stable set search_path = public, pg_temp as $$
  select json_build_object('id', o.id, 'no', o.no, 'wallet', o.wallet, 'product', o.product, 'direction', o.direction,
    'stake', price_text(o.stake, d), 'fee', price_text(o.fee, d), 'payout', price_text(o.payout, d), 'durationSec', o.duration_sec,
    'termsVersion', o.terms_version, 'acceptedAt', o.accepted_at, 'entryAt', o.entry_at, 'closesAt', o.closes_at,
    'outcome', s.outcome, 'reason', s.reason, 'profit', price_text(s.profit, d), 'credited', price_text(s.credited, d),
    'settledAt', s.settled_at)
$$;
revoke execute on function order_data(trade_order, settlement, smallint) from public;

-- The same of lines of an archived month, in the order of these.
create function order_data_of_lines(lines text[]) returns table (key text, data json)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.no::text, order_data(o, s, site.currency_decimals)
  from site cross join unnest(lines) with ordinality l (line, n)
  cross join lateral jsonb_populate_record(null::trade_order, l.line::jsonb -> 'order') o
  cross join lateral jsonb_populate_record(null::settlement, l.line::jsonb -> 'settlement') s
  order by l.n
$$;
revoke execute on function order_data_of_lines(text[]) from public;
grant execute on function order_data_of_lines(text[]) to candor_worker;

create or replace function member_data(of_request uuid, part text, after_key text, most integer)
 RETURNS TABLE(key text, data json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  who bigint := (select r.member_id from data_request r where r.id = of_request and r.status = 'asked');
  d smallint := (select s.currency_decimals from site s);
  -- By what a part is in order: a number, an id, or an account and the number in it. Empty: from the beginning.
  after_n bigint := case when after_key ~ '^\d+$' then after_key else '0' end;
  after_id uuid := case when after_key ~ '-' then after_key else '00000000-0000-0000-0000-000000000000' end;
  after_account bigint := case when after_key ~ '/' then split_part(after_key, '/', 1) else '0' end;
  after_no bigint := case when after_key ~ '/' then split_part(after_key, '/', 2) else '0' end;
begin
  if who is null then
    raise exception 'DATA_REFUSED' using errcode = 'CD350';
  end if;
  case part
    when 'account' then return query
      select '', json_build_object('username', m.username, 'nickname', m.nickname, 'phone', m.phone, 'country', m.country, 'email', m.email,
        'realName', encode(m.real_name_sealed, 'hex'), 'idNumber', encode(m.id_number_sealed, 'hex'), 'language', m.language,
        'timeZone', m.time_zone, 'theme', m.theme, 'directionColours', m.updown, 'careMode', m.care_mode, 'inviteCode', m.invite_code,
        'invitedSomeone', (select count(*) from member x where x.invited_by = m.id), 'wasInvited', m.invited_by is not null,
        'frozen', m.frozen, 'tradingAllowed', m.trading_allowed, 'withdrawalAllowed', m.withdrawal_allowed, 'registeredAt', m.created_at)
      from member m where m.id = who;
    when 'bankCard' then return query
      select '', json_build_object('bank', c.bank, 'branch', c.branch, 'holder', encode(c.holder_sealed, 'hex'),
        'number', encode(c.number_sealed, 'hex'), 'boundAt', c.bound_at)
      from bank_card c where c.member_id = who;
    when 'verifications' then return query
      select v.id::text, json_build_object('status', v.status, 'realName', encode(v.name_sealed, 'hex'),
        'idNumber', encode(v.number_sealed, 'hex'), 'front', v.front_file, 'back', v.back_file, 'submittedAt', v.submitted_at,
        'decidedAt', v.decided_at, 'reason', v.reason, 'wrong', v.wrong)
      from verification v where v.member_id = who and v.id > after_n order by v.id limit most;
    when 'sessions' then return query
      select s.id::text, json_build_object('device', s.user_agent, 'address', s.address, 'createdAt', s.created_at,
        'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at)
      from session s where s.member_id = who order by s.created_at;
    when 'logins' then return query
      select l.id::text, json_build_object('at', l.at, 'device', l.device, 'network', l.address, 'secondStep', l.factor)
      from member_login l where l.member_id = who and l.id > after_n order by l.id limit most;
    when 'securityEvents' then return query
      select e.id::text, json_build_object('at', e.at, 'kind', e.kind, 'device', e.device, 'network', e.address)
      from security_event e where e.member_id = who and e.id > after_n order by e.id limit most;
    when 'passkeys' then return query
      select p.id::text, json_build_object('name', p.name, 'addedAt', p.added_at, 'lastUsedAt', p.last_used_at)
      from passkey p where p.member_id = who order by p.added_at;
    when 'agreements' then return query
      select '', json_build_object('text', t.slug, 'version', t.version, 'acceptedAt', t.accepted_at)
      from text_acceptance t where t.member_id = who order by t.accepted_at;
    when 'limits' then return query
      select '', json_build_object('kind', l.kind, 'period', l.period, 'amount', price_text(l.amount, d), 'waiting', l.waiting,
        'nextAmount', price_text(l.next_amount, d), 'nextAt', l.next_at)
      from own_limit l where l.member_id = who order by l.kind, l.period;
    when 'exclusions' then return query
      select e.id::text, json_build_object('term', e.term, 'at', e.at, 'until', nullif(e.until, 'infinity'))
      from self_exclusion e where e.member_id = who and e.id > after_n order by e.id limit most;
    when 'restrictions' then return query
      select r.id::text, json_build_object('at', r.at, 'kind', r.kind, 'restricted', r.restricted, 'reason', r.code)
      from member_restriction r where r.member_id = who and r.id > after_n order by r.id limit most;
    when 'priceAlerts' then return query
      select a.id::text, json_build_object('product', a.product, 'side', a.side, 'target', price_text(a.target, p.decimals),
        'createdAt', a.created_at, 'expiresAt', a.expires_at, 'firedAt', a.fired_at, 'firedPrice', price_text(a.fired_price, p.decimals))
      from price_alert a join product p on p.code = a.product where a.member_id = who order by a.created_at;
    when 'messages' then return query
      select m.id::text, json_build_object('at', m.at, 'kind', m.kind, 'state', m.state, 'subject', m.subject,
        'amount', price_text(m.amount, d), 'reason', m.reason, 'readAt', m.read_at)
      from member_message m where m.member_id = who and m.id > after_n order by m.id limit most;
    when 'support' then return query
      select x.id::text, json_build_object('at', x.created_at, 'author', x.author, 'text', x.text, 'order', x.order_id,
        'picture', x.file_id, 'finding', x.finding)
      from support_conversation c join support_message x on x.conversation_id = c.id where c.member_id = who and x.id > after_n order by x.id limit most;
    when 'complaints' then return query
      select c.id::text, json_build_object('number', c.id, 'topic', c.topic, 'text', c.text, 'about', c.about, 'aboutId', c.about_id,
        'aboutName', c.about_name, 'openedAt', c.opened_at, 'dueOn', c.due_on, 'state', c.state, 'decision', c.decision, 'endedAt', c.ended_at)
      from complaint c where c.member_id = who and c.id > after_n order by c.id limit most;
    when 'complaintSteps' then return query
      select x.complaint_id || '/' || x.seq, json_build_object('number', x.complaint_id, 'step', x.seq, 'kind', x.kind, 'at', x.at,
        'text', x.text, 'decision', x.decision)
      from complaint c join complaint_step x on x.complaint_id = c.id
      where c.member_id = who and (x.complaint_id, x.seq) > (after_account, after_no) order by x.complaint_id, x.seq limit most;
    when 'deposits' then return query
      select y.id::text, json_build_object('id', y.id, 'reference', y.reference, 'createdAt', y.created_at, 'wallet', y.wallet,
        'channel', y.channel, 'amount', price_text(y.amount, d), 'asset', y.asset, 'status', y.status, 'credited', price_text(y.credited, d),
        'reason', y.reason, 'txid', y.txid, 'payer', y.payer, 'proof', y.proof, 'paidAt', y.paid_at, 'decidedAt', y.decided_at)
      from deposit y where y.member_id = who and y.id > after_id order by y.id limit most;
    when 'withdrawals' then return query
      select w.id::text, json_build_object('id', w.id, 'reference', w.reference, 'createdAt', w.created_at, 'wallet', w.wallet,
        'amount', price_text(w.amount, d), 'fee', price_text(w.fee, d), 'card', w.payee, 'status', w.status, 'payout', w.paid_out,
        'reason', w.reason, 'decidedAt', w.decided_at, 'lockedAt', (select k.at from withdrawal_lock k where k.withdrawal_id = w.id))
      from withdrawal w where w.member_id = who and w.id > after_id order by w.id limit most;
    when 'holdings' then return query
      select h.id::text, json_build_object('id', h.id, 'reference', h.reference, 'createdAt', h.created_at, 'wallet', h.wallet,
        'project', h.project_id, 'version', h.version, 'principal', price_text(h.principal, d), 'startsOn', h.starts_on,
        'maturesOn', h.matures_on, 'status', h.status, 'paid', price_text(h.paid, d), 'earned', price_text(h.earned, d), 'endedOn', h.ended_on)
      from holding h where h.member_id = who and h.id > after_id order by h.id limit most;
    when 'savings' then return query
      select s.n::text, json_build_object('id', s.id, 'at', s.at, 'wallet', s.wallet, 'direction', s.direction, 'origin', s.origin,
        'amount', price_text(s.amount, d))
      from savings_transfer s where s.member_id = who and s.n > after_n order by s.n limit most;
    when 'pictures' then return query
      select f.id::text, json_build_object('id', f.id, 'purpose', f.purpose, 'at', f.created_at, 'bytes', f.bytes, 'erasedAt', f.erased_at)
      from file f where f.member_id = who and f.id > after_id order by f.id limit most;
    when 'orders' then return query
      select o.no::text, order_data(o, s, d)
      from trade_order o left join settlement s on s.order_id = o.id
      where o.member_id = who and o.no > after_n order by o.no limit most;
    when 'transfers' then return query
      select a.id || '/' || l.seq, json_build_object('id', l.id, 'at', l.at, 'account', a.kind, 'wallet', a.wallet, 'type', l.type,
        'amount', price_text(l.amount, d), 'balanceAfter', price_text(l.balance, d), 'refType', l.ref_type, 'refId', l.ref_id)
      from account a cross join lateral (
        select x.* from (
          (select t.id, t.at, t.type, t.ref_type, t.ref_id, -t.amount as amount, t.debit_balance_after as balance, t.debit_seq as seq
           from transfer t where t.debit_account = a.id and t.debit_seq > case when a.id = after_account then after_no else 0 end
           order by t.debit_seq limit most)
          union all
          (select t.id, t.at, t.type, t.ref_type, t.ref_id, t.amount, t.credit_balance_after, t.credit_seq
           from transfer t where t.credit_account = a.id and t.credit_seq > case when a.id = after_account then after_no else 0 end
           order by t.credit_seq limit most)) x
        order by x.seq limit most) l
      where a.member_id = who and a.id >= after_account order by a.id, l.seq limit most;
  end case;
end $function$;
