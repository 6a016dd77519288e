import { parsePrice } from '../price.ts';
import type { Price } from '../price.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { Tick } from '../trading/tick.ts';
import { isLegalPrice } from './price-rule.ts';
import type { PriceRule } from './price-rule.ts';

/** `above`: tell the member at a price of the target or more. `below`: at the target or less. */
export type AlertSide = 'above' | 'below';

/** How many alerts of one member may wait at once. */
export const ALERTS_MAX = 20;
/** An alert that was not reached ends after this time. */
const ALERT_MS_MAX = 30 * 24 * 3_600_000;

/** A published tick and the kind of feed that published it. */
export type FeedTick = Tick & { readonly feed: string };

export type PriceAlert = {
  readonly side: AlertSide;
  readonly target: Price;
  /** The newest tick when the alert was set. Only later ticks count. */
  readonly afterSeq: bigint;
  /** The kind of feed the alert was set on. The prices of another kind mean something else, so they do not count. */
  readonly feed: string;
  /** Epoch ms. A tick of this moment or later does not count. */
  readonly expiresAt: number;
};

export function isReached({ side, target }: Pick<PriceAlert, 'side' | 'target'>, price: Price): boolean {
  return side === 'above' ? price >= target : price <= target;
}

/**
 * The first of these ticks, oldest first, that reaches the alert. Only a new price (status OK) counts: any other status
 * repeats an old one. After a gap the first price beyond the target counts, although the target itself was never seen.
 */
export function firstCrossing<T extends FeedTick>(alert: PriceAlert, ticks: readonly T[]): T | null {
  return (
    ticks.find(
      (tick) =>
        tick.seq > alert.afterSeq &&
        tick.status === 'OK' &&
        tick.feed === alert.feed &&
        tick.at < alert.expiresAt &&
        isReached(alert, tick.price),
    ) ?? null
  );
}

export type AlertRefusal =
  | 'ALERT_PRICE_INVALID'
  | 'PRODUCT_NOT_FOUND'
  | 'ALERT_NO_PRICE'
  | 'ALERT_REACHED'
  | 'ALERT_EXISTS'
  | 'ALERTS_FULL';

export type AlertFacts = {
  /** Undefined: no such product, or it is not active. */
  readonly product: PriceRule | undefined;
  readonly newest: FeedTick | undefined;
  /** What the member already waits for. */
  readonly waiting: readonly { readonly product: string; readonly side: AlertSide; readonly target: Price }[];
};

/** Whether a member may set this alert now, and the alert. */
export function decideAlert(
  asked: { readonly product: string; readonly side: AlertSide; readonly price: string },
  { product, newest, waiting }: AlertFacts,
  nowMs: number,
): Result<PriceAlert, AlertRefusal> {
  if (product === undefined) return err('PRODUCT_NOT_FOUND');
  const target = parsePrice(asked.price, product.decimals);
  if (!target.ok || !isLegalPrice(target.value, product)) return err('ALERT_PRICE_INVALID');
  if (newest === undefined) return err('ALERT_NO_PRICE');
  const alert = { side: asked.side, target: target.value };
  if (isReached(alert, newest.price)) return err('ALERT_REACHED');
  if (waiting.some((one) => one.product === asked.product && one.side === alert.side && one.target === alert.target))
    return err('ALERT_EXISTS');
  if (waiting.length >= ALERTS_MAX) return err('ALERTS_FULL');
  return ok({ ...alert, afterSeq: newest.seq, feed: newest.feed, expiresAt: nowMs + ALERT_MS_MAX });
}
