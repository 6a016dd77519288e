-- The order log: the site commits to every order before the price that begins it is known. Here the database makes the
-- commitments, in batches, from its own rows. What a commitment is: packages/proof/src/order-log; why: decision 062.

-- With the nonce, the commitment of an order tells nothing to those who do not have it.
alter table trade_order add nonce uuid;
comment on column trade_order.nonce is
  'Random; part of the commitment to the order. Null for orders that were settled before there was a log.';
grant insert (nonce) on trade_order to candor_http;
-- Orders that are open now are the first entries. Their ticks may be published before or after this.
update trade_order o set nonce = gen_random_uuid() from position p where o.id = p.order_id;

create table order_log (
  begins_after bigint not null,
  decided_no   bigint not null,
  only_row     boolean primary key default true,
  constraint order_log_check check (decided_no >= begins_after),
  constraint order_log_only_row_check check (only_row)
);
comment on table order_log is
  'Orders up to begins_after are older than the log. Every order number up to decided_no is committed or will never be used.';
insert into order_log (begins_after, decided_no)
select n.no, n.no from (select coalesce((select min(no) - 1 from trade_order where nonce is not null), max(no), 0) as no from trade_order) n;

create table order_log_batch (
  first     bigint primary key,
  count     integer not null,
  entries   bytea not null,
  last_no   bigint not null constraint order_log_batch_last_no_key unique,
  sealed_at timestamptz not null default clock_timestamp(),
  constraint order_log_batch_first_check check (first >= 0),
  constraint order_log_batch_count_check check (count > 0),
  constraint order_log_batch_entries_check check (length(entries) = 32 * count)
);
comment on table order_log_batch is
  'Commitments to orders in the order of their numbers: those up to last_no that no batch before holds. first: index of the first of them.';

-- The text of an order that is hashed: packages/proof/src/order-document.ts as canonical JSON. Without settings of its own, so
-- that it becomes a part of the statement that uses it: a call for each order would cost more than the hashes.
create function order_document(entry trade_order, terms_hash bytea, paid_in text, places smallint) returns text
language sql stable as $$
  select '{"acceptedAt":"' || to_char(entry.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","closesAt":"' || to_char(entry.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","currency":' || to_json(paid_in) || ',"direction":"' || entry.direction || '","durationSec":' || entry.duration_sec
    || ',"entryAt":"' || to_char(entry.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","fee":"' || price_text(entry.fee, places) || '","format":"candor-order-v1","id":"' || entry.id || '","no":"' || entry.no
    || '","payout":"' || price_text(entry.payout, places) || '","payoutRate":"' || price_text(entry.payout_rate, 4::smallint)
    || '","product":' || to_json(entry.product) || ',"stake":"' || price_text(entry.stake, places)
    || '","submittedAt":"' || to_char(entry.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","termsHash":"' || encode(terms_hash, 'hex') || '","termsVersion":' || entry.terms_version
    || ',"wallet":"' || entry.wallet || '"}'
$$;

create function order_commitment(nonce uuid, document text) returns bytea
language sql immutable as $$
  select sha256(convert_to(E'candor-log-order-v1\n' || nonce || E'\n' || encode(sha256(convert_to(document, 'UTF8')), 'hex') || E'\n', 'UTF8'))
$$;

-- Every transaction that writes orders holds this lock from before its first number is drawn; the placement also from before
-- it reads the clock. Numbers are drawn while rows are made, so this trigger runs before the statement.
create function hold_order_log() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(727005);
  return null;
end $$;
create trigger hold_order_log before insert on trade_order for each statement execute function hold_order_log();

-- Nobody can place an order behind what is sealed, whatever number it names.
create function keep_order_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sealed bigint := (select decided_no from order_log);
  refused text;
begin
  select case when p.nonce is null then 'NONCE' else 'SEALED' end into refused from placed p where p.nonce is null or p.no <= sealed limit 1;
  if found then
    raise exception 'ORDER_REFUSED: %', refused using errcode = 'CD006';
  end if;
  return null;
end $$;
create trigger keep_order_log after insert on trade_order referencing new table as placed
  for each statement execute function keep_order_log();

create function keep_sealed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'SEALED: %', tg_table_name using errcode = 'CD010', table = tg_table_name;
end $$;
create trigger keep_sealed before update or delete or truncate on order_log_batch for each statement execute function keep_sealed();

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

revoke execute on function order_document(trade_order, bytea, text, smallint), order_commitment(uuid, text), hold_order_log(),
  keep_order_log(), keep_sealed(), decide_order_numbers(integer, timestamptz), seal_orders(bigint, bigint) from public;
grant execute on function decide_order_numbers(integer, timestamptz), seal_orders(bigint, bigint) to candor_feed;
grant select on order_log_batch to candor_feed, candor_http, candor_worker;
