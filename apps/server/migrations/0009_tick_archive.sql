-- Days of ticks older than 90 days leave the database as signed files. This table says which file holds which part of a
-- chain, and the two functions are the only ways in and out: a file is named only if its note signs what the database
-- holds, and a day leaves only if every chain of it is named so, goes on after it, and nothing open can need it.

create table tick_archive (
  product     text not null references product (code),
  day         date not null,
  first_seq   bigint not null check (first_seq > 0),
  last_seq    bigint not null,
  count       bigint not null check (count = last_seq - first_seq + 1),
  prev_hash   bytea not null check (length(prev_hash) = 32),
  last_hash   bytea not null check (length(last_hash) = 32),
  file_sha256 bytea not null check (length(file_sha256) = 32),
  note        text not null,
  archived_at timestamptz not null default clock_timestamp(),
  primary key (product, day),
  unique (product, first_seq)
);
comment on table tick_archive is 'One row a file of ticks of one product and UTC day. prev_hash: before the first tick.';

create function tick_day_start(day date) returns timestamptz
language sql immutable strict parallel safe as $$ select day::timestamp at time zone 'UTC' $$;

-- What the ticks of a day come to, by product. These helpers have no settings of their own, so that they become part of the
-- query that asks.
create function tick_day_spans(day date) returns table (product text, first_seq bigint, last_seq bigint, count bigint,
  prev_hash bytea, last_hash bytea)
language sql stable as $$
  select s.product, s.first_seq, s.last_seq, s.count,
    (select t.prev_hash from tick t where t.product = s.product and t.seq = s.first_seq and t.at = s.first_at),
    (select t.hash from tick t where t.product = s.product and t.seq = s.last_seq and t.at = s.last_at)
  from (
    select t.product, min(t.seq) as first_seq, max(t.seq) as last_seq, count(*) as count, min(t.at) as first_at, max(t.at) as last_at
    from tick t where t.at >= tick_day_start(day) and t.at < tick_day_start(day + 1) group by t.product
  ) s
$$;

-- Why a day has to stay in the database; null where it may leave. The 90 days are counted from its end, and stand nowhere
-- else. Every chain must be signed a whole day beyond it: then neither the next tick, nor the next checkpoint, nor the last
-- candles are built on it. An order that is still open may yet be settled by it.
create function tick_day_held(day date) returns text
language sql stable as $$
  select case
    when tick_day_start(day + 1) > clock_timestamp() - interval '90 days' then 'NOT_COLD'
    when exists (select from product p
      where exists (select from tick t where t.product = p.code and t.at >= tick_day_start(day) and t.at < tick_day_start(day + 1))
        and not exists (select from checkpoint c where c.product = p.code and c.at >= tick_day_start(day + 2))) then 'NOT_SIGNED_BEYOND'
    when exists (select from position o where o.closes_at >= tick_day_start(day) and o.closes_at < tick_day_start(day + 2)) then 'ORDER_OPEN'
  end
$$;

-- Days of ticks in the database that are older than 90 days, the oldest first.
create function cold_tick_days() returns table (day date, held text)
language sql stable as $$
  select d.day, tick_day_held(d.day) as held
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select to_date(right(c.relname, 8), 'YYYYMMDD') as day) d
  where i.inhparent = 'tick'::regclass and tick_day_held(d.day) is distinct from 'NOT_COLD' order by d.day
$$;

-- Whether a part of a chain begins where the part before it ended, be that here or in a file.
create function tick_span_continues(code text, from_seq bigint, after_hash bytea) returns boolean
language sql stable as $$
  select case when from_seq = 1 then after_hash = decode(repeat('00', 32), 'hex')
    else exists (select from tick_archive a where a.product = code and a.last_seq = from_seq - 1 and a.last_hash = after_hash)
      or exists (select from tick t where t.product = code and t.seq = from_seq - 1 and t.hash = after_hash) end
$$;

-- Names the file of a day. Raises CD004 where the note does not sign, under the key in use, exactly what the database
-- holds of that day; what the file holds is for the caller to read back.
create function record_tick_archive(code text, archive_day date, file_hash text, signed_note text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  span record;
  prefix text;
  rest text;
  signature bytea;
  refused text;
begin
  select * into span from tick_day_spans(archive_day) s where s.product = code;
  prefix := 'candor-tick-archive-v1' || E'\n' || code || E'\n' || to_char(archive_day, 'YYYY-MM-DD') || E'\n' || span.first_seq || E'\n'
    || span.last_seq || E'\n' || span.count || E'\n' || encode(span.prev_hash, 'hex') || E'\n' || encode(span.last_hash, 'hex') || E'\n'
    || file_hash || E'\n' || E'\n— candor ';
  rest := substr(signed_note, length(prefix) + 1);
  signature := case when rest ~ E'^[A-Za-z0-9+/]{91}=\n$' then decode(rtrim(rest, E'\n'), 'base64') end;
  refused := tick_day_held(archive_day);
  if refused is not null then null;
  elsif span.product is null then refused := 'NO_TICKS';
  elsif not tick_span_continues(code, span.first_seq, span.prev_hash) then refused := 'NOT_CONTINUED';
  elsif file_hash !~ '^[0-9a-f]{64}$' then refused := 'FILE_HASH';
  elsif not starts_with(signed_note, prefix) or length(signature) is distinct from 68 then refused := 'NOTE';
  elsif not exists (select from proof_key k where k.name = 'candor' and k.retired_at is null
    and k.id = encode(substring(signature for 4), 'hex')) then refused := 'KEY';
  end if;
  if refused is not null then
    raise exception 'TICK_ARCHIVE_REFUSED: %', refused using errcode = 'CD004', detail = code || ' ' || archive_day;
  end if;
  insert into tick_archive (product, day, first_seq, last_seq, count, prev_hash, last_hash, file_sha256, note)
  values (code, archive_day, span.first_seq, span.last_seq, span.count, span.prev_hash, span.last_hash, decode(file_hash, 'hex'), signed_note);
end $$;

-- The only way a tick leaves the database. It waits but moments for the lock, again and again, because the feed would have
-- to wait behind it; without it in the end it raises 55P03 and everything is as before.
create function drop_archived_ticks(archive_day date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  partition_name text := 'tick_' || to_char(archive_day, 'YYYYMMDD');
  refused text := tick_day_held(archive_day);
  attempts integer := 0;
begin
  if refused is null and to_regclass(partition_name) is null then refused := 'NO_PARTITION'; end if;
  if refused is null and exists (
    select from tick_day_spans(archive_day) s
    left join tick_archive a on a.product = s.product and a.day = archive_day
    where (a.first_seq, a.last_seq, a.count, a.prev_hash, a.last_hash)
      is distinct from (s.first_seq, s.last_seq, s.count, s.prev_hash, s.last_hash)
      or not tick_span_continues(s.product, s.first_seq, s.prev_hash)
  ) then refused := 'NOT_ARCHIVED';
  end if;
  if refused is not null then
    raise exception 'TICKS_STAY: %', refused using errcode = 'CD004', detail = archive_day::text;
  end if;
  loop
    begin
      execute format('drop table %I', partition_name);
      exit;
    exception when lock_not_available then
      attempts := attempts + 1;
      if attempts = 10 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
end $$;

grant select on tick_archive to candor_app;
revoke execute on function record_tick_archive(text, date, text, text), drop_archived_ticks(date) from public;
grant execute on function record_tick_archive(text, date, text, text), drop_archived_ticks(date) to candor_app;
