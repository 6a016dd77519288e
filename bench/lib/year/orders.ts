const SECONDS = 3_600;

/** Orders of every outcome, spread over the year and over members, the ticks that they name, and some that are open. $1 orders. */
export const ORDERS = [
  `create temp table made as
   select k, p.id as member_id, 'BENCH' || pg_temp.pick('product', k, 4) as product,
     case pg_temp.pick('way', k, 2) when 0 then 'up' else 'down' end as direction, 1000 * (1 + pg_temp.pick('stake', k, 5)) as stake, e.at,
     (array[30, 60, 300])[1 + pg_temp.pick('lasts', k, 3)] as lasts, pg_temp.pick('void', k, 100) = 0 as is_void
   from year y cross join generate_series(0, $1::bigint - 1) k join person p on p.n = 1 + k % y.members
   cross join lateral (select date_trunc('second', p.joined_at + interval '10 minutes' + (p.stayed - interval '30 minutes')
     * ((k / y.members + pg_temp.pick('when', k, 1000) / 1000.0) / ceil($1::float8 / y.members))) as at) e`,
  `create temp table placed as
   select m.k, pg_temp.id_at(m.at - interval '0.5 seconds', 'order', m.k) as id, m.member_id, m.product, m.direction, m.stake,
     case m.product when 'BENCH3' then m.stake / 100 else 0 end as fee, m.stake * 185 / 100 as payout, m.at, m.lasts,
     m.at + make_interval(secs => m.lasts) as closes_at, s.entry, s.entry + m.lasts as exit, p.entry as entry_price, p.exit as exit_price,
     case when m.is_void then 'voided' when p.exit = p.entry then 'tied' when (p.exit > p.entry) = (m.direction = 'up') then 'won' else 'lost' end as outcome
   from made m cross join year y cross join lateral (select extract(epoch from m.at - y.origin)::bigint as entry) s
   cross join lateral (select pg_temp.price_of(m.product, s.entry) as entry, pg_temp.price_of(m.product, s.entry + m.lasts) as exit) p`,
  'drop table made',
  'analyze placed',
  order('placed', 'lasts'),
  `insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited, settled_at)
   select o.id, o.member_id, o.outcome, case when v.is_void then 'NO_EXIT_TICK' end, case when not v.is_void then o.entry end,
     case when not v.is_void then o.at end, case when not v.is_void then o.entry_price end, case when not v.is_void then o.exit end,
     case when not v.is_void then o.closes_at end, case when not v.is_void then o.exit_price end, v.credited - o.stake - o.fee, v.credited,
     o.closes_at + interval '0.2 seconds'
   from placed o cross join lateral (select o.outcome = 'voided' as is_void,
     case o.outcome when 'won' then o.payout when 'lost' then 0 else o.stake + o.fee end as credited) v order by o.at, o.k`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select x.at, x.step, o.member_id, x.debit, x.credit, x.amount, x.type, 'order', o.id::text from placed o
   cross join lateral (select o.at - interval '0.5 seconds' as asked, o.closes_at + interval '0.2 seconds' as settled, o.outcome in ('won', 'lost') as is_decided) w
   cross join lateral (values
     (true, w.asked, 1, 'funds', 'escrow', o.stake, 'orderStake'), (o.fee > 0, w.asked, 2, 'funds', 'escrow', o.fee, 'fee'),
     (w.is_decided, w.settled, 3, 'escrow', 'house', o.stake, 'orderClose'), (w.is_decided and o.fee > 0, w.settled, 4, 'escrow', 'fees', o.fee, 'fee'),
     (o.outcome = 'won', w.settled, 5, 'house', 'funds', o.payout, 'orderPayout'),
     (not w.is_decided, w.settled, 5, 'escrow', 'funds', o.stake + o.fee, 'orderRefund')) x (happened, at, step, debit, credit, amount, type)
   where x.happened`,
  // One of twenty has an order that runs.
  `create temp table running as
   select p.n as k, pg_temp.id_at(a.at - interval '0.5 seconds', 'open', p.n) as id, p.id as member_id, 'BENCH' || p.n % 3 as product, 'up' as direction,
     1000::bigint as stake, 0::bigint as fee, 1850::bigint as payout, a.at, 3600 as lasts, a.at + interval '1 hour' as closes_at
   from person p cross join year y cross join lateral (select y.ends_at - make_interval(secs => p.n % 50) as at) a where p.n % 20 = 1`,
  order('running', 'lasts'),
  `insert into position (member_id, wallet, product, order_id, closes_at) select member_id, 'practice', product, id, closes_at from running`,
  `insert into move (at, step, member_id, debit, credit, amount, type, ref_type, ref_id)
   select at - interval '0.5 seconds', 1, member_id, 'funds', 'escrow', stake, 'orderStake', 'order', id::text from running`,
  'update order_log set (begins_after, decided_no) = (select max(no), max(no) from trade_order)',
];

function order(table: string, lasts: string): string {
  return `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version, submitted_at,
     accepted_at, entry_at, closes_at, key, fingerprint, nonce, request_key, request_signature, requested_at, request_terms_hash, request_deadline)
   select o.id, o.member_id, 'practice', o.product, o.direction, o.stake, o.fee, 8500, o.payout, o.${lasts}, 1, o.at - interval '1 second',
     o.at - interval '0.5 seconds', o.at, o.closes_at, pg_temp.id_at(o.at, 'key', o.k), b.bytes, pg_temp.id_at(o.at, 'nonce', o.k), b.bytes,
     b.bytes || b.bytes, o.at - interval '1 second', b.bytes, o.at + interval '2 seconds'
   from ${table} o cross join lateral (select sha256(int8send(o.k)) as bytes) b order by o.at, o.k`;
}

/** A tick a second: those of the last hour in the database, those before in files. The chain goes on from one to the other. */
export const TICKS = [
  `create function pg_temp.link(product text, seq bigint) returns bytea language sql immutable parallel safe as
     $$ select case when seq < 1 then decode(repeat('00', 32), 'hex') else sha256(convert_to(product || '/' || seq, 'UTF8')) end $$`,
  `alter table year add column last_seq bigint`,
  `update year set last_seq = extract(epoch from ends_at - origin)::bigint`,
  `insert into tick_archive (product, day, first_seq, last_seq, count, prev_hash, last_hash, file_sha256, note)
   select p.code, (y.origin at time zone 'UTC')::date + d, f.first, f.last, f.last + 1 - f.first, pg_temp.link(p.code, f.first - 1), pg_temp.link(p.code, f.last),
     sha256('file'), 'kept'
   from product p cross join year y cross join lateral generate_series(0, 400) d
   cross join lateral (select greatest(1, d * 86400::bigint) as first, least(d * 86400 + 86399, y.last_seq - ${SECONDS}) as last) f where f.last > f.first`,
  `select ensure_tick_partition((ends_at at time zone 'UTC')::date + d) from year, generate_series(-1, 1) d`,
  `insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash)
   select p.code, s, y.origin + s * interval '1 second', pg_temp.price_of(p.code, s), 'OK', 'simulated', 1, '[]', sha256('[]'), pg_temp.link(p.code, s - 1),
     pg_temp.link(p.code, s)
   from year y cross join product p cross join lateral generate_series(y.last_seq - ${SECONDS} + 1, y.last_seq) s order by s`,
  `insert into tick_head (product, seq, at, price, status, hash)
   select distinct on (product) product, seq, at, price, status, hash from tick order by product, seq desc`,
  'update feed_leader set epoch = 1',
];
