import type { ProductView } from '@candor/contract/market';
import type { Log } from '../../platform/log/log.ts';

export interface FirstPrices {
  readonly ask: () => Promise<readonly ProductView[]>;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Pick<Log, 'info'>;
  readonly signal: AbortSignal;
}

const PRODUCTS_MAX = 4;
/** A new site fills its history first, and the machine may be busy. */
const WAIT_MS_MAX = 180_000;
const LOOK_MS = 1_000;
/** A site that failed to answer is asked again, less and less often. */
const PAUSE_MS_MAX = 8_000;

/**
 * Products with made-up or recorded prices that trade now: the demo account never trades at the prices of a live market. A site
 * that cannot answer yet is asked again: its first refusal is no reason to stay without a past. Empty if none comes in time.
 */
export async function firstPrices({ ask, pause, log, signal }: FirstPrices): Promise<readonly ProductView[]> {
  let pauseMs = LOOK_MS;
  for (let waitedMs = 0; waitedMs <= WAIT_MS_MAX; waitedMs += pauseMs) {
    if (waitedMs > 0) await pause(pauseMs);
    const products = await ask().catch((error: unknown) => {
      signal.throwIfAborted();
      log.info({ reason: String(error) }, 'the demo account asks for prices again');
    });
    pauseMs = products === undefined ? Math.min(PAUSE_MS_MAX, pauseMs * 2) : LOOK_MS;
    const open = (products ?? []).filter(isTradable);
    if (open.length > 0) return open.slice(0, PRODUCTS_MAX);
  }
  log.info({}, 'the demo account found no prices to trade at');
  return [];
}

function isTradable({ status, last, feed, durations }: ProductView): boolean {
  return (
    status === 'trading' && last?.status === 'OK' && feed !== 'live' && durations.some(({ seconds }) => seconds === 5)
  );
}
