/* The steps of a check in the order they run, and the state of each. */

import type { OrderView } from '@candor/contract/trading';
import type { ReceiptFigures } from './receipt-file.ts';

/** First the key, then what the receipt says about itself, then what this page and this device know about the order. */
export const CHECK_STEPS = [
  'key',
  'format',
  'signature',
  'acceptance',
  'request',
  'terms',
  'chain',
  'checkpoints',
  'log',
  'prices',
  'outcome',
  'amounts',
  'screen',
  'kept',
] as const;

export type CheckStep = (typeof CHECK_STEPS)[number];

export type StepReport = {
  readonly key: CheckStep;
  readonly ended: 'ok' | 'failed' | 'skipped';
  /** A literal key, if the step failed. */
  readonly problem?: string | undefined;
  /** Of the step `log`: whether its heads were compared with the newest one of the log. */
  readonly tie?: 'tied' | 'open';
  /** Of the step `request`: whether a key signed that was ever one of this device. */
  readonly signer?: 'this' | 'other';
  /** Of the step `log`: how many of the witnesses that this app trusts saw it. Null if it was built without any. */
  readonly witnessed?: { readonly count: number; readonly quorum: number } | null;
};

/** elsewhere: it holds, and another device signed: only the member knows whether it is theirs. */
export type StepState = 'pending' | 'running' | 'elsewhere' | StepReport['ended'];

/** While the check runs, the first step without a report is the running one. */
export function stepStates(
  reports: readonly StepReport[],
  isRunning: boolean,
): readonly { readonly key: CheckStep; readonly state: StepState }[] {
  const next = CHECK_STEPS.find((key) => reports.every((report) => report.key !== key));
  return CHECK_STEPS.map((key) => {
    const report = reports.find((candidate) => candidate.key === key);
    return { key, state: report === undefined ? (isRunning && key === next ? 'running' : 'pending') : endOf(report) };
  });
}

/** Signed by a device that is not this one: perhaps another one of the member, perhaps one that the site made up. */
export function isElsewhere({ ended, signer }: StepReport): boolean {
  return ended === 'ok' && signer === 'other';
}

function endOf(report: StepReport): StepState {
  return isElsewhere(report) ? 'elsewhere' : report.ended;
}

/** A valid receipt of another order, or with another result than the page shows, proves nothing about this order. */
export function compareWithScreen(figures: ReceiptFigures, order: OrderView): StepReport {
  if (figures.orderId !== order.id) return { key: 'screen', ended: 'failed', problem: 'OTHER_ORDER' };
  // The page may be behind: an order it still shows as open has no result to compare.
  if (order.status === 'open' || figures.status === null) return { key: 'screen', ended: 'ok' };
  const samePrices = figures.entryPrice === order.entryPrice && figures.exitPrice === order.exitPrice;
  const same =
    figures.status === order.status && figures.profit === order.profit && (order.status === 'voided' || samePrices);
  return same ? { key: 'screen', ended: 'ok' } : { key: 'screen', ended: 'failed', problem: 'OTHER_RESULT' };
}
