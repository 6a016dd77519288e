import type { SupportFinding } from '@candor/contract/support';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { checkReceipt, NO_RECEIPT } from '../../services/receipts/check-receipt.ts';
import type { ReceiptDeps } from '../../services/receipts/make-receipt.ts';
import { deleteDueCheck, insertFinding, selectDueChecks } from './support-store.ts';
import type { DueCheck } from './support-store.ts';

export interface CheckDeps extends ReceiptDeps {
  pool: Pool;
  log: Log;
}

export interface Checked {
  /** How many checks were written. */
  written: number;
  /** How many of them found that an order's receipt does not hold. */
  invalid: number;
  /** Disputes that could not be checked now; they stay due. */
  troubled: bigint[];
}

const BATCH = 20;

/**
 * Answers one batch of disputes about orders: makes the order's receipt, verifies it as any member could, and writes down
 * the result. It must never touch an order, a settlement or money. A receipt that does not hold is reported to the
 * member and logged; this code repairs nothing. The database knows which disputes are due, so a crash at any point loses
 * no dispute.
 */
export async function checkDisputes(deps: CheckDeps, except: readonly bigint[] = []): Promise<Checked> {
  const checked: Checked = { written: 0, invalid: 0, troubled: [] };
  for (const due of await selectDueChecks(deps.pool, except, BATCH)) {
    try {
      const finding = await check(deps, due);
      if (!(await write(deps.pool, due, finding))) continue;
      checked.written += 1;
      if (finding.verdict !== 'invalid') continue;
      checked.invalid += 1;
      deps.log.error(
        { order: due.orderId, dispute: due.disputeId.toString(), failed: finding.failed },
        'THE RECEIPT OF AN ORDER DOES NOT HOLD: a member disputed it, and the check failed',
      );
    } catch (error) {
      checked.troubled.push(due.disputeId);
      deps.log.error(
        { err: error, order: due.orderId, dispute: due.disputeId.toString() },
        'a dispute could not be checked',
      );
    }
  }
  return checked;
}

async function check(deps: CheckDeps, { memberId, orderId }: DueCheck): Promise<SupportFinding> {
  const checked = await checkReceipt(deps, memberId, orderId);
  // A file that an operator must restore is no finding: the dispute stays due.
  if (!checked.ok && checked.error === 'TICKS_UNAVAILABLE') throw new Error(checked.error);
  return checked.ok ? checked.value.finding : NO_RECEIPT;
}

async function write(pool: Pool, due: DueCheck, finding: SupportFinding): Promise<boolean> {
  return await withTransaction(pool, async (db) => {
    const isLast = finding.verdict !== 'provisional';
    const written = await insertFinding(db, due, finding, isLast);
    if (isLast) await deleteDueCheck(db, due.disputeId);
    if (written) await insertOutbox(db, [{ memberId: due.memberId, message: { type: 'support' } }]);
    return written;
  });
}
