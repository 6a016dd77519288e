import { listOrders } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { parseMoney, ZERO } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { resultsSince } from '@candor/domain/trading/away-results';
import type { SettledResult } from '@candor/domain/trading/away-results';
import { call } from '../../api/request.ts';

/** Results that settled while this device did not look. `isAll`: none older than these was left unread. */
export type AwayResults = { readonly results: readonly SettledResult[]; readonly isAll: boolean };

/** So many are read; when there may be more, no sum is said. */
const ROWS = 30;

/** Null if nothing settled at `sinceMs` or later. */
export async function readAway(sinceMs: number, paidIn: Currency, signal: AbortSignal): Promise<AwayResults | null> {
  const { items } = await call(listOrders, { query: { status: 'settled', limit: ROWS }, signal });
  const results = resultsSince(
    items.map((order) => resultOf(order, paidIn)),
    sinceMs,
  );
  return results.length === 0 ? null : { results, isAll: results.length < ROWS };
}

function resultOf({ id, settledAt, profit }: OrderView, paidIn: Currency): SettledResult {
  const amount = parseMoney(profit ?? '', paidIn, { signed: true });
  return { id, settledAtMs: Date.parse(settledAt ?? ''), profit: amount.ok ? amount.value : ZERO };
}
