/** How an order ended, as one document. The order log has an entry of it. Nothing in it changes after the settlement. */
import type { ReceiptOutcome } from './receipt.ts';

const SETTLEMENT_FORMAT = 'candor-settlement-v1';

export type SettlementDocument = ReceiptOutcome & {
  readonly format: typeof SETTLEMENT_FORMAT;
  readonly orderId: string;
};

/** The outcome of a receipt, with its order's id: the same texts and numbers. */
export function settlementDocument(orderId: string, outcome: ReceiptOutcome): SettlementDocument {
  return {
    credited: outcome.credited,
    entry: outcome.entry,
    exit: outcome.exit,
    format: SETTLEMENT_FORMAT,
    orderId,
    profit: outcome.profit,
    reason: outcome.reason,
    settledAt: outcome.settledAt,
    status: outcome.status,
  };
}
