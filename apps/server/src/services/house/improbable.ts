import { isImprobable } from '@candor/domain/trading/house-luck';
import type { SettledWindowRow } from './house-store.ts';

/** How many orders a look counts at most: what it may cost on any day. */
export const COUNTED_MAX = 10_000;

/** The products and durations whose results of today chance does not explain. */
export function improbableRuns(rows: readonly SettledWindowRow[]): { product: string; durationSec: number }[] {
  const groups = Map.groupBy(rows, ({ product, durationSec }) => `${product}/${durationSec}`);
  return [...groups.values()].flatMap((windows) => {
    const [first] = windows;
    return first !== undefined && isImprobable(windows)
      ? [{ product: first.product, durationSec: first.durationSec }]
      : [];
  });
}
