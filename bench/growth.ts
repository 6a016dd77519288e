import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';

/** What a site of some age costs: the bytes of a tick, as days were made before and as they are. */
const PRODUCTS = 14;
const SECONDS = 1_800;
const DAY_SECONDS = 86_400;
const EXCHANGES = ['binance', 'okx', 'bybit', 'kraken'];

/** Fills one day's table with ticks of four exchanges, and answers how many bytes one takes, with its share of the indexes. */
async function bytesOfTick({ ownerPool }: BenchDatabase, day: string): Promise<number> {
  await ownerPool.query(
    `insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash, log_size, log_root, log_no)
     select 'BENCH' || p, extract(epoch from $1::date)::bigint + s, t.at, 9123400, 'OK', 'live', 1, (
         select jsonb_agg(jsonb_build_object('source', e, 'price', '91234.10', 'tradeId', (5512345678 + s * 7 + n)::text,
           'tradedAt', to_char(t.at - n * interval '87 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'receivedAt', to_char(t.at - n * interval '21 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'verdict', 'used'))
         from unnest($2::text[]) with ordinality u (e, n)),
       sha256('a'), sha256('b'), sha256('c'), h.size, h.root, 1
     from (select size, root from order_log_head order by size desc limit 1) h cross join generate_series(1, $3::int) s cross join generate_series(0, $4::int - 1) p
     cross join lateral (select $1::date::timestamp at time zone 'UTC' + s * interval '1 second' as at) t
     order by s, p`,
    [day, EXCHANGES, SECONDS, PRODUCTS],
  );
  const { rows } = await ownerPool.query<{ bytes: number }>(
    `select pg_total_relation_size($1::regclass)::float8 / (select count(*) from tick where at >= $2::date and at < $2::date + 1) as bytes`,
    [nameOf(day), day],
  );
  return rows[0]?.bytes ?? Number.NaN;
}

function nameOf(day: string): string {
  return `tick_${day.replaceAll('-', '')}`;
}

async function measureTicks(database: BenchDatabase): Promise<Figure[]> {
  const { ownerPool } = database;
  await database.makeProducts(PRODUCTS);
  await ownerPool.query(
    `insert into order_log_head (size, root) values (123456, sha256('head')) on conflict do nothing`,
  );
  const [before, now] = ['2020-03-01', '2020-03-02'];
  await ownerPool.query(
    `create table ${nameOf(before)} (like tick including defaults including constraints including indexes)`,
  );
  await ownerPool.query(
    `alter table tick attach partition ${nameOf(before)} for values from ('${before} 00:00Z') to ('${now} 00:00Z')`,
  );
  await ownerPool.query('select ensure_tick_partition($1::date)', [now]);
  const bytes = { before: await bytesOfTick(database, before), now: await bytesOfTick(database, now) };
  const aDay = (size: number): string => `${((size * PRODUCTS * DAY_SECONDS) / 1e6).toFixed(0)} MB`;
  return [
    [
      'A tick of four exchanges, with its indexes',
      `${bytes.now.toFixed(0)} B`,
      `as it was: ${bytes.before.toFixed(0)} B`,
    ],
    [`A day of ${PRODUCTS} products`, aDay(bytes.now), `as it was: ${aDay(bytes.before)}`],
  ];
}

const database = await openBenchDatabase();
try {
  const figures = await measureTicks(database);
  await report('growth', 'A site of some age', figures);
} finally {
  await database.close();
}
