-- One sealing takes a bounded number of entries. After a long outage, or after the upgrade that puts all terms into the log, everything
-- that waited was sealed by one statement: the longer the outage, the longer the first second, and the more memory.

-- As in 0019. The oldest come first, terms before orders, and the caller asks again at once while a batch is full. Orders wait for the call
-- that finds no terms left, so that none stands before its terms.
create or replace function seal_orders(writer_epoch bigint, from_index bigint) returns table (first bigint, entries bytea)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  -- SEALED_MAX of order-log-store.ts.
  sealed_max constant integer := 2000;
  after_no bigint;
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
      from (
        select x.id, row_number() over (order by x.id) - 1 as place from log_terms x where x.index is null order by x.id limit sealed_max
      ) n
      where w.id = n.id returning w.product, w.version, w.index
    )
    insert into order_log_batch (first, count, entries, last_no, kind)
    select begins, count(*), string_agg(terms_entry(v.product, v.version, v.hash), ''::bytea order by p.index),
      coalesce(newest.last_no, (select begins_after from order_log)), 'terms'
    from placed p join terms v on v.product = p.product and v.version = p.version;
  end if;
  if not exists (select from log_terms w where w.index is null) then
    select * into newest from order_log_batch b order by b.first desc limit 1;
    after_no := coalesce(newest.last_no, (select begins_after from order_log));
    select max(oldest.no) into upto from (
      select o.no from trade_order o where o.no > after_no and o.no <= upto and o.nonce is not null order by o.no limit sealed_max
    ) oldest;
    insert into order_log_batch (first, count, entries, last_no)
    select coalesce(newest.first + newest.count, 0), count(*), string_agg(case when o.document_version < 3
        then order_commitment(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals))
        else opened_entry('order', public_order(o, v.hash), log_seal(o.nonce, order_document(o, v.hash, site.currency, site.currency_decimals)))
      end, ''::bytea order by o.no), max(o.no)
    from trade_order o
    join terms v on v.product = o.product and v.version = o.terms_version
    cross join site
    where o.no > after_no and o.no <= upto and o.nonce is not null
    having count(*) > 0;
  end if;
  return query select b.first, b.entries from order_log_batch b where b.first >= from_index order by b.first limit 1000;
end $$;
