-- Settlements are entries of the order log too: the site commits to each outcome and its moment right after it. A settlement
-- has no deadline, so nothing waits for it. Here the database keeps which settlements are not in the log yet, and commits to
-- them from its own rows. What an entry is: packages/proof/src/order-log/commitment.ts; why: decision 069.

-- One row a statement (more for one of thousands), so that settling writes almost nothing for the log. The moments say where
-- to look for an order: no others have its settlement.
create table settlement_batch (
  id     bigint generated always as identity primary key,
  orders uuid[] not null,
  during tstzrange not null,
  first  bigint,
  constraint settlement_batch_orders_check check (cardinality(orders) between 1 and 2000),
  constraint settlement_batch_first_check check (first >= 0)
);
comment on table settlement_batch is
  'Orders that were settled together. first: the index of the first of them in the order log, the others follow; null until they are in it.';
-- Ids are random enough: trying to make them smaller costs time for nothing.
alter table settlement_batch alter column orders set storage external;
create index settlement_batch_waiting on settlement_batch (id) where first is null;
create index settlement_batch_during on settlement_batch using gist (during);

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
create trigger keep_sealed before delete or truncate on settlement_batch for each statement execute function keep_sealed();

-- A batch of settlements carries on the last order number: what a head covers of orders is what it was.
alter table order_log_batch
  add kind text not null default 'orders' constraint order_log_batch_kind_check check (kind in ('orders', 'settlements')),
  drop constraint order_log_batch_last_no_key;
create unique index order_log_batch_last_no on order_log_batch (last_no) where kind = 'orders';
comment on table order_log_batch is
  'Commitments in the order of the log. first: index of the first of them. Orders: those with numbers up to last_no that no batch before holds. Settlements: last_no is that of the batch before.';

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

revoke execute on function log_settlements(), keep_settlement_batch(), settlement_document(settlement, smallint, smallint),
  settlement_commitment(uuid, text), seal_settlements(bigint, integer) from public;
grant execute on function seal_settlements(bigint, integer) to candor_feed;
grant select on settlement_batch to candor_http, candor_worker;
