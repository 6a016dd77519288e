import { checkConservation } from '../apps/server/src/testing/conservation.ts';
import { makeCommand } from '../apps/server/src/testing/factories.ts';
import { createPlacementQueue } from '../apps/server/src/features/trading/placement-queue.ts';
import { uuidV7 } from '../apps/server/src/platform/ids/ids.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { createYardstick } from './lib/pgbench.ts';
import { report } from './lib/report.ts';
import { grouped, median, percentile } from './lib/statistics.ts';

/**
 * Durable orders per second through the placement queue, compared with TPC-B on the same server. Rounds of both take
 * turns, so that noise on the machine affects both equally.
 */
const MEMBERS = 2_000;
const PRODUCTS_A_ROUND = 8;
const ROUNDS = 3;
const FUTURE_MS = 3_600_000;

const database = await openBenchDatabase();
try {
  const products = await database.makeProducts(PRODUCTS_A_ROUND * (ROUNDS + 1));
  const members = await database.makeMembers(MEMBERS);
  // Ticks far in the future keep every price fresh and no order due: only placing is measured.
  const at = Math.floor((await database.nowMs()) / 1000) * 1000 + FUTURE_MS;
  for (const product of products) await database.makeTicks(product, [{ at, price: 10_000 }]);
  await database.ownerPool.query('analyze member, account');
  const pool = database.openPool('http', 2);
  const { rows } = await pool.query<{ fsync: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on') throw new Error('orders must be durable to be counted');
  const yardstick = await createYardstick(database);
  const queue = createPlacementQueue(pool, 'practice', createLog('silent'), () => undefined);

  const round = async (index: number): Promise<{ perSec: number; p50Ms: number; p99Ms: number }> => {
    const own = products.slice(index * PRODUCTS_A_ROUND, (index + 1) * PRODUCTS_A_ROUND);
    const latencies = new Float64Array(members.length * own.length);
    // Made in advance, with ids like those of the HTTP route: the work of a client is not measured.
    const commands = members.map((member) =>
      own.map((product) => ({ ...makeCommand(member, { product, stake: '10.00' }), orderId: uuidV7() })),
    );
    let count = 0;
    const startedAt = performance.now();
    await Promise.all(
      commands.map(async (list) => {
        for (const command of list) {
          const sentAt = performance.now();
          const answer = await queue.submit(command);
          if (!answer.ok) throw new Error(`an order was refused: ${answer.error}`);
          latencies[count] = performance.now() - sentAt;
          count += 1;
        }
      }),
    );
    const tookMs = performance.now() - startedAt;
    return { perSec: (count * 1000) / tookMs, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
  };

  await round(0);
  const placed: Awaited<ReturnType<typeof round>>[] = [];
  const tpcb: number[] = [];
  for (let index = 1; index <= ROUNDS; index += 1) {
    tpcb.push(await yardstick.run());
    placed.push(await round(index));
    console.log(`round ${index}: ${grouped(placed.at(-1)?.perSec ?? 0)} orders/s, ${grouped(tpcb.at(-1) ?? 0)} tps`);
  }
  await queue.close();
  const stored = await database.ownerPool.query<{ count: bigint }>('select count(*) as count from trade_order');
  if (stored.rows[0]?.count !== BigInt(MEMBERS * products.length)) throw new Error('an answered order is not stored');
  await checkConservation(database.ownerPool);

  const ordersPerSec = median(placed.map((figure) => figure.perSec));
  const tps = median(tpcb);
  // Ratios of neighbouring rounds, so that a slow minute of the machine affects both sides.
  const ratios = placed.map((figure, index) => figure.perSec / (tpcb[index] ?? Number.NaN));
  await report('orders', 'Placing orders', [
    ['Durable orders a second', grouped(ordersPerSec), placed.map((figure) => grouped(figure.perSec)).join(' · ')],
    [`TPC-B a second (\`${yardstick.name}\`)`, grouped(tps), tpcb.map(grouped).join(' · ')],
    [
      'Ratio (aim: at least 3 ×)',
      `${median(ratios).toFixed(2)} ×`,
      ratios.map((ratio) => ratio.toFixed(2)).join(' · '),
    ],
    [
      `Answer time with ${grouped(MEMBERS)} members waiting at once, median and 99 %`,
      `${Math.round(median(placed.map((figure) => figure.p50Ms)))} ms, ${Math.round(median(placed.map((figure) => figure.p99Ms)))} ms`,
      '',
    ],
  ]);
} finally {
  await database.close();
}
