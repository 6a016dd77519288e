-- From now on every tick names a head of the order log, in its hashed text: before a price that decides an order is known, the
-- site has committed to that order. An order that its entry tick does not cover is void (packages/domain/src/trading/settle-order.ts).
-- Ticks of before have no head and ask for none.

alter table tick
  add log_size bigint,
  add log_root bytea,
  add log_no bigint,
  add constraint tick_log_check check (num_nulls(log_size, log_root, log_no) in (0, 3)),
  add constraint tick_log_size_check check (log_size >= 0),
  add constraint tick_log_root_check check (length(log_root) = 32);
comment on column tick.log_no is 'The last order number under the head. The database looks it up; it is not in the hashed text.';
alter table tick_head add log_size bigint constraint tick_head_log_size_check check (log_size >= 0);

alter table settlement drop constraint settlement_reason_check;
alter table settlement add constraint settlement_reason_check check (reason in ('NO_ENTRY_TICK', 'NOT_LOGGED', 'NO_EXIT_TICK',
  'EXIT_NOT_OK', 'EXIT_BEFORE_ENTRY', 'FEED_CHANGED'));

drop function publish_ticks(bigint, jsonb);

-- As before, but every tick names the head with this size. It need not be the newest: a head that was written late must not cost
-- a second. It is never smaller than the one that the chain named last.
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
revoke execute on function publish_ticks(bigint, jsonb, bigint) from public;
grant execute on function publish_ticks(bigint, jsonb, bigint) to candor_feed;

-- As before, and: an order whose entry tick is published without it would be void from the start. It is refused, nothing is taken,
-- and the placement decides again with a later entry.
create or replace function keep_order_log() returns trigger
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

-- As before, with the last order number that the entry tick covers.
drop function verdict_of(text, timestamptz, timestamptz);
create function verdict_of(code text, begins timestamptz, ends timestamptz) returns table (winner text, reason text,
  entry_seq bigint, entry_at timestamptz, entry_price bigint, exit_seq bigint, exit_at timestamptz, exit_price bigint,
  entry_log_no bigint)
language sql stable as $$
  select case when v.reason is null and x.price > e.price then 'up' when v.reason is null and x.price < e.price then 'down' end,
    v.reason, e.seq, e.at, e.price, x.seq, x.at, x.price, e.log_no
  from (select from tick_head h where h.product = code and h.at >= ends offset 0) due
  -- The oldest OK tick of the entry's span of 3 seconds. Sorted apart, so that the span is read by its times.
  left join lateral (select w.seq, w.at, w.price, w.feed, w.log_no from (
      select t.seq, t.at, t.price, t.feed, t.log_no from tick t
      where t.product = code and t.status = 'OK' and t.at >= begins and t.at <= least(begins + interval '3 seconds', ends) offset 0
    ) w order by w.seq limit 1) e on true
  -- The newest tick of any status in the exit's span of 2 seconds.
  left join lateral (select w.seq, w.at, w.price, w.status, w.feed from (
      select t.seq, t.at, t.price, t.status, t.feed from tick t
      where t.product = code and t.at >= ends - interval '2 seconds' and t.at <= ends offset 0
    ) w order by w.seq desc limit 1) x on true
  cross join lateral (select case when e.seq is null then 'NO_ENTRY_TICK' when x.seq is null then 'NO_EXIT_TICK'
    when x.status <> 'OK' then 'EXIT_NOT_OK' when x.seq <= e.seq then 'EXIT_BEFORE_ENTRY'
    when x.feed <> e.feed then 'FEED_CHANGED' end as reason) v
$$;

-- Why an order is void: what its window says, or that its entry tick does not cover it. An order without a nonce is in no log.
create function void_reason(reason text, entry_log_no bigint, no bigint, nonce uuid) returns text
language sql immutable as $$
  select case when reason is distinct from 'NO_ENTRY_TICK' and entry_log_no is not null and (nonce is null or no > entry_log_no)
    then 'NOT_LOGGED' else reason end
$$;

create or replace function settle_orders(ids uuid[], products text[], entry_ats timestamptz[], closes_ats timestamptz[],
  winners text[], reasons text[], entry_seqs bigint[], entry_tick_ats timestamptz[], entry_prices bigint[], exit_seqs bigint[],
  exit_tick_ats timestamptz[], exit_prices bigint[]) returns bigint
language sql set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
  with judged as materialized (
    select w.*, (select t.log_no from tick t where t.product = w.product and t.seq = w.entry_seq and t.at = w.entry_tick_at) as entry_log_no
    from unnest(products, entry_ats, closes_ats, winners, reasons, entry_seqs, entry_tick_ats, entry_prices, exit_seqs,
      exit_tick_ats, exit_prices) as w (product, entry_at, closes_at, winner, reason, entry_seq, entry_tick_at, entry_price,
      exit_seq, exit_tick_at, exit_price)
  ), done as (
    insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at,
      exit_price, profit, credited)
    select o.id, o.member_id, r.outcome, void_reason(w.reason, w.entry_log_no, o.no, o.nonce), w.entry_seq, w.entry_tick_at,
      w.entry_price, w.exit_seq, w.exit_tick_at, w.exit_price, r.profit, r.credited
    from trade_order o
    left join (select x.order_id from settlement x where x.order_id = any (ids)) s on s.order_id = o.id
    join judged w on w.product = o.product and w.entry_at = o.entry_at and w.closes_at = o.closes_at
    cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, w.winner,
      void_reason(w.reason, w.entry_log_no, o.no, o.nonce)) r
    where o.id = any (ids) and s.order_id is null
    returning order_id
  ), news as (
    insert into outbox (orders) select array_agg(order_id) from done having count(*) > 0
  )
  select count(*) from done
$$;

create or replace function accept_settlements() returns trigger
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  ids uuid[] := array(select order_id from settled);
  refused record;
begin
  with ordered as materialized (
    select n.order_id, n.member_id as claimed_member, n.outcome, n.reason, n.entry_seq, n.entry_at as entry_tick_at, n.entry_price,
      n.exit_seq, n.exit_at as exit_tick_at, n.exit_price, n.profit, n.credited, o.*
    from settled n
    left join (select x.id, x.no, x.nonce, x.member_id, x.product, x.direction, x.stake, x.fee, x.payout_rate, x.entry_at, x.closes_at
      from trade_order x where x.id = any (ids)) o on o.id = n.order_id
  ), judged as materialized (
    select w.product, w.entry_at, w.closes_at, v.winner, v.reason, v.entry_seq, v.entry_at as entry_tick_at, v.entry_price,
      v.exit_seq, v.exit_at as exit_tick_at, v.exit_price, v.entry_log_no
    from (select distinct product, entry_at, closes_at from ordered) w
    cross join lateral verdict_of(w.product, w.entry_at, w.closes_at) v
  ), paid as materialized (
    select t.ref_id, count(*) as parts from transfer t
    where t.ref_type = 'order' and t.ref_id = any (ids::text[]) and t.type in ('orderStake', 'fee') group by t.ref_id
  )
  select o.order_id, c.rule into refused
  from ordered o
  left join judged j on j.product = o.product and j.entry_at = o.entry_at and j.closes_at = o.closes_at
  left join paid p on p.ref_id = o.id::text
  cross join lateral (select void_reason(j.reason, j.entry_log_no, o.no, o.nonce) as reason) v
  cross join lateral settled_by(o.direction, o.stake, o.fee, o.payout_rate, j.winner, v.reason) r
  cross join lateral (select case
    when j.product is null then 'NOT_DUE'
    when o.reason is distinct from v.reason or o.entry_seq is distinct from j.entry_seq
      or o.entry_tick_at is distinct from j.entry_tick_at or o.entry_price is distinct from j.entry_price
      or o.exit_seq is distinct from j.exit_seq or o.exit_tick_at is distinct from j.exit_tick_at
      or o.exit_price is distinct from j.exit_price then 'TICKS'
    when o.outcome <> r.outcome or o.claimed_member <> o.member_id or o.profit <> r.profit or o.credited <> r.credited then 'AMOUNT'
    when p.parts is distinct from case when o.fee > 0 then 2 else 1 end then 'STAKE' end as rule) c
  where c.rule is not null limit 1;
  if found then
    raise exception 'SETTLEMENT_REFUSED: %', refused.rule using errcode = 'CD007', detail = refused.order_id::text;
  end if;
  return null;
end $$;

revoke execute on function verdict_of(text, timestamptz, timestamptz), void_reason(text, bigint, bigint, uuid) from public;
grant execute on function void_reason(text, bigint, bigint, uuid) to candor_worker;
