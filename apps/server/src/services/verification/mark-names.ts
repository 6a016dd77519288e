import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { createFingerprints } from '../idempotency/idempotency.ts';
import { nameMark } from '../marks/marks.ts';
import { hasNameMarks, insertNameMark, selectGivenNames, selectSubmittedNames } from '../marks/name-mark-store.ts';
import { unseal } from '../secrets/seal.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { givenPurpose, submittedPurpose } from './verification-of-member.ts';

const BATCH = 500;

/**
 * Marks the names that were sealed before there were marks, once: the first start after an upgrade. New names are marked where they are
 * written. All of them or none: a start that ends in between begins anew.
 */
export async function markNames(
  ownerPool: Pool,
  { seal, fingerprint }: Pick<Secrets, 'seal' | 'fingerprint'>,
): Promise<void> {
  if (await hasNameMarks(ownerPool)) return;
  const fingerprints = createFingerprints(fingerprint);
  await withTransaction(ownerPool, async (db) => {
    const mark = async (memberId: bigint, sealed: Buffer, purpose: string) => {
      const name = opened(seal, sealed, purpose);
      if (name !== undefined) await insertNameMark(db, nameMark(fingerprints, name), memberId);
    };
    await eachRow(db, selectGivenNames, async ({ id, inviteCode, nameSealed }) => {
      if (nameSealed !== null) await mark(id, nameSealed, givenPurpose('realName', inviteCode));
    });
    await eachRow(db, selectSubmittedNames, async ({ memberId, nameSealed }) => {
      await mark(memberId, nameSealed, submittedPurpose('realName', memberId));
    });
  });
}

/** What nobody can open any more has no name to find, and stops no site from starting. */
function opened(sealKey: Buffer, sealed: Buffer, purpose: string): string | undefined {
  try {
    return unseal(sealKey, sealed, purpose);
  } catch {
    return undefined;
  }
}

async function eachRow<Row extends { readonly id: bigint }>(
  db: Db,
  read: (db: Db, after: bigint, limit: number) => Promise<Row[]>,
  use: (row: Row) => Promise<void>,
): Promise<void> {
  let after = 0n;
  for (;;) {
    const rows = await read(db, after, BATCH);
    for (const row of rows) await use(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
