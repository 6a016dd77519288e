/* The steps of a check in the order they are taken, and how far each one is. */

import type { OrderView } from '@candor/contract/trading';
import type { ReceiptFigures } from './receipt-file.ts';

/** The key, then what the receipt says of itself, then what this page and this device know of the order. */
export const CHECK_STEPS = [
  'key',
  'format',
  'signature',
  'acceptance',
  'terms',
  'chain',
  'checkpoints',
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
  /** A literal key, where it failed. */
  readonly problem?: string | undefined;
};

export type StepState = 'pending' | 'running' | StepReport['ended'];

/** The first step without a report is the running one, while the check runs at all. */
export function stepStates(
  reports: readonly StepReport[],
  isRunning: boolean,
): readonly { readonly key: CheckStep; readonly state: StepState }[] {
  const next = CHECK_STEPS.find((key) => reports.every((report) => report.key !== key));
  return CHECK_STEPS.map((key) => {
    const report = reports.find((candidate) => candidate.key === key);
    return { key, state: report?.ended ?? (isRunning && key === next ? 'running' : 'pending') };
  });
}

/** A sound receipt of another order, or of another result than the page shows, proves nothing of this one. */
export function compareWithScreen(figures: ReceiptFigures, order: OrderView): StepReport {
  if (figures.orderId !== order.id) return { key: 'screen', ended: 'failed', problem: 'OTHER_ORDER' };
  // The page may lag behind: an order it still shows as open has no result to compare.
  if (order.status === 'open' || figures.status === null) return { key: 'screen', ended: 'ok' };
  const samePrices = figures.entryPrice === order.entryPrice && figures.exitPrice === order.exitPrice;
  const same =
    figures.status === order.status && figures.profit === order.profit && (order.status === 'voided' || samePrices);
  return same ? { key: 'screen', ended: 'ok' } : { key: 'screen', ended: 'failed', problem: 'OTHER_RESULT' };
}
