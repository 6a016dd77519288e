-- Closed months of orders as files (decision 173). These tables say which file holds which orders of a month, and the functions are the
-- only way in: a part is named only if its hash is that of what the database holds, with every order settled, logged and signed. Nobody
-- but the owner archives; the roles read what there is. Nothing leaves the database here.

set local check_function_bodies = off;

create table order_archive_part (
  month        date not null check (extract(day from month) = 1),
  part         integer not null check (part > 0),
  count        integer not null check (count > 0),
  first_member bigint not null,
  first_no     bigint not null,
  last_member  bigint not null,
  last_no      bigint not null,
  sha256       bytea not null check (length(sha256) = 32),
  archived_at  timestamptz not null default clock_timestamp(),
  primary key (month, part),
  constraint order_archive_part_span_check check (first_member < last_member or first_member = last_member and first_no >= last_no)
);
comment on table order_archive_part is 'One row a file of orders of a month, by member, the newest first. sha256: of its lines, before they are compressed and sealed.';

create table order_archive (
  month       date primary key check (extract(day from month) = 1),
  parts       integer not null check (parts > 0),
  count       bigint not null check (count > 0),
  first_no    bigint not null,
  last_no     bigint not null check (last_no >= first_no),
  sha256      bytea not null check (length(sha256) = 32),
  archived_at timestamptz not null default clock_timestamp()
);
comment on table order_archive is 'Months of which every order is in a file. sha256: of the hashes of its parts, one after the other.';

create trigger keep_sealed before delete or update or truncate on order_archive_part for each statement execute function keep_sealed();
create trigger keep_sealed before delete or update or truncate on order_archive for each statement execute function keep_sealed();

grant select on order_archive, order_archive_part to candor_http, candor_worker, candor_console;

-- The ids of a month: from the first, up to but without the last. The oldest table has the orders of all months before it as well.
create function order_month_span(archive_month date, out first_id uuid, out end_id uuid)
language sql stable as $$
  select case when pg_get_expr(c.relpartbound, c.oid) like '%MINVALUE%' then '00000000-0000-0000-0000-000000000000'::uuid
      else month_id(archive_month) end,
    month_id((archive_month + interval '1 month')::date)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.trade_order'::regclass and c.relname = 'trade_order_' || to_char(archive_month, 'YYYYMM')
$$;

-- Why a month may not be archived; null where it may. It is over for as long as the site keeps months, and never less than three: by
-- then members have seen their results, and days of ticks have left.
create function order_month_held(archive_month date, kept_months integer) returns text
language sql stable as $$
  select case
    when extract(day from archive_month) <> 1 or span.first_id is null
      or to_regclass('public.settlement_' || to_char(archive_month, 'YYYYMM')) is null then 'NO_MONTH'
    when (archive_month + interval '1 month') at time zone 'UTC' + make_interval(months => greatest(kept_months, 3)) > clock_timestamp()
      then 'NOT_OLD'
    when exists (select from position p where p.order_id >= span.first_id and p.order_id < span.end_id) then 'ORDER_OPEN'
  end
  from order_month_span(archive_month) span
$$;

-- The orders of a month after one of a member, by member, the newest first: each as one line with its settlement and where both are in
-- the order log, and what it still lacks. A line is the row itself, so that nothing is forgotten, and the same row can be made of it.
create function order_archive_lines(archive_month date, after_member bigint, after_no bigint, lines_max integer)
returns table (member_id bigint, no bigint, line text, missing text)
language sql stable set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
  with picked as materialized (
    select o from trade_order o
    where o.id >= (select s.first_id from order_month_span(archive_month) s) and o.id < (select s.end_id from order_month_span(archive_month) s)
      and o.member_id >= after_member and (o.member_id > after_member or o.no < after_no)
    order by o.member_id, o.no desc limit lines_max
  )
  select (p.o).member_id, (p.o).no,
    jsonb_build_object('order', to_jsonb(p.o), 'settlement', to_jsonb(d.s),
      'log', jsonb_build_object('order', g.order_index, 'settlement', g.settlement_index))::text,
    case when (d.s).order_id is null then 'NOT_SETTLED'
      when (p.o).nonce is not null and g.order_index is null then 'NOT_LOGGED'
      when (p.o).request_key is not null and g.settlement_index is null then 'NOT_LOGGED'
      when not exists (select from checkpoint c where c.product = (p.o).product and c.at >= (p.o).closes_at) then 'NOT_SIGNED'
    end
  from picked p
  left join lateral (select s from settlement s where s.order_id = (p.o).id offset 0) d on true
  left join lateral (
    select
      (select b.first + (select count(*) from trade_order x
          where x.no > coalesce(before.last_no, 0) and x.no < (p.o).no and x.nonce is not null)
        from (select c.first from order_log_batch c where c.last_no >= (p.o).no and c.kind = 'orders' order by c.last_no limit 1) b
        left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
        where (p.o).nonce is not null) as order_index,
      (select b.first + array_position(b.orders, (p.o).id) - 1 from settlement_batch b
        where b.during @> (d.s).settled_at and (p.o).id = any (b.orders) and b.first is not null) as settlement_index
    offset 0) g on true
  order by 1, 2 desc
$$;

-- Names the file of the next part. Raises CD004 where its lines are not exactly what the database holds, or lack something.
create function record_order_part(archive_month date, archive_part integer, lines integer, lines_hash text, kept_months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before record;
  held record;
  refused text := order_month_held(archive_month, kept_months);
begin
  perform pg_advisory_xact_lock(727015);
  select p.part, p.last_member, p.last_no into before from order_archive_part p where p.month = archive_month order by p.part desc limit 1;
  select count(*) as count, min(l.missing) as missing,
    encode(sha256(convert_to(string_agg(l.line || E'\n', '' order by l.member_id, l.no desc), 'UTF8')), 'hex') as hash,
    (array_agg(l.member_id order by l.member_id, l.no desc))[1] as first_member, (array_agg(l.no order by l.member_id, l.no desc))[1] as first_no,
    (array_agg(l.member_id order by l.member_id desc, l.no))[1] as last_member, (array_agg(l.no order by l.member_id desc, l.no))[1] as last_no
  into held from order_archive_lines(archive_month, coalesce(before.last_member, 0), coalesce(before.last_no, 0), lines) l;
  if refused is not null then null;
  elsif archive_part is distinct from coalesce(before.part, 0) + 1 then refused := 'PART';
  elsif held.missing is not null then refused := held.missing;
  elsif held.count is distinct from lines or held.hash is distinct from lines_hash then refused := 'DIFFERENT';
  end if;
  if refused is not null then
    raise exception 'ORDER_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = archive_month::text;
  end if;
  insert into order_archive_part (month, part, count, first_member, first_no, last_member, last_no, sha256)
  values (archive_month, archive_part, lines, held.first_member, held.first_no, held.last_member, held.last_no, decode(lines_hash, 'hex'));
end $$;

-- Says that every order of a month is in a file. Raises CD004 where one is not.
create function record_order_archive(archive_month date, kept_months integer) returns void
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
end $$;

revoke execute on function order_month_span(date), order_month_held(date, integer), order_archive_lines(date, bigint, bigint, integer),
  record_order_part(date, integer, integer, text, integer), record_order_archive(date, integer) from public;
