-- Some products may trade at zero and below, as oil for delivery did in April 2020. Of the others such a price is an error
-- that the database itself refuses.

alter table product add column signed_scale bigint check (signed_scale > 0);
comment on column product.signed_scale is
  'Null: every price is above zero. Otherwise any price is legal, and a distance between prices near zero is measured against this many units.';

-- As before, and: no price at or below zero of a product that does not name a scale.
create or replace function publish_ticks(writer_epoch bigint, ticks jsonb) returns table (product text, refused text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry jsonb;
  head tick_head%rowtype;
  place smallint;
  scale bigint;
  tick_at timestamptz;
  tick_time timestamptz := clock_timestamp();
  expected_hash bytea;
begin
  if not exists (select from feed_leader where epoch = writer_epoch for share) then
    raise exception 'FEED_FENCED' using errcode = 'CD001';
  end if;
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
    end if;
    if refused is null then
      expected_hash := sha256(convert_to(
        'candor-tick-v1' || E'\n' || (entry ->> 'prevHash') || E'\n' || product || E'\n' || (entry ->> 'seq') || E'\n'
        || to_char(tick_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n'
        || price_text((entry ->> 'price')::bigint, place) || E'\n' || (entry ->> 'status') || E'\n' || (entry ->> 'feed') || E'\n'
        || writer_epoch::text || E'\n' || (entry ->> 'sourcesDigest') || E'\n', 'UTF8'));
      if expected_hash <> decode(entry ->> 'hash', 'hex') then refused := 'HASH'; end if;
    end if;
    if refused is null then
      insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status',
        entry ->> 'feed', writer_epoch, entry -> 'sources', decode(entry ->> 'sourcesDigest', 'hex'),
        decode(entry ->> 'prevHash', 'hex'), expected_hash);
      insert into tick_head as h (product, seq, at, price, status, hash)
      values (publish_ticks.product, (entry ->> 'seq')::bigint, tick_at, (entry ->> 'price')::bigint, entry ->> 'status', expected_hash)
      on conflict on constraint tick_head_pkey do update
        set seq = excluded.seq, at = excluded.at, price = excluded.price, status = excluded.status, hash = excluded.hash;
    end if;
    return next;
  end loop;
end $$;
