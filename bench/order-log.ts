import { openOrderLog } from '../apps/server/src/features/market/feed/grow-order-log.ts';
import { takeFeedLead } from '../apps/server/src/features/market/feed/feed-store.ts';
import { createPlacementQueue } from '../apps/server/src/features/trading/placement-queue.ts';
import { uuidV7 } from '../apps/server/src/platform/ids/ids.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { proveOrder } from '../apps/server/src/services/order-log/prove-order.ts';
import { makeCommand } from '../apps/server/src/testing/factories.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { grouped, median, percentile } from './lib/statistics.ts';

/**
 * The order log beside placing: orders a second with and without the feed that seals them, in turns; how long a second of the
 * feed waits for the log; and how long after its second an order can be proven.
 */
const MEMBERS = 2_000;
const PRODUCTS_A_ROUND = 12;
const ROUNDS = 4;
const SEAL_AHEAD_MS = 250;
const SECOND_MS = 1_000;
const IDLE_SECONDS = 50;

const database = await openBenchDatabase();
try {
  const products = await database.makeProducts(PRODUCTS_A_ROUND * (2 * ROUNDS + 1));
  const members = await database.makeMembers(MEMBERS);
  await database.ownerPool.query('analyze member, account');
  const queue = createPlacementQueue(database.openPool('http', 2), 'practice', createLog('silent'), () => undefined);
  const feed = database.openPool('feed', 2);
  const reads = database.openPool('http', 2);
  const epoch = await takeFeedLead(feed);
  let late = 0;
  const log = await openOrderLog({ db: feed, log: createLog('silent'), onLogLate: () => (late += 1) }, epoch);
  const waits: number[] = [];
  let ids: string[] = [];

  const round = async (): Promise<number> => {
    const own = products.splice(0, PRODUCTS_A_ROUND);
    const commands = members.map((member) =>
      own.map((product) => ({ ...makeCommand(member, { product, stake: '10.00' }), orderId: uuidV7() })),
    );
    ids = commands.flatMap((list) => list.map(({ orderId }) => orderId));
    const unprice = await database.keepPriced(own);
    const startedAt = performance.now();
    await Promise.all(
      commands.map(async (list) => {
        for (const command of list) {
          const answer = await queue.submit(command);
          if (!answer.ok) throw new Error(`an order was refused: ${answer.error}`);
        }
      }),
    );
    const tookMs = performance.now() - startedAt;
    await unprice();
    return (ids.length * 1000) / tookMs;
  };

  const commit = async (): Promise<number> => {
    const startedAt = performance.now();
    const { size } = await log.commit(0);
    waits.push(performance.now() - startedAt);
    return size;
  };

  const logged = async (): Promise<number> => {
    const ahead = setInterval(() => void log.sealAhead(), SEAL_AHEAD_MS);
    const seconds = setInterval(() => void commit(), SECOND_MS);
    try {
      return await round();
    } finally {
      clearInterval(ahead);
      clearInterval(seconds);
    }
  };

  await commit();
  waits.length = 0;
  for (let index = 0; index < IDLE_SECONDS; index += 1) await commit();
  const idleMs = median(waits);
  await round();
  await commit();
  waits.length = 0;
  late = 0;
  const [alone, beside, proofs]: number[][] = [[], [], []];
  for (let index = 0; index < ROUNDS; index += 1) {
    alone?.push(await round());
    await commit();
    waits.pop();
    beside?.push(await logged());
    const startedAt = performance.now();
    const size = await commit();
    for (const id of ids.slice(-100))
      if ((await proveOrder(reads, id, size)) === null) throw new Error('an order has no proof');
    proofs?.push(performance.now() - startedAt);
    console.log(
      `round ${index + 1}: ${grouped(alone?.at(-1) ?? 0)} orders/s, ${grouped(beside?.at(-1) ?? 0)} with the log`,
    );
  }
  await queue.close();
  const ratios = (beside ?? []).map((figure, index) => figure / (alone?.[index] ?? Number.NaN));
  const sorted = Float64Array.from(waits);
  await report('order-log', 'The order log', [
    ['Orders a second without the feed', grouped(median(alone ?? [])), (alone ?? []).map(grouped).join(' · ')],
    [
      'Orders a second while the feed seals them',
      grouped(median(beside ?? [])),
      (beside ?? []).map(grouped).join(' · '),
    ],
    ['Ratio', `${median(ratios).toFixed(2)} ×`, ratios.map((ratio) => ratio.toFixed(2)).join(' · ')],
    [
      'A second waits for the log when nobody orders, and at this load (median and 99 %)',
      `${idleMs.toFixed(1)} ms; ${Math.round(percentile(sorted, 0.5))} ms, ${Math.round(percentile(sorted, 0.99))} ms`,
      `${late} of ${waits.length} late`,
    ],
    ['The newest orders are written and 100 of them proven within', `${Math.round(median(proofs ?? []))} ms`, ''],
  ]);
} finally {
  await database.close();
}
