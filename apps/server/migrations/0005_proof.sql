-- What a member can check without trusting the site: the keys its word is signed with, the exact document of the terms
-- behind an order, and signed checkpoints that fix where each chain of ticks stood. Kept forever; nothing here is ever
-- updated or deleted, except that a key is marked as retired.

-- Keys ------------------------------------------------------------------------------------------------------------

create table proof_key (
  id         text primary key check (id ~ '^[0-9a-f]{8}$'),
  name       text not null check (name ~ '^[a-z]{1,32}$'),
  public_key bytea not null unique check (length(public_key) = 32),
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz check (retired_at >= created_at)
);
comment on table proof_key is 'Public halves of every key that ever signed. id: the key hash of the signed-note format.';
create unique index proof_key_in_use on proof_key (name) where retired_at is null;

-- Says with which key this process signs. A new one retires the one before; a retired one never comes back, because
-- what it signs from then on would not be believed. Answers whether the key is new.
create function use_proof_key(key_name text, key bytea) returns table (key_id text, fresh boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  key_id := encode(substring(sha256(convert_to(key_name || E'\n', 'UTF8') || '\x01'::bytea || key) for 4), 'hex');
  lock table proof_key in share row exclusive mode;
  if exists (select from proof_key where id = key_id and (public_key <> key or retired_at is not null)) then
    raise exception 'PROOF_KEY_RETIRED' using errcode = 'CD003';
  end if;
  fresh := not exists (select from proof_key where id = key_id);
  if fresh then
    update proof_key set retired_at = clock_timestamp() where name = key_name and retired_at is null;
    insert into proof_key (id, name, public_key) values (key_id, key_name, key);
  end if;
  return next;
end $$;

-- Terms -----------------------------------------------------------------------------------------------------------

alter table terms add document text, add hash bytea check (length(hash) = 32);
comment on column terms.document is 'Canonical JSON (RFC 8785) of these terms, as packages/proof builds it; hash is its SHA-256.';

create function terms_document(entry terms) returns text
language sql stable set search_path = public, pg_temp as $$
  select '{"currency":' || to_json(money.code)::text || ',"currencyDecimals":' || money.decimals || ',"decimals":' || p.decimals
    || ',"durations":[' || (
      select string_agg('{"maxStake":"' || price_text((offer ->> 'maxStake')::bigint, money.decimals)
        || '","minStake":"' || price_text((offer ->> 'minStake')::bigint, money.decimals)
        || '","payoutRate":"' || price_text((offer ->> 'payoutRate')::bigint, 4::smallint)
        || '","seconds":' || (offer ->> 'seconds')::int || '}', ',' order by (offer ->> 'seconds')::int)
      from jsonb_array_elements(entry.durations) as offer
    ) || '],"feeRate":"' || price_text(entry.fee_rate, 4::smallint) || '","format":"candor-terms-v1","product":"' || p.code
    || '","ruleVersion":1,"version":' || entry.version || '}'
  from product p, (select coalesce((select currency from site), 'CNY') as code,
    coalesce((select currency_decimals from site), 2::smallint) as decimals) as money
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
update terms t set document = terms_document(t), hash = sha256(convert_to(terms_document(t), 'UTF8'));
alter table terms alter column document set not null, alter column hash set not null;

-- Answers given before orders named the hash of their terms tell it too when they are asked for again.
update idempotency i
set answer = jsonb_set(jsonb_set(i.answer::jsonb, '{order,termsHash}', to_jsonb(encode(t.hash, 'hex'))),
  '{order,currency}', to_jsonb(coalesce((select currency from site), 'CNY')))::json
from terms t
where i.route = 'trade/orders' and i.answer -> 'order' is not null
  and t.product = i.answer -> 'order' ->> 'product' and t.version = (i.answer -> 'order' ->> 'termsVersion')::int;

-- Checkpoints -----------------------------------------------------------------------------------------------------

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

grant select on proof_key, checkpoint to candor_app;
revoke execute on function use_proof_key(text, bytea), publish_checkpoints(bigint, jsonb), terms_document(terms),
  write_terms_document() from public;
grant execute on function use_proof_key(text, bytea), publish_checkpoints(bigint, jsonb) to candor_app;
