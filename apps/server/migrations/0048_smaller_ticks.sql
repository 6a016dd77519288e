-- Ticks in fewer bytes (decision 168). Most of a tick was what its sources said, as JSON with every name in it. A new day's table keeps
-- it as one short line a source, times as milliseconds from the tick's second; it takes the log's root from the head that has its size,
-- and stands in an order without gaps. Nothing is lost: what cannot be written in short and read back the same stays as it is.
--
-- Tables of days are made eight days ahead. So the first day in the new form comes when no process of the release before runs any more,
-- and no tick that stands already is written again.

set local check_function_bodies = off;

-- What the sources of a tick said, in short lines: "name|price|trade|its time|received|verdict", both times in milliseconds from the tick's.
-- The text as it was where a line would not give the same again.
create function pack_sources(said jsonb, at timestamptz) returns jsonb
language plpgsql stable as $$
declare
  packed jsonb;
begin
  select jsonb_agg(concat_ws('|', s ->> 'source', s ->> 'price', coalesce(s ->> 'tradeId', ''),
    coalesce(milliseconds_from(at, s ->> 'tradedAt')::text, ''), milliseconds_from(at, s ->> 'receivedAt')::text, s ->> 'verdict') order by n)
  into packed from jsonb_array_elements(said) with ordinality e (s, n);
  if packed is not null and unpack_sources(packed, at) = said then return packed; end if;
  return said;
exception when others then
  return said;
end $$;

create function milliseconds_from(at timestamptz, moment text) returns bigint
language sql stable strict as $$ select (extract(epoch from moment::timestamptz - at) * 1000)::bigint $$;

-- What the sources of a tick said, whichever form it has.
create function unpack_sources(said jsonb, at timestamptz) returns jsonb
language sql stable strict as $$
  select case when jsonb_typeof(said -> 0) is distinct from 'string' then said else (
    select jsonb_agg(jsonb_build_object('source', p[1], 'price', p[2], 'tradeId', nullif(p[3], ''),
      'tradedAt', to_char((at + nullif(p[4], '')::bigint * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'receivedAt', to_char((at + p[5]::bigint * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'verdict', p[6]) order by n)
    from jsonb_array_elements_text(said) with ordinality e (line, n) cross join lateral string_to_array(e.line, '|') p) end
$$;

-- The root of the head that a tick names: its own, or, where it is empty, that of the head with this size, which never goes (keep_sealed).
create function tick_log_root(size bigint, root bytea) returns bytea
language sql stable as $$ select case when root = '' then (select h.root from order_log_head h where h.size = tick_log_root.size) else root end $$;

-- Not checked again on the days that stand: they have passed the narrower rule.
alter table tick drop constraint tick_log_root_check;
alter table tick add constraint tick_log_root_check check (length(log_root) = 32 or log_root = '') not valid;

create function pack_tick() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.sources := pack_sources(new.sources, new.at);
  if exists (select from order_log_head h where h.size = new.log_size and h.root = new.log_root) then new.log_root := ''; end if;
  return new;
end $$;

create or replace function ensure_tick_partition(day date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  partition_name text := 'tick_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is not null then return; end if;
  -- One at a time. publish_ticks comes here too, where nobody made its day before; it does not wait for long.
  perform pg_advisory_xact_lock(727004);
  if to_regclass(partition_name) is not null then return; end if;
  -- What has eight bytes comes first: then nothing is filled up.
  execute format('create table public.%I (%s)', partition_name, (
    select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) || case when a.attnotnull then ' not null' else '' end,
      ', ' order by a.attlen desc, a.attname = 'sources', a.attnum)
    from pg_attribute a where a.attrelid = 'tick'::regclass and a.attnum > 0 and not a.attisdropped)
    || (select string_agg(format(', constraint %I %s', c.conname, replace(pg_get_constraintdef(c.oid), ' NOT VALID', '')), '' order by c.conname)
    from pg_constraint c where c.conrelid = 'tick'::regclass and c.contype = 'c'));
  execute format('create trigger pack_tick before insert on %I for each row execute function pack_tick()', partition_name);
  execute format('alter table tick attach partition %I for values from (%L) to (%L)', partition_name,
    tick_day_start(day), tick_day_start(day + 1));
end $$;

grant execute on function unpack_sources(jsonb, timestamptz) to candor_http, candor_worker, candor_console;
grant execute on function tick_log_root(bigint, bytea) to candor_http, candor_worker;
revoke execute on function pack_sources(jsonb, timestamptz), milliseconds_from(timestamptz, text), unpack_sources(jsonb, timestamptz),
  tick_log_root(bigint, bytea), pack_tick() from public;
