import type { ErrorKey } from './error-keys.ts';
import { stopReasonOf } from './stop-reasons.ts';
import type { StopReason } from './stop-reasons.ts';

/* How an order of a stopped product is refused: with the reason of the stop. */

const BECAUSE = {
  UNUSUAL_PRICES: 'STOPPED_UNUSUAL_PRICES',
  SOURCE_TROUBLE: 'STOPPED_SOURCE_TROUBLE',
  MAINTENANCE: 'STOPPED_MAINTENANCE',
  PRODUCT_RISK: 'STOPPED_PRODUCT_RISK',
  LEGAL_DUTY: 'STOPPED_LEGAL_DUTY',
  OTHER: 'STOPPED_OTHER',
} as const satisfies Record<StopReason, ErrorKey>;

/** The key of the text of a reason, as members read it. */
export function stopText(code: string): (typeof BECAUSE)[StopReason] {
  return BECAUSE[stopReasonOf(code)];
}

/** `code` is null for a product that the owner of the database stopped: there is no reason to tell. */
export function stopMessage(code: string | null): { key: 'TRADING_FORBIDDEN'; params: { because: ErrorKey } } {
  return { key: 'TRADING_FORBIDDEN', params: { because: stopText(code ?? 'OTHER') } };
}
