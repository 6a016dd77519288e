-- A report of a source is an object. A tick's table keeps reports as short lines (decision 168), which begin with a text: whoever publishes
-- texts instead of reports would have them read as what they never said, or as nothing, and then the day could not become a file.

create or replace function publish_ticks(writer_epoch bigint, ticks jsonb, head_size bigint) returns table(product text, refused text)
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
    elsif head.product is not null and entry ->> 'status' <> 'OK' and (entry ->> 'price')::bigint <> head.price then refused := 'NOT_REPEATED';
    elsif jsonb_path_exists(entry, '$.sources[*] ? (@.type() != "object")') then refused := 'SOURCES';
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
