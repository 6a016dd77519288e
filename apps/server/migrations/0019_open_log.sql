-- The order log is opened after settlement. The entry of an order, and that of its settlement, has a public half that everyone is told
-- once the order is settled, and a seal over the whole document that tells nothing without the nonce. Versions of terms are entries too,
-- opened at once: an order never stands before its terms. What an entry is: packages/proof/src/order-log/entries.ts; why: decision 143.
-- Orders from before, of document versions 1 and 2, keep entries that are never opened, and so do their settlements.

-- Bodies of functions name what comes later.
set local check_function_bodies = off;

alter table order_log_batch drop constraint order_log_batch_kind_check;
alter table order_log_batch add constraint order_log_batch_kind_check check (kind in ('orders', 'settlements', 'terms'));
comment on table order_log_batch is
  'Commitments in the order of the log. first: index of the first of them. Orders: those with numbers up to last_no that no batch before holds. Settlements and terms: last_no is that of the batch before.';
create index settlement_batch_first on settlement_batch (first) where first is not null;

-- Which terms are in the log, and where. What waits is what has no index yet, as with settlements.
create table log_terms (
  id      bigint generated always as identity primary key,
  product text not null,
  version integer not null,
  index   bigint,
  foreign key (product, version) references terms (product, version) not enforced,
  check (index >= 0)
);
comment on table log_terms is 'Versions of terms, in the order in which they come into the order log. index: their place in it; null until they are in it.';
create unique index log_terms_version on log_terms (product, version);
create unique index log_terms_index on log_terms (index) where index is not null;
create index log_terms_waiting on log_terms (id) where index is null;
create trigger keep_sealed before delete or truncate on log_terms for each statement execute function keep_sealed();

create function log_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into log_terms (product, version) select p.product, p.version from published p order by p.product, p.version;
  return null;
end $$;
create trigger log_terms after insert on terms referencing new table as published for each statement execute function log_terms();

-- Only the index is written later, and only once.
create function keep_log_terms() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if old.index is not null or new.index is null or (new.id, new.product, new.version) is distinct from (old.id, old.product, old.version) then
    raise exception 'SEALED: log_terms' using errcode = 'CD010', table = 'log_terms';
  end if;
  return new;
end $$;
create trigger keep_log_terms before update on log_terms for each row execute function keep_log_terms();

-- All that there are at the upgrade come into the log with the first sealing after it.
insert into log_terms (product, version) select product, version from terms order by published_at, product, version;

grant select on log_terms to candor_http;

-- The texts that are hashed: packages/proof/src/order-log/public-halves.ts as canonical JSON, and the lines of entries.ts. Without
-- settings of their own, like order_document, so that they become a part of the statement that uses them.
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

create function log_seal(nonce uuid, document text) returns bytea
language sql immutable as $$
  select sha256(convert_to(E'candor-log-seal-v1\n' || nonce || E'\n' || encode(sha256(convert_to(document, 'UTF8')), 'hex') || E'\n', 'UTF8'))
$$;

-- kind: order or settlement.
create function opened_entry(kind text, half text, seal bytea) returns bytea
language sql immutable as $$
  select sha256(convert_to('candor-log-' || kind || E'-v2\n' || encode(sha256(convert_to(half, 'UTF8')), 'hex') || E'\n'
    || encode(seal, 'hex') || E'\n', 'UTF8'))
$$;

create function terms_entry(product text, version integer, hash bytea) returns bytea
language sql immutable as $$
  select sha256(convert_to(E'candor-log-terms-v1\n' || product || E'\n' || version || E'\n' || encode(hash, 'hex') || E'\n', 'UTF8'))
$$;

-- As in 0009. Terms that are new come first: an order that is decided was accepted under terms that were there before it, so they are
-- here by now.
create or replace function seal_orders(writer_epoch bigint, from_index bigint) returns table (first bigint, entries bytea)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  upto bigint;
  newest order_log_batch%rowtype;
  begins bigint;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for update) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
  select decided_no into strict upto from order_log;
  if exists (select from log_terms w where w.index is null) then
    select * into newest from order_log_batch b order by b.first desc limit 1;
    begins := coalesce(newest.first + newest.count, 0);
    with placed as (
      update log_terms w set index = begins + n.place
      from (select x.id, row_number() over (order by x.id) - 1 as place from log_terms x where x.index is null) n
      where w.id = n.id returning w.product, w.version, w.index
    )
    insert into order_log_batch (first, count, entries, last_no, kind)
    select begins, count(*), string_agg(terms_entry(v.product, v.version, v.hash), ''::bytea order by p.index),
      coalesce(newest.last_no, (select begins_after from order_log)), 'terms'
    from placed p join terms v on v.product = p.product and v.version = p.version;
  end if;
  select * into newest from order_log_batch b order by b.first desc limit 1;
  insert into order_log_batch (first, count, entries, last_no)
  select coalesce(newest.first + newest.count, 0), count(*), string_agg(case when o.document_version < 3
      then order_commitment(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals))
      else opened_entry('order', public_order(o, v.hash), log_seal(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals)))
    end, ''::bytea order by o.no), max(o.no)
  from trade_order o
  join terms v on v.product = o.product and v.version = o.terms_version
  cross join site
  where o.no > coalesce(newest.last_no, (select begins_after from order_log)) and o.no <= upto and o.nonce is not null
  having count(*) > 0;
  return query select b.first, b.entries from order_log_batch b where b.first >= from_index order by b.first limit 1000;
end $$;

-- As in 0009; the settlement of an order of the third version has a public half.
create or replace function seal_settlements(writer_epoch bigint, settlements_max integer) returns integer
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
      coalesce(case when o.document_version < 3
        then settlement_commitment(o.nonce, settlement_document(s, p.decimals, site.currency_decimals))
        else opened_entry('settlement', public_settlement(s, p.decimals),
          log_seal(o.nonce, settlement_document(s, p.decimals, site.currency_decimals)))
        end, sha256(uuid_send(gen_random_uuid()))),
      ''::bytea order by u.place),
    coalesce(newest.last_no, (select begins_after from order_log)), 'settlements'
  from unnest(settled) with ordinality u (order_id, place)
  cross join site
  left join (select x from settlement x where x.order_id = any (settled)) d (s) on (d.s).order_id = u.order_id
  left join (select x.id, x.nonce, x.product, x.document_version from trade_order x where x.id = any (settled)) o on o.id = u.order_id
  left join product p on p.code = o.product;
  update settlement_batch w set first = begins + t.before
  from (select b.id, sum(cardinality(b.orders)) over (order by b.id) - cardinality(b.orders) as before
    from settlement_batch b where b.id = any (ids)) t
  where w.id = any (ids) and w.id = t.id;
  return cardinality(settled);
end $$;

-- What everyone is told of the entries with index in [from_index, to_index), at most 256 of them, up to the newest head. An order is
-- opened with its settlement, once that is under the head. Until then nothing is told of it: not even that it is one.
create function log_openings(from_index bigint, to_index bigint)
  returns table (index bigint, kind text, half text, seal bytea, product text, version integer, hash bytea)
language sql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
      select o.id, o.no from trade_order o where o.no > b.after_no and o.no <= b.last_no and o.nonce is not null
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
$$;

revoke execute on function log_terms(), keep_log_terms(), public_order(trade_order, bytea), public_settlement(settlement, smallint),
  log_seal(uuid, text), opened_entry(text, text, bytea), terms_entry(text, integer, bytea), log_openings(bigint, bigint) from public;
grant execute on function log_openings(bigint, bigint) to candor_http;
