import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSampleBook } from '../apps/server/src/features/market/feed/sample-book.ts';
import { DIALECTS, type Dialect } from '../apps/server/src/features/market/sources/fake-dialects.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { type Figure, report } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * How many trades per second each exchange's adapter takes from a socket: read, checked, ordered, and put in the book
 * that ticks are made from. The exchange is another process on this machine and sends as fast as they are read.
 */
const TRADES = 100_000;
const ROUNDS = 3;
/** About as many trades as twenty products have together in a very busy second. */
const PEAK_PER_SEC = 5_000;
const START_MS = Date.parse('2026-11-21T10:00:00.000Z');
const STREAM = fileURLToPath(new URL('lib/exchange-stream.ts', import.meta.url));

setFlagsFromString('--expose-gc');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above defines it
const collectGarbage = runInNewContext('gc') as () => void;
function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function measure(name: string, dialect: Dialect): Promise<Figure> {
  const exchange = fork(STREAM, [name, `${TRADES}`, `${START_MS}`]);
  const ready: unknown[] = await once(exchange, 'message');
  const book = createSampleBook();
  const source = dialect.create({
    clock: { now: () => START_MS },
    log: createLog('silent'),
    streamUrl: `ws://127.0.0.1:${String(ready[0])}`,
    restUrl: 'http://127.0.0.1:9',
  });
  const connected = Promise.withResolvers<void>();
  const instrument = { category: 'crypto', decimals: 2, signedScale: null, calendar: null } as const;
  await source.start(
    [{ ...instrument, product: dialect.product, sources: { [source.name]: dialect.symbol } }],
    (sample) => book.put(sample),
    ({ state }) => {
      if (state === 'up') connected.resolve();
    },
  );
  await connected.promise;
  const rates: number[] = [];
  const before = heapMb();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const made = once(exchange, 'message');
    exchange.send('burst');
    await made;
    const startedAt = performance.now();
    while (source.counters().trades < round * TRADES) await sleep(2);
    rates.push((TRADES / (performance.now() - startedAt)) * 1000);
  }
  const { gaps, duplicates, quarantined } = source.counters();
  if (gaps + duplicates + quarantined > 0) throw new Error(`${name} did not read every trade unchanged`);
  const grownMb = heapMb() - before;
  await source.stop();
  exchange.kill();
  const times = (median(rates) / PEAK_PER_SEC).toFixed(1);
  const runs = `${rates.map(grouped).join(' · ')}; heap after ${grouped(ROUNDS * TRADES)} trades ${grownMb >= 0 ? '+' : '−'}${Math.abs(grownMb).toFixed(1)} MB`;
  return [`Trades a second, ${name}`, `${grouped(median(rates))}, ${times} × a peak of ${grouped(PEAK_PER_SEC)}`, runs];
}

const figures: Figure[] = [];
for (const [name, dialect] of DIALECTS) figures.push(await measure(name, dialect));
await report('sources', 'Trades from an exchange, through a socket', figures);
