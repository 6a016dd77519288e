/** What a receipt that holds still leaves to be asked. A warning never changes the verdict. */
import type { ReadReceipt } from './read-receipt.ts';
import { foreseeablePrices } from './receipt-rounds.ts';
import { closedTicks } from './receipt-sources.ts';
import { transferLags } from './replay-order.ts';

/**
 * SECONDS_MISSING: seconds from entry to close without a price. FEED_MIXED: ticks between entry and exit of another kind
 * than the entry. SETTLED_LATE: seconds from the close to the settlement. TRANSFERS_LATE: transfers dated after the
 * acceptance or the settlement they belong to. UNSIGNED: no device signed the order, so nothing shows that the member sent it.
 * TERMS_UNSEEN: the member saw other terms than those of the order, and the receipt does not have them. ACCEPTED_SLOWLY:
 * milliseconds from the signature to the acceptance, if that is unusual. In that time whoever held the order could have looked
 * at the price. PRICE_FORESEEABLE: simulated prices at entry and exit without public randomness. Whoever runs the site could know them.
 * CALLED_CLOSED: ticks at entry and exit that say that the market was closed. The calendar is in no receipt.
 */
export const WARNING_KEYS = [
  'SECONDS_MISSING',
  'FEED_MIXED',
  'SETTLED_LATE',
  'TRANSFERS_LATE',
  'UNSIGNED',
  'TERMS_UNSEEN',
  'ACCEPTED_SLOWLY',
  'PRICE_FORESEEABLE',
  'CALLED_CLOSED',
] as const;

export type WarningKey = (typeof WARNING_KEYS)[number];

export type Warning = { readonly key: WarningKey; readonly count: number };

const SECOND_MS = 1000;
/** A settlement usually follows within a second of the close. */
const SETTLED_LATE_SEC = 60;
/** An order usually takes some tenths of a second, on a slow network one. */
export const UNUSUAL_WAIT_MS = 1500;

/** The warnings of a receipt that holds, each with a count above zero. */
export function warningsOf(read: ReadReceipt): Warning[] {
  const found: Record<WarningKey, number> = {
    SECONDS_MISSING: missingSeconds(read),
    FEED_MIXED: mixedTicks(read),
    SETTLED_LATE: lateSeconds(read),
    TRANSFERS_LATE: transferLags(read.receipt).filter((lag) => lag > 0).length,
    UNSIGNED: read.receipt.request === null ? 1 : 0,
    TERMS_UNSEEN: sawOtherTerms(read) ? 1 : 0,
    ACCEPTED_SLOWLY: slowMs(read),
    PRICE_FORESEEABLE: foreseeablePrices(read),
    CALLED_CLOSED: closedTicks(read),
  };
  return WARNING_KEYS.flatMap((key) => (found[key] > 0 ? [{ key, count: found[key] }] : []));
}

/** Up to the newest tick while the order runs. The order and the ticks of a receipt that holds are on whole seconds. */
function missingSeconds({ order, ticks }: ReadReceipt): number {
  const endsAt = Math.min(order.closesAt, ticks.at(-1)?.at ?? 0);
  const published = ticks.filter(({ at }) => at >= order.entryAt && at <= endsAt).length;
  return Math.max(0, (endsAt - order.entryAt) / SECOND_MS + 1 - published);
}

function mixedTicks({ receipt, ticks }: ReadReceipt): number {
  const { entry = null, exit = null } = receipt.outcome ?? {};
  if (entry === null || exit === null) return 0;
  const between = ticks.filter(({ seq }) => seq >= entry.seq && seq <= exit.seq);
  return between.filter(({ canonical }) => canonical.feed !== between[0]?.canonical.feed).length;
}

/** What devices show is what the site says of its terms at that moment, and it may publish better ones a moment later. */
function sawOtherTerms({ receipt: { order, request } }: ReadReceipt): boolean {
  return request !== undefined && request !== null && request.termsHash !== order.termsHash;
}

function lateSeconds({ receipt, order }: ReadReceipt): number {
  if (receipt.outcome === null) return 0;
  const seconds = Math.floor((Date.parse(receipt.outcome.settledAt) - order.closesAt) / SECOND_MS);
  return seconds > SETTLED_LATE_SEC ? seconds : 0;
}

/** Of orders that name a deadline: what came before was allowed to wait. */
function slowMs({ receipt, order }: ReadReceipt): number {
  if (receipt.order.acceptBy === undefined || receipt.request === undefined || receipt.request === null) return 0;
  const waited = order.acceptedAt - Date.parse(receipt.request.signedAt);
  return waited > UNUSUAL_WAIT_MS ? waited : 0;
}
