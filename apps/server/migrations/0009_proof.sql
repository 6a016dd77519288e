-- Proof: signing keys, checkpoints of the chains of ticks, and the order log with its witnesses and time stamps.

-- Bodies of functions name tables of later files.
set local check_function_bodies = off;

-- What a member can check without trusting the site: the keys its word is signed with, the exact document of the terms
-- behind an order, and signed checkpoints that fix where each chain of ticks stood. Kept forever; nothing here is ever
-- updated or deleted, except that a key is marked as retired.
create table proof_key (
  id           text primary key check (id ~ '^[0-9a-f]{8}$'),
  name         text not null check (name ~ '^[a-z]{1,32}$'),
  public_key   bytea not null unique check (length(public_key) = 32),
  created_at   timestamptz not null default clock_timestamp(),
  retired_at   timestamptz check (retired_at >= created_at),
  -- A new signing key is introduced by the old one: its note names both keys and the moment, so that whoever trusts the old key
  -- can follow to the new one (packages/proof/src/key-rotation.ts). A key without a note is possible, because a lost key cannot
  -- sign, but every device that knows the site warns of it.
  introduction text,
  check (starts_with(introduction, 'candor-key-rotation-v1'))
);
comment on table proof_key is 'Public halves of every key that ever signed. id: the key hash of the signed-note format.';
comment on column proof_key.introduction is 'The signed note by which the key before handed over; null for the first key, and after a loss.';
create unique index proof_key_in_use on proof_key (name) where retired_at is null;

-- Says with which key the site signs. A new one retires the one before, at the moment of its introduction; a retired one
-- never comes back, because what it signs from then on would not be believed. Answers whether the key is new.
create function use_proof_key(key_name text, key bytea, introduced text default null) returns table (key_id text, fresh boolean)
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  old proof_key;
  new_key proof_key;
  moment timestamptz := clock_timestamp();
  prefix text;
  rest text;
  signature bytea;
begin
  key_id := encode(substring(sha256(convert_to(key_name || E'\n', 'UTF8') || '\x01'::bytea || key) for 4), 'hex');
  lock table proof_key in share row exclusive mode;
  if exists (select from proof_key where id = key_id and (public_key <> key or retired_at is not null)) then
    raise exception 'PROOF_KEY_RETIRED' using errcode = 'CD003';
  end if;
  fresh := not exists (select from proof_key where id = key_id);
  if fresh then
    select * into old from proof_key where name = key_name and retired_at is null;
    if introduced is not null then
      new_key.id := key_id;
      new_key.name := key_name;
      new_key.public_key := key;
      moment := split_part(introduced, E'\n', 4)::timestamptz;
      prefix := E'candor-key-rotation-v1\n' || verifier_key_text(old) || E'\n' || verifier_key_text(new_key) || E'\n'
        || to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n\n— ' || key_name || ' ';
      rest := substr(introduced, length(prefix) + 1);
      signature := (case when rest ~ E'^[A-Za-z0-9+/]{91}=\n$' then decode(rtrim(rest, E'\n'), 'base64') end);
      if prefix is null or not starts_with(introduced, prefix) or length(signature) is distinct from 68
        or encode(substring(signature for 4), 'hex') <> old.id
        or moment not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes' then
        raise exception 'PROOF_KEY_INTRODUCTION' using errcode = 'CD004';
      end if;
    end if;
    update proof_key set retired_at = greatest(moment, created_at) where id = old.id;
    insert into proof_key (id, name, public_key, introduction) values (key_id, key_name, key, introduced);
  end if;
  return next;
end $$;

create table checkpoint (
  product   text not null references product (code),
  slot      timestamptz not null check (date_trunc('minute', slot) = slot),
  kind      text not null check (kind in ('hour', 'minute')),
  seq       bigint not null check (seq > 0),
  at        timestamptz not null check (at <= slot),
  hash      bytea not null check (length(hash) = 32),
  previous  bytea not null check (length(previous) = 32),
  text_hash bytea not null check (length(text_hash) = 32),
  note      text not null,
  primary key (product, slot),
  unique (product, at),
  check ((kind = 'hour') = (extract(minute from slot at time zone 'UTC') = 0))
);
comment on table checkpoint is 'Where a chain stood at a whole minute, signed. previous: text_hash of the hourly checkpoint it builds on.';
create index checkpoint_newest on checkpoint (slot desc, product);
create index checkpoint_hour on checkpoint (product, slot) where kind = 'hour';

-- The only way in. All are written or none: one that does not extend the last of its product, that does not name the
-- newest tick at its minute, or whose text is not what its note signs, raises CD002; an older epoch raises CD001.
create function publish_checkpoints(writer_epoch bigint, checkpoints jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  entry jsonb;
  code text;
  entry_slot timestamptz;
  entry_at timestamptz;
  entry_seq bigint;
  last checkpoint%rowtype;
  base bytea;
  body text;
  prefix text;
  rest text;
  signature bytea;
  refused text;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for share) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  for entry in select value from jsonb_array_elements(checkpoints) loop
    code := entry ->> 'product';
    entry_slot := (entry ->> 'slot')::timestamptz;
    entry_at := (entry ->> 'at')::timestamptz;
    entry_seq := (entry ->> 'seq')::bigint;
    refused := null;
    perform from tick_head h where h.product = code for update;
    select * into last from checkpoint c where c.product = code order by slot desc limit 1;
    base := coalesce((select text_hash from checkpoint c where c.product = code and kind = 'hour' order by slot desc limit 1),
      decode(repeat('00', 32), 'hex'));
    body := 'candor-checkpoint-v1' || E'\n' || code || E'\n' || (entry ->> 'kind') || E'\n'
      || to_char(entry_slot at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n' || entry_seq || E'\n'
      || to_char(entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n' || (entry ->> 'hash') || E'\n'
      || (entry ->> 'previous') || E'\n';
    prefix := body || E'\n— candor ';
    rest := substr(entry ->> 'note', length(prefix) + 1);
    signature := case when rest ~ E'^[A-Za-z0-9+/]{91}=\n$' then decode(rtrim(rest, E'\n'), 'base64') end;
    if entry_slot > clock_timestamp() then refused := 'FUTURE';
    elsif date_trunc('minute', entry_slot) <> entry_slot then refused := 'NOT_WHOLE_MINUTE';
    elsif (entry ->> 'kind') <> (case when date_trunc('hour', entry_slot) = entry_slot then 'hour' else 'minute' end) then refused := 'KIND';
    elsif last.product is not null and entry_slot <= last.slot then refused := 'NOT_AFTER_LAST';
    elsif last.product is not null and entry_seq <= last.seq then refused := 'NOT_MOVED';
    elsif last.product is not null and not exists (select from tick t where t.product = code and t.seq = last.seq and t.at = last.at
      and t.hash = last.hash) then refused := 'HISTORY_CHANGED';
    elsif decode(entry ->> 'previous', 'hex') <> base then refused := 'PREVIOUS';
    elsif not exists (select from tick t where t.product = code and t.seq = entry_seq and t.at = entry_at and entry_at <= entry_slot
      and t.hash = decode(entry ->> 'hash', 'hex')) then refused := 'TICK';
    elsif exists (select from tick t where t.product = code and t.at > entry_at and t.at <= entry_slot) then refused := 'NOT_NEWEST';
    elsif not starts_with(entry ->> 'note', prefix) or length(signature) is distinct from 68 then refused := 'NOTE';
    elsif not exists (select from proof_key k where k.name = 'candor' and k.retired_at is null
      and k.id = encode(substring(signature for 4), 'hex')) then refused := 'KEY';
    end if;
    if refused is not null then
      raise exception 'CHECKPOINT_REFUSED: %', refused using errcode = 'CD002', detail = code;
    end if;
    insert into checkpoint (product, slot, kind, seq, at, hash, previous, text_hash, note)
    values (code, entry_slot, entry ->> 'kind', entry_seq, entry_at, decode(entry ->> 'hash', 'hex'), base,
      sha256(convert_to(body, 'UTF8')), entry ->> 'note');
  end loop;
end $$;

-- The text of a key for people and programs, as verifierKeyText writes it.
create function verifier_key_text(key proof_key) returns text
language sql immutable set search_path = public, pg_temp as $$
  select key.name || '+' || key.id || '+' || encode('\x01'::bytea || key.public_key, 'base64')
$$;

-- The order log: the site commits to every order before the price that begins it is known. Here the database makes the
-- commitments, in batches, from its own rows. What a commitment is: packages/proof/src/order-log; why: decision 062.
create table order_log (
  begins_after bigint not null,
  decided_no   bigint not null,
  only_row     boolean primary key default true,
  check (decided_no >= begins_after),
  check (only_row)
);
comment on table order_log is
  'Orders up to begins_after are older than the log. Every order number up to decided_no is committed or will never be used.';

insert into order_log (begins_after, decided_no) values (0, 0);

create table order_log_batch (
  first     bigint primary key,
  count     integer not null,
  entries   bytea not null,
  last_no   bigint not null,
  sealed_at timestamptz not null default clock_timestamp(),
  -- A batch of settlements carries on the last order number: what a head covers of orders is what it was.
  kind      text not null default 'orders' check (kind in ('orders', 'settlements')),
  check (first >= 0),
  check (count > 0),
  constraint order_log_batch_entries_check check (length(entries) = 32 * count)
);
comment on table order_log_batch is
  'Commitments in the order of the log. first: index of the first of them. Orders: those with numbers up to last_no that no batch before holds. Settlements: last_no is that of the batch before.';
create unique index order_log_batch_last_no on order_log_batch (last_no) where kind = 'orders';
create trigger keep_sealed before update or delete or truncate on order_log_batch for each statement execute function keep_sealed();

-- Every transaction that writes orders holds this lock from before its first number is drawn; the placement also from before
-- it reads the clock. Numbers are drawn while rows are made, so this trigger runs before the statement.
create function hold_order_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(727005);
  return null;
end $$;
create trigger hold_order_log before insert on trade_order for each statement execute function hold_order_log();

-- Nobody can place an order behind what is sealed, whatever number it names. An order whose entry tick is published without
-- it would be void from the start: it is refused, nothing is taken, and the placement decides again with a later entry.
create function keep_order_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sealed bigint := (select decided_no from order_log);
  refused text;
begin
  select case when p.nonce is null then 'NONCE' else 'SEALED' end into refused from placed p where p.nonce is null or p.no <= sealed limit 1;
  if not found then
    select 'ENTRY_PUBLISHED' into refused from (select distinct product, entry_at from placed) p
    join tick_head h on h.product = p.product and h.at >= p.entry_at and h.log_size is not null limit 1;
  end if;
  if refused is not null then
    raise exception 'ORDER_REFUSED: %', refused using errcode = 'CD006';
  end if;
  return null;
end $$;
create trigger keep_order_log after insert on trade_order referencing new table as placed
  for each statement execute function keep_order_log();

-- Waits until no transaction that writes orders is running, and keeps the number up to which no order can come any more.
-- Waits for this long at most, and then answers null: prices never wait for a placement that hangs. Placements that begin
-- meanwhile wait for this, so the caller commits at once. What it keeps is true whoever asks. With a moment, it covers every
-- order that is accepted before that moment: a caller whose clock is fast gets null.
create function decide_order_numbers(wait_ms integer, accepted_before timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest bigint;
begin
  perform set_config('lock_timeout', greatest(1, least(wait_ms, 1000)) || 'ms', true);
  perform pg_advisory_xact_lock(727005);
  if clock_timestamp() < accepted_before then return null; end if;
  newest := (select max(no) from trade_order);
  update order_log set decided_no = newest where decided_no < newest;
  return coalesce(newest, 0);
exception when lock_not_available then
  return null;
end $$;

-- Seals the orders whose numbers are decided and that no batch holds. Answers the batches from this index on, the new one
-- with them. Fenced like the ticks. The caller never sees an order.
create function seal_orders(writer_epoch bigint, from_index bigint) returns table (first bigint, entries bytea)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  upto bigint;
  newest order_log_batch%rowtype;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for update) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  select decided_no into strict upto from order_log;
  select * into newest from order_log_batch b order by b.first desc limit 1;
  insert into order_log_batch (first, count, entries, last_no)
  select coalesce(newest.first + newest.count, 0), count(*), string_agg(
      order_commitment(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals)), ''::bytea order by o.no), max(o.no)
  from trade_order o
  join terms v on v.product = o.product and v.version = o.terms_version
  cross join site
  where o.no > coalesce(newest.last_no, (select begins_after from order_log)) and o.no <= upto and o.nonce is not null
  having count(*) > 0;
  return query select b.first, b.entries from order_log_batch b where b.first >= from_index order by b.first limit 1000;
end $$;

-- The tree over the commitments of the order log: its heads, and its hashes in tiles of up to 256 (packages/proof/src/order-log).
-- Ticks name a head. A tile grows at its end; nothing else ever changes.
create table order_log_head (
  size bigint primary key,
  root bytea not null,
  at   timestamptz not null default clock_timestamp(),
  check (size >= 0),
  check (length(root) = 32)
);
comment on table order_log_head is 'Sizes of the tree at which a tick may commit to it, each the end of a batch.';
create trigger keep_sealed before update or delete or truncate on order_log_head for each statement execute function keep_sealed();

insert into order_log_head (size, root) values (0, sha256(''));

create table order_log_tile (
  level  smallint not null,
  n      bigint not null,
  hashes bytea not null,
  primary key (level, n),
  check (level between 0 and 6),
  check (n >= 0),
  check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0)
);
comment on table order_log_tile is 'C2SP tlog-tiles: 256 hashes each, fewer in the newest tile of a level.';
create trigger keep_sealed before delete or truncate on order_log_tile for each statement execute function keep_sealed();

create function keep_tile() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.level, new.n) is distinct from (old.level, old.n) or substring(new.hashes for length(old.hashes)) is distinct from old.hashes then
    raise exception 'SEALED: order_log_tile' using errcode = 'CD010', table = 'order_log_tile';
  end if;
  return new;
end $$;
create trigger keep_tile before update on order_log_tile for each row execute function keep_tile();

-- Writes a head and what is new in the tiles. Element i of each array is a piece: hashes for the end of a tile, which has
-- `froms` of them by now. Raises CD010 unless the head is the end of a batch, later than the last, and the pieces fit.
create function append_order_log(writer_epoch bigint, new_size bigint, new_root bytea, levels smallint[], ns bigint[],
  froms integer[], pieces bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_size bigint;
  batch order_log_batch%rowtype;
  refused text;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for update) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  old_size := (select max(size) from order_log_head);
  select * into batch from order_log_batch b where b.first < new_size order by b.first desc limit 1;
  if new_size is null or new_size <= old_size then refused := 'NOT_AFTER_LAST';
  elsif batch.first + batch.count is distinct from new_size then refused := 'NOT_SEALED';
  elsif (select sum(length(hashes)) from unnest(levels, pieces) as p (level, hashes) where level = 0)
    is distinct from 32 * (new_size - old_size) then refused := 'LEAVES';
  end if;
  if refused is null then
    insert into order_log_tile as t (level, n, hashes)
    select p.level, p.n, p.hashes from unnest(levels, ns, froms, pieces) as p (level, n, start, hashes) where p.start = 0
    on conflict do nothing;
    update order_log_tile t set hashes = t.hashes || p.hashes
    from unnest(levels, ns, froms, pieces) as p (level, n, start, hashes)
    where p.start > 0 and t.level = p.level and t.n = p.n and length(t.hashes) = 32 * p.start;
    if exists (select from unnest(levels, ns, froms, pieces) as p (level, n, start, hashes)
      left join order_log_tile t on t.level = p.level and t.n = p.n
      where t.hashes is null or length(t.hashes) <> 32 * p.start + length(p.hashes)
        or substring(t.hashes from 32 * p.start + 1) <> p.hashes) then refused := 'TILE';
    end if;
  end if;
  if refused is not null then
    raise exception 'ORDER_LOG_REFUSED: %', refused using errcode = 'CD010';
  end if;
  insert into order_log_head (size, root) values (new_size, new_root);
end $$;

-- Witnesses of the order log: the newest head that each of them cosigned. Anyone checks the line by the witness's key; here
-- the database only sees to it that what is kept is a head of its own log, and never an older one (decision 063).
create table log_witness (
  key         text primary key,
  due_at      timestamptz not null,
  size        bigint references order_log_head,
  checkpoint  text,
  cosigned_at timestamptz,
  refusal     text,
  refused_at  timestamptz,
  check (length(key) between 1 and 400),
  check (num_nulls(size, checkpoint, cosigned_at) in (0, 3)),
  check (length(checkpoint) <= 2000),
  check (refusal in ('NOT_UNDERSTOOD', 'KEY_UNKNOWN', 'LOG_UNKNOWN', 'OTHER_HISTORY', 'HISTORY_CHANGED', 'LOG_SHRANK')),
  check ((refusal is null) = (refused_at is null))
);
comment on table log_witness is
  'The newest head that each witness cosigned, by its key. Nobody asks it again before due_at. refusal: what it says of the head now.';
create trigger keep_sealed before delete or truncate on log_witness for each statement execute function keep_sealed();

-- A witness that has cosigned a head never falls back to an older one, and the note is of that very head.
create function keep_log_witness() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  body text := (select E'candor-order-log\n' || size || E'\n' || encode(root, 'base64') || E'\n\n' from order_log_head where size = new.size);
begin
  if tg_op = 'UPDATE' and (new.key <> old.key or old.size > coalesce(new.size, -1)) then
    raise exception 'WITNESS_REFUSED: NOT_NEWER' using errcode = 'CD010', table = 'log_witness';
  end if;
  if new.size is not null and (not starts_with(new.checkpoint, body)
      or substring(new.checkpoint from length(body) + 1) !~ '^— [^\s]+ [A-Za-z0-9+/=]+\n— [^\s]+ [A-Za-z0-9+/=]+\n$') then
    raise exception 'WITNESS_REFUSED: CHECKPOINT' using errcode = 'CD010', table = 'log_witness';
  end if;
  return new;
end $$;
create trigger keep_log_witness before insert or update on log_witness for each row execute function keep_log_witness();

-- Time stamps of the order log (RFC 3161): that a head existed at an hour, said by an authority that is not the site.
-- Anyone checks a token by the authority's certificate; here the database only sees to it that it is for a head of its own
-- log, and that none is changed or taken away (decision 063).
create table log_time_stamp (
  hour       timestamptz primary key,
  size       bigint not null references order_log_head,
  checkpoint text not null,
  authority  text not null,
  stamped_at timestamptz not null,
  token      bytea not null,
  check (extract(epoch from hour)::bigint % 3600 = 0),
  check (length(checkpoint) <= 2000),
  check (length(authority) between 1 and 200),
  check (octet_length(token) between 1 and 32768)
);
comment on table log_time_stamp is
  'Heads of the order log with the token of a time stamping authority (RFC 3161), at most one an hour. The token is over the bytes of checkpoint.';
create trigger keep_sealed before update or delete or truncate on log_time_stamp for each statement execute function keep_sealed();

create function keep_log_time_stamp() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  body text := (select E'candor-order-log\n' || size || E'\n' || encode(root, 'base64') || E'\n\n' from order_log_head where size = new.size);
begin
  if not starts_with(new.checkpoint, body)
      or substring(new.checkpoint from length(body) + 1) !~ '^— [^\s]+ [A-Za-z0-9+/=]+\n$' then
    raise exception 'TIME_STAMP_REFUSED: CHECKPOINT' using errcode = 'CD010', table = 'log_time_stamp';
  end if;
  return new;
end $$;
create trigger keep_log_time_stamp before insert on log_time_stamp for each row execute function keep_log_time_stamp();

-- Settlements are entries of the order log too: the site commits to each outcome and its moment right after it. A settlement
-- has no deadline, so nothing waits for it. Here the database keeps which settlements are not in the log yet, and commits to
-- them from its own rows. What an entry is: packages/proof/src/order-log/commitment.ts; why: decision 062.
--
-- One row a statement (more for one of thousands), so that settling writes almost nothing for the log. The moments say where
-- to look for an order: no others have its settlement. Ids are random enough: trying to make them smaller costs time for nothing.
create table settlement_batch (
  id     bigint generated always as identity primary key,
  orders uuid[] storage external not null,
  during tstzrange not null,
  first  bigint,
  check (cardinality(orders) between 1 and 2000),
  check (first >= 0)
);
comment on table settlement_batch is
  'Orders that were settled together. first: the index of the first of them in the order log, the others follow; null until they are in it.';
create index settlement_batch_waiting on settlement_batch (id) where first is null;
create index settlement_batch_during on settlement_batch using gist (during);
create trigger keep_sealed before delete or truncate on settlement_batch for each statement execute function keep_sealed();

-- Runs in the transaction that settles, whoever settles: no settlement is left out. A row that is committed late is found
-- late, because what waits is what has no index yet, and not what comes after the last id.
create function log_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into settlement_batch (orders, during)
  select s.ids[i : i + 1999], s.during
  from (select array_agg(order_id) as ids, tstzrange(min(settled_at), max(settled_at), '[]') as during from settled) s
  cross join lateral generate_series(1, cardinality(s.ids), 2000) i;
  return null;
end $$;
create trigger log_settlements after insert on settlement referencing new table as settled
  for each statement execute function log_settlements();

-- Only the index is written later, and only once.
create function keep_settlement_batch() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if old.first is not null or new.first is null or (new.id, new.orders, new.during) is distinct from (old.id, old.orders, old.during) then
    raise exception 'SEALED: settlement_batch' using errcode = 'CD010', table = 'settlement_batch';
  end if;
  return new;
end $$;
create trigger keep_settlement_batch before update on settlement_batch for each row execute function keep_settlement_batch();

-- The text of a settlement that is hashed: packages/proof/src/settlement-document.ts as canonical JSON. Without settings of
-- its own, like order_document.
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

create function settlement_commitment(nonce uuid, document text) returns bytea
language sql immutable as $$
  select sha256(convert_to(E'candor-log-settlement-v1\n' || nonce || E'\n' || encode(sha256(convert_to(document, 'UTF8')), 'hex') || E'\n', 'UTF8'))
$$;

-- Seals settlements that are committed and in no batch, the oldest first: rows of them until there are so many or a few more.
-- Answers how many. Fenced like the ticks, and the caller never sees a settlement. A row that does not belong together (nobody
-- can write one without being the owner) gets an entry that nobody can open: the log must go on for all others.
create function seal_settlements(writer_epoch bigint, settlements_max integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  newest order_log_batch%rowtype;
  begins bigint;
  ids bigint[];
  settled uuid[];
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

  select * into newest from order_log_batch b order by b.first desc limit 1;
  begins := coalesce(newest.first + newest.count, 0);
  insert into order_log_batch (first, count, entries, last_no, kind)
  select begins, cardinality(settled), string_agg(
      coalesce(settlement_commitment(o.nonce, settlement_document(s, p.decimals, site.currency_decimals)), sha256(uuid_send(gen_random_uuid()))),
      ''::bytea order by u.place),
    coalesce(newest.last_no, (select begins_after from order_log)), 'settlements'
  from unnest(settled) with ordinality u (order_id, place)
  cross join site
  left join (select x from settlement x where x.order_id = any (settled)) d (s) on (d.s).order_id = u.order_id
  left join (select x.id, x.nonce, x.product from trade_order x where x.id = any (settled)) o on o.id = u.order_id
  left join product p on p.code = o.product;
  update settlement_batch w set first = begins + t.before
  from (select b.id, sum(cardinality(b.orders)) over (order by b.id) - cardinality(b.orders) as before
    from settlement_batch b where b.id = any (ids)) t
  where w.id = any (ids) and w.id = t.id;
  return cardinality(settled);
end $$;
