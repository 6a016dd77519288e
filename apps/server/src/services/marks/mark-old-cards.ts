import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { createFingerprints } from '../idempotency/idempotency.ts';
import { openCardNumber, openPayee } from '../verification/verification-of-member.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { adoptCardMark, adoptPayeeMark, selectUnmarkedCards, selectUnmarkedPayees } from './mark-store.ts';
import { cardMark } from './marks.ts';

const BATCH = 200;

/**
 * Gives cards from before the rule their mark, in batches, before any role starts. SQL cannot do it, because numbers are sealed.
 * Where several members have the same card, all keep it and an operator sees it. A card that does not open stays as it is. Then
 * withdrawals that are not paid out get the mark of the card they go to.
 */
export async function markOldCards(
  ownerPool: Pool,
  secrets: Pick<Secrets, 'fingerprint' | 'seal'>,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const fingerprints = createFingerprints(secrets.fingerprint);
  const unopened: bigint[] = [];
  const counts = { own: 0, shared: 0 };
  for (;;) {
    const cards = await selectUnmarkedCards(ownerPool, unopened, BATCH);
    if (cards.length === 0) break;
    await withTransaction(ownerPool, async (db) => {
      for (const { memberId, numberSealed } of cards) {
        const digits = opened(() => openCardNumber(secrets.seal, memberId, numberSealed));
        if (digits === undefined) unopened.push(memberId);
        else counts[await adoptCardMark(db, memberId, cardMark(fingerprints, digits))] += 1;
      }
    });
  }
  await markOldPayees(ownerPool, secrets, log);
  if (counts.own + counts.shared > 0) log.info(counts, 'cards got their marks');
  if (unopened.length > 0) log.warn({ members: unopened.map(String) }, 'cards that do not open got no mark');
}

async function markOldPayees(
  ownerPool: Pool,
  secrets: Pick<Secrets, 'fingerprint' | 'seal'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const fingerprints = createFingerprints(secrets.fingerprint);
  const unopened: string[] = [];
  for (;;) {
    const payees = await selectUnmarkedPayees(ownerPool, unopened, BATCH);
    if (payees.length === 0) break;
    await withTransaction(ownerPool, async (db) => {
      for (const { id, memberId, sealed } of payees) {
        const digits = opened(() => openPayee(secrets.seal, memberId, sealed).number);
        if (digits === undefined) unopened.push(id);
        else await adoptPayeeMark(db, id, cardMark(fingerprints, digits));
      }
    });
  }
  if (unopened.length > 0)
    log.warn({ withdrawals: unopened }, 'withdrawals to cards that do not open are not paid out');
}

function opened(open: () => string): string | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
