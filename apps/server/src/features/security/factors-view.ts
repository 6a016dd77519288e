import type { FactorsView } from '@candor/contract/factors';
import type { Db } from '../../platform/db/pool.ts';
import { countRecoveryCodes, selectPasskeys, selectTotp } from '../../services/member-factors/factor-store.ts';

/** The second factor of a member as they see it: no secret, no key and no code. */
export async function readFactors(db: Db, memberId: bigint): Promise<FactorsView> {
  const totp = await selectTotp(db, memberId);
  const passkeys = await selectPasskeys(db, memberId);
  return {
    totpSince: isoOf(totp?.addedAt ?? null),
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt, rpId }) => ({
      id,
      name,
      addedAt: new Date(addedAt).toISOString(),
      lastUsedAt: isoOf(lastUsedAt),
      host: rpId,
    })),
    recoveryLeft: await countRecoveryCodes(db, memberId),
  };
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
