import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { createFingerprints } from '../idempotency/idempotency.ts';
import { openCardNumber } from '../papers/papers-of-member.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { adoptCardMark, selectUnmarkedCards } from './mark-store.ts';
import { cardMark } from './marks.ts';

const BATCH = 200;

/**
 * Gives cards from before the rule their mark, in batches, before any role starts. SQL cannot do it, because numbers are sealed.
 * Where several members have the same card, all keep it and the desk sees it. A card that does not open stays as it is.
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
        const digits = opened(secrets.seal, memberId, numberSealed);
        if (digits === undefined) unopened.push(memberId);
        else counts[await adoptCardMark(db, memberId, cardMark(fingerprints, digits))] += 1;
      }
    });
  }
  if (counts.own + counts.shared > 0) log.info(counts, 'cards got their marks');
  if (unopened.length > 0) log.warn({ members: unopened.map(String) }, 'cards that do not open got no mark');
}

function opened(sealKey: Buffer, memberId: bigint, sealed: Buffer): string | undefined {
  try {
    return openCardNumber(sealKey, memberId, sealed);
  } catch {
    return undefined;
  }
}
