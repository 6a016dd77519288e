-- The market: products and their terms, ticks and candles, and the files that old ticks leave the database in.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

create table product (
  code         text primary key check (code ~ '^[A-Z0-9]{3,16}$'),
  names        jsonb not null,
  category     text not null check (category in ('crypto', 'forex', 'metal', 'index', 'stock')),
  decimals     smallint not null check (decimals between 0 and 8),
  calendar     jsonb,
  active       boolean not null default true,
  forbidden    boolean not null default false,
  position     integer not null,
  -- Some products may trade at zero and below, as oil for delivery did in April 2020. Of the others such a price is an error
  -- that the database itself refuses.
  signed_scale bigint check (signed_scale > 0)
);
comment on table product is 'One row a product that can be traded.';
comment on column product.calendar is 'Trading sessions in a named time zone with holidays; null is always open.';
comment on column product.signed_scale is
  'Null: every price is above zero. Otherwise any price is legal, and a distance between prices near zero is measured against this many units.';

-- The product that a newcomer chose (0002).
alter table first_run add constraint first_run_product_fkey foreign key (product) references product (code);

create table terms (
  product      text not null references product (code),
  version      integer not null check (version > 0),
  durations    jsonb not null,
  fee_rate     bigint not null default 0 check (fee_rate between 0 and 10000),
  presets      jsonb not null,
  published_at timestamptz not null default clock_timestamp(),
  document     text not null,
  hash         bytea not null check (length(hash) = 32),
  primary key (product, version)
);
comment on table terms is 'Insert-only: an order keeps the version it was accepted under.';
comment on column terms.document is 'Canonical JSON (RFC 8785) of these terms, as packages/proof builds it; hash is its SHA-256.';
create trigger keep_key before update of product, version on terms for each statement execute function refuse_key_change();
create trigger keep_parent after delete on terms referencing old table as gone for each statement execute function refuse_orphans();

create table feed_leader (
  only_row boolean primary key default true check (only_row),
  epoch    bigint not null default 0
);
comment on table feed_leader is 'One row: the epoch of the process that may publish ticks. Each new leader raises it.';

insert into feed_leader default values;

-- Written by publish_ticks alone.
create table tick (
  product        text not null references product (code),
  seq            bigint not null check (seq > 0),
  at             timestamptz not null,
  price          bigint not null,
  status         text not null check (status in ('OK', 'STALE', 'DISAGREE', 'DEAD', 'CLOSED')),
  feed           text not null check (feed in ('live', 'replay', 'simulated')),
  epoch          bigint not null,
  sources        jsonb not null,
  sources_digest bytea not null check (length(sources_digest) = 32),
  prev_hash      bytea not null check (length(prev_hash) = 32),
  hash           bytea not null check (length(hash) = 32),
  -- Every tick names a head of the order log, in its hashed text: before a price that decides an order is known, the site has
  -- committed to that order. An order that its entry tick does not cover is void (packages/domain/src/trading/settle-order.ts).
  log_size       bigint,
  log_root       bytea,
  log_no         bigint,
  primary key (product, seq, at),
  constraint tick_log_check check (num_nulls(log_size, log_root, log_no) in (0, 3)),
  check (log_size >= 0),
  check (length(log_root) = 32)
) partition by range (at);
comment on column tick.log_no is 'The last order number under the head. The database looks it up; it is not in the hashed text.';
create unique index tick_at on tick (product, at);

-- What the sources said of a tick is a list, and never longer than a few sources need (about 200 bytes each, four exchanges):
-- nobody who may publish can fill the disk with it.
alter table tick add check (jsonb_typeof(sources) = 'array' and octet_length(sources::text) <= 8192);

create table tick_head (
  product  text primary key references product (code),
  seq      bigint not null,
  at       timestamptz not null,
  price    bigint not null,
  status   text not null,
  hash     bytea not null,
  log_size bigint check (log_size >= 0)
);
comment on table tick_head is 'One row a product: its newest tick.';

-- Days of ticks are made ahead of time, and in a way that waits for no reader. `create table … partition of` needs tick for
-- itself alone: a backup that was open over midnight stopped the feed. A table of its own that is then attached does not.
create function ensure_tick_partition(day date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  partition_name text := 'tick_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is not null then return; end if;
  -- One at a time. publish_ticks comes here too, where nobody made its day before; it does not wait for long.
  perform pg_advisory_xact_lock(727004);
  if to_regclass(partition_name) is not null then return; end if;
  execute format('create table %I (like tick including defaults including constraints including indexes)', partition_name);
  execute format('alter table tick attach partition %I for values from (%L) to (%L)', partition_name,
    tick_day_start(day), tick_day_start(day + 1));
end $$;

create function take_feed_lead() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  update feed_leader set epoch = epoch + 1 returning epoch
$$;

-- The database itself decides whether a tick may join the chain. A fenced writer (an older epoch) writes nothing at all. A
-- tick that does not extend the head, is not after the last, lies in the future or is over two seconds old is refused, and
-- so is a price at or below zero of a product that names no scale. The hash is computed here again, so that a wrong one can
-- not be stored.
--
-- Every tick names the head of the order log with this size. It need not be the newest: a head that was written late must
-- not cost a second. It is never smaller than the one that the chain named last.
create function publish_ticks(writer_epoch bigint, ticks jsonb, head_size bigint) returns table (product text, refused text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry jsonb;
  head tick_head%rowtype;
  log order_log_head%rowtype;
  covered_no bigint;
  place smallint;
  scale bigint;
  tick_at timestamptz;
  tick_time timestamptz := clock_timestamp();
  expected_hash bytea;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for share) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  select * into log from order_log_head where size = head_size;
  if not found then
    raise exception 'ORDER_LOG_REFUSED: NO_HEAD' using errcode = 'CD010';
  end if;
  covered_no := coalesce((select b.last_no from order_log_batch b where b.first < head_size order by b.first desc limit 1),
    (select begins_after from order_log));
  perform ensure_tick_partition((tick_time at time zone 'UTC')::date);
  perform ensure_tick_partition(((tick_time - interval '5 seconds') at time zone 'UTC')::date);
  for entry in select value from jsonb_array_elements(ticks) loop
    product := entry ->> 'product';
    refused := null;
    tick_at := (entry ->> 'at')::timestamptz;
    select decimals, signed_scale into strict place, scale from product p where p.code = publish_ticks.product;
    select * into head from tick_head h where h.product = publish_ticks.product for update;
    if tick_at > tick_time then refused := 'FUTURE';
    elsif tick_at < tick_time - interval '2 seconds' then refused := 'LATE';
    elsif date_trunc('second', tick_at) <> tick_at then refused := 'NOT_WHOLE_SECOND';
    elsif head.product is not null and tick_at <= head.at then refused := 'NOT_AFTER_LAST';
    elsif (entry ->> 'seq')::bigint <> coalesce(head.seq, 0) + 1 then refused := 'SEQ';
    elsif decode(entry ->> 'prevHash', 'hex') <> coalesce(head.hash, decode(repeat('00', 32), 'hex')) then refused := 'PREV_HASH';
    elsif scale is null and (entry ->> 'price')::bigint <= 0 then refused := 'PRICE';
    elsif head.log_size > head_size then refused := 'LOG_SHRANK';
    end if;
    if refused is null then
      expected_hash := sha256(convert_to(
        'candor-tick-v2' || E'\n' || (entry ->> 'prevHash') || E'\n' || product || E'\n' || (entry ->> 'seq') || E'\n'
        || to_char(tick_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n'
        || price_text((entry ->> 'price')::bigint, place) || E'\n' || (entry ->> 'status') || E'\n' || (entry ->> 'feed') || E'\n'
        || writer_epoch::text || E'\n' || (entry ->> 'sourcesDigest') || E'\n' || log.size || E'\n' || encode(log.root, 'hex') || E'\n',
        'UTF8'));
      if expected_hash <> decode(entry ->> 'hash', 'hex') then refused := 'HASH'; end if;
    end if;
    if refused is null then
      insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash, log_size, log_root, log_no)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status',
        entry ->> 'feed', writer_epoch, entry -> 'sources', decode(entry ->> 'sourcesDigest', 'hex'),
        decode(entry ->> 'prevHash', 'hex'), expected_hash, log.size, log.root, covered_no);
      insert into tick_head as h (product, seq, at, price, status, hash, log_size)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status', expected_hash,
        log.size)
      on conflict on constraint tick_head_pkey do update
        set seq = excluded.seq, at = excluded.at, price = excluded.price, status = excluded.status, hash = excluded.hash,
          log_size = excluded.log_size;
    end if;
    return next;
  end loop;
end $$;

create table candle (
  product text not null references product (code),
  t       timestamptz not null,
  o       bigint not null,
  h       bigint not null,
  l       bigint not null,
  c       bigint not null,
  v       numeric,
  src     text,
  -- A chart draws one kind of prices: a line from simulated to replayed prices shows a jump that no market made.
  feed    text check (feed in ('live', 'replay', 'simulated')),
  primary key (product, t),
  check (l <= least(o, c) and h >= greatest(o, c)),
  check (date_trunc('minute', t) = t)
);
comment on table candle is 'One minute each; higher intervals are folded. src names where a bar came from when it was not built from our ticks.';
comment on column candle.feed is 'The kind of its prices. A bar without one is shown with any kind.';

-- A plan that a connection made for the almost empty table of a new site reads every bar of a product for each bar that it
-- needs, and stays until somebody counts the table. The database does that a minute later by itself; the feed, which fills
-- the table, does it at once.
create function count_candles() returns void
language sql security definer set search_path = public, pg_temp as $$
  analyze candle
$$;

-- The canonical JSON of terms. Terms need a site: without its currency their amounts say nothing.
create function terms_document(entry terms) returns text
language sql stable set search_path = public, pg_temp as $$
  select '{"currency":' || to_json(site.currency)::text || ',"currencyDecimals":' || site.currency_decimals
    || ',"decimals":' || p.decimals || ',"durations":[' || (
      select string_agg('{"maxStake":"' || price_text((offer ->> 'maxStake')::bigint, site.currency_decimals)
        || '","minStake":"' || price_text((offer ->> 'minStake')::bigint, site.currency_decimals)
        || '","payoutRate":"' || price_text((offer ->> 'payoutRate')::bigint, 4::smallint)
        || '","seconds":' || (offer ->> 'seconds')::int || '}', ',' order by (offer ->> 'seconds')::int)
      from jsonb_array_elements(entry.durations) as offer
    ) || '],"feeRate":"' || price_text(entry.fee_rate, 4::smallint) || '","format":"candor-terms-v1","product":"' || p.code
    || '","ruleVersion":1,"version":' || entry.version || '}'
  from site, product p
  where p.code = entry.product
$$;

-- The document follows from the row alone: whoever inserts terms cannot publish another text than what will be applied.
create function write_terms_document() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.document := terms_document(new);
  new.hash := sha256(convert_to(new.document, 'UTF8'));
  return new;
end $$;
create trigger terms_document before insert on terms for each row execute function write_terms_document();

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
--
-- Asked product by product for any one tick of the day: a look at each, where a join would read the whole day.
create function tick_day_held(day date) returns text
language sql stable as $$
  select case
    when tick_day_start(day + 1) > clock_timestamp() - interval '90 days' then 'NOT_COLD'
    when exists (select from product p
      cross join lateral (select from tick t
        where t.product = p.code and t.at >= tick_day_start(day) and t.at < tick_day_start(day + 1) limit 1) one
      where not exists (select from checkpoint c where c.product = p.code and c.at >= tick_day_start(day + 2))) then 'NOT_SIGNED_BEYOND'
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

-- Makes today and the week after it, by the database's clock. Answers how many whole days after today there are.
create function prepare_tick_days() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (clock_timestamp() at time zone 'UTC')::date;
begin
  perform pg_advisory_xact_lock(727004);
  for ahead in 0..7 loop
    perform ensure_tick_partition(today + ahead);
  end loop;
  return (select count(*)::integer from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tick'::regclass and to_date(right(c.relname, 8), 'YYYYMMDD') > today);
end $$;

-- Seeds of simulated prices, published when they are used no more. The ticks of the day name the commitment; with the seed
-- anyone computes the prices again (packages/proof/src/simulated-path.ts).
create table simulator_seed (
  commitment   bytea primary key,
  day          date not null,
  seed         bytea not null,
  published_at timestamptz not null default clock_timestamp(),
  constraint simulator_seed_commitment_check check (commitment = sha256(('candor-simulator-seed-v1' || chr(10) || encode(seed, 'hex') || chr(10))::bytea)),
  check (length(seed) = 32)
);
comment on table simulator_seed is 'What a simulator drew for a UTC day. A process that is killed takes its seed along.';
create index simulator_seed_day on simulator_seed (day);

-- One process leads the feed, and one writes archives.

create function try_feed_lead_lock() returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select pg_try_advisory_lock(727002)
$$;

create function try_archive_lock() returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select pg_try_advisory_lock(727003)
$$;

create function release_archive_lock() returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select pg_advisory_unlock(727003)
$$;
