import { productTopic } from '@candor/contract/live';
import type { ProductView } from '@candor/contract/market';
import { paced } from '../platform/jobs/paced.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import type { Log } from '../platform/log/log.ts';

const GAP_MS = 1_000;
/** A change whose hint is lost is seen by then. */
const SILENT_MS = 10_000;

/** Table → sockets: a product whose status or terms changed since the last look. A hint only says that one may have. */
export function forwardProducts(
  hub: Pick<LiveHub, 'publish' | 'size'>,
  readProducts: () => Promise<readonly ProductView[]>,
  log: Log,
) {
  const known = new Map<string, string>();
  const job = repeat('live products', SILENT_MS, log, async () => {
    if (known.size > 0 && hub.size() === 0) return;
    for (const product of await readProducts()) {
      const before = known.get(product.code);
      const now = lastingPart(product);
      known.set(product.code, now);
      if (before !== undefined && before !== now) hub.publish(productTopic(product.code), product);
    }
  });
  const hints = paced<'product'>(GAP_MS, () => job.wake());
  return {
    hint: () => hints.call('product'),
    stop: async () => {
      hints.stop();
      await job.stop();
    },
  };
}

/** Without what every tick and candle changes. */
function lastingPart(product: ProductView): string {
  return JSON.stringify({ ...product, last: null, change24h: null, sparkline: null, feed: null });
}
