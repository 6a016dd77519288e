import { supportMessage } from '@candor/contract/support';
import type { SupportMessage } from '@candor/contract/support';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { insertIdempotency, selectIdempotency } from '../../services/idempotency/idempotency-store.ts';
import { lockMembers } from '../../services/ledger/ledger.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import type { Site } from '../../services/site/site.ts';
import { insertMessage, isOwnOrder, selectMessages } from './support-store.ts';
import { messageView } from './support-view.ts';

export interface PostCommand {
  memberId: bigint;
  text: string;
  /** Makes it a doubt about this order. */
  orderId: string | undefined;
  /** Undefined where the caller asked for no protection against sending twice. */
  key: string | undefined;
  fingerprint: Buffer;
}

const ROUTE = 'support/messages';

/** Writes a member's message. A doubt waits for the check from then on, which is made apart from this. */
export async function postMessage(
  pool: Pool,
  site: Pick<Site, 'currency'>,
  { memberId, text, orderId, key, fingerprint }: PostCommand,
): Promise<Result<SupportMessage, 'ORDER_NOT_FOUND' | 'IDEMPOTENCY_KEY_REUSED'>> {
  return await withTransaction(pool, async (db) => {
    await lockMembers(db, [memberId]);
    const [earlier] = key === undefined ? [] : await selectIdempotency(db, [{ memberId, route: ROUTE, key }]);
    if (earlier !== undefined) {
      return earlier.fingerprint.equals(fingerprint)
        ? ok(supportMessage.parse(earlier.answer))
        : err('IDEMPOTENCY_KEY_REUSED');
    }
    if (orderId !== undefined && !(await isOwnOrder(db, memberId, orderId))) return err('ORDER_NOT_FOUND');
    const id = await insertMessage(db, { memberId, text, orderId });
    await insertOutbox(db, [{ memberId, message: { type: 'support' } }]);
    const [row] = await selectMessages(db, { memberId, beforeId: id + 1n, limit: 1 });
    if (row === undefined) throw new Error('the message was not found again');
    const answer = messageView(row, site.currency);
    if (key !== undefined) await insertIdempotency(db, [{ memberId, route: ROUTE, key, fingerprint, answer }]);
    return ok(answer);
  });
}
