/* A receipt is final minutes after the close on a site that is well. One that is not says why, so that a member can ask. */

import type { OrderResult } from '@candor/contract/trading';
import type { ReceiptFigures } from './receipt-file.ts';

/** Checkpoints come once a minute, and the settlement is in the log seconds later. */
const LATE_AFTER_MS = 10 * 60_000;

/** unsettled: no result. unlogged: the result is not in the order log. unwitnessed: too few witnesses. unchecked: no checkpoint. */
export type LateReason = 'unsettled' | 'unlogged' | 'unwitnessed' | 'unchecked';

type Seen = Pick<ReceiptFigures, 'settledPlace' | 'request'> & {
  readonly status: OrderResult | null;
  readonly isUnwitnessed: boolean;
};

/** Why a receipt that is only provisional is not final yet; null as long as that is no finding. */
export function whyNotFinal(
  { status, settledPlace, request, isUnwitnessed }: Seen,
  closesAtMs: number,
  nowMs: number,
): LateReason | null {
  if (nowMs - closesAtMs < LATE_AFTER_MS) return null;
  if (status === null) return 'unsettled';
  if (isUnwitnessed) return 'unwitnessed';
  // Orders from before devices signed have no entry for their settlement.
  return settledPlace === null && request !== 'none' ? 'unlogged' : 'unchecked';
}
