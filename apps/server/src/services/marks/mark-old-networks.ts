import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { createFingerprints } from '../idempotency/idempotency.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { hasNetworkMarks, noteMark, selectKeptLogins } from './mark-store.ts';
import { markOfNetwork } from './marks.ts';

const BATCH = 1_000;

/**
 * Marks the networks that members logged in from before there were marks, in batches, before any role starts. Does nothing once
 * marks of networks exist: from then on each login writes its own. Stopped halfway, it leaves the rest to the next logins.
 */
export async function markOldNetworks(ownerPool: Pool, { fingerprint }: Pick<Secrets, 'fingerprint'>): Promise<void> {
  if (await hasNetworkMarks(ownerPool)) return;
  const fingerprints = createFingerprints(fingerprint);
  let afterId = 0n;
  for (;;) {
    const logins = await selectKeptLogins(ownerPool, afterId, BATCH);
    const last = logins.at(-1);
    if (last === undefined) return;
    const seen = new Map(logins.map((login) => [`${login.memberId} ${login.network}`, login]));
    await withTransaction(ownerPool, async (db) => {
      for (const { memberId, network } of seen.values())
        await noteMark(db, 'network', markOfNetwork(fingerprints, network), memberId);
    });
    afterId = last.id;
  }
}
