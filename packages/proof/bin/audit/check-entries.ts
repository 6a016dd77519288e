/** Orders enter when their terms say. One that enters earlier than those of others is on a price that is as good as known. */
import { entryAtOf, TICK_AHEAD_MS_MAX } from '@candor/domain/trading/order-times';
import type { PublishedTerms } from '../site/openings-data.ts';
import type { Findings } from './findings.ts';
import { versionKey } from './match-halves.ts';
import type { OpenedPair } from './opened-days.ts';

const SECOND_MS = 1000;
/** How many different delays of one version are kept. Terms allow three, so most of these are findings. */
const DELAYS_KEPT = 20;

export type EntryCheck = {
  readonly add: (pair: OpenedPair) => void;
  /** `published` is read after the orders. What it lacks is another finding. */
  readonly end: (published: ReadonlyMap<string, readonly PublishedTerms[]>, findings: Findings) => void;
};

export function openEntryCheck(): EntryCheck {
  /** By version, and by the milliseconds from the first whole second to the entry: the first such order. */
  const seen = new Map<string, Map<number, number>>();
  return {
    add: ({ order, index }) => {
      const key = versionKey({ product: order.product, version: order.termsVersion });
      const delays = seen.get(key) ?? new Map<number, number>();
      seen.set(key, delays);
      const acceptedAt = Date.parse(order.acceptedAt);
      const delayMs = Date.parse(order.entryAt) - entryAtOf(acceptedAt, acceptedAt);
      if (!delays.has(delayMs) && delays.size < DELAYS_KEPT) delays.set(delayMs, index);
    },
    end: (published, findings) => {
      for (const [product, versions] of published) {
        for (const { version, entryDelaySec } of versions) {
          const key = versionKey({ product, version });
          for (const [delayMs, index] of seen.get(key) ?? [])
            if (!isBy(entryDelaySec, delayMs)) findings.add('ENTRY_MISTIMED', `entry ${index}: ${key}`);
        }
      }
    },
  };
}

/** A tick that was there at the acceptance may have put the entry off. */
function isBy(entryDelaySec: number, delayMs: number): boolean {
  const putOff = delayMs - entryDelaySec * SECOND_MS;
  return putOff >= 0 && putOff <= TICK_AHEAD_MS_MAX && putOff % SECOND_MS === 0;
}
