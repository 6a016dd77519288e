import { PASSKEYS_MAX } from '@candor/domain/identity/second-factor';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import {
  clearConfirmations,
  clearTotp,
  deletePasskey,
  insertPasskey,
  isCredentialKnown,
  replaceRecoveryCodes,
  selectPasskeys,
  selectTotp,
  takeFreshSecret,
  writeConfirmed,
} from '../../services/member-factors/factor-store.ts';
import type { NewPasskey } from '../../services/member-factors/factor-store.ts';
import type { RequestOrigin } from '../../services/security-events/request-origin.ts';
import { insertSecurityEvent } from '../../services/security-events/security-event-store.ts';

/** What a member does to their second factor. What had to be proved was proved before. */
export type FactorChange =
  /** `seenSealed`: the fresh secret whose code was shown. */
  | { readonly kind: 'totpOn'; readonly step: number; readonly seenSealed: Buffer }
  | { readonly kind: 'totpOff' }
  | { readonly kind: 'passkeyAdded'; readonly passkey: Omit<NewPasskey, 'slot'> }
  | { readonly kind: 'passkeyRemoved'; readonly id: string }
  | { readonly kind: 'recoveryMade' };

export interface FactorCall {
  readonly change: FactorChange;
  /** Stored with the first factor, and when codes are made anew. */
  readonly recoveryHashes: readonly Buffer[];
  readonly sessionId: string;
  readonly requestOrigin: RequestOrigin;
}

export interface FactorFacts {
  readonly isTotpOn: boolean;
  readonly freshSealed: Buffer | null;
  readonly passkeys: readonly { readonly id: string; readonly slot: number }[];
  /** Whether this passkey, or one with its id, is already somebody's. */
  readonly isCredentialKnown: boolean;
}

export type FactorRefusal =
  | 'FACTOR_EXISTS'
  | 'FACTOR_NOT_FOUND'
  | 'FACTOR_CODE_WRONG'
  | 'PASSKEY_EXISTS'
  | 'PASSKEYS_TOO_MANY';

export interface FactorEffect extends Omit<FactorCall, 'change'> {
  readonly memberId: bigint;
  readonly change: FactorChange;
  /** Where a new passkey is stored. */
  readonly slot: number;
  readonly codes: 'replace' | 'keep' | 'remove';
}

/** Whether a change may be made now, and what becomes of the recovery codes. */
export function decideFactor(
  { change }: Pick<FactorCall, 'change'>,
  facts: FactorFacts,
): Result<Pick<FactorEffect, 'slot' | 'codes'>, FactorRefusal> {
  const { isTotpOn, passkeys } = facts;
  const factors = passkeys.length + (isTotpOn ? 1 : 0);
  const added = ok({ slot: freeSlot(passkeys), codes: factors === 0 ? 'replace' : 'keep' } as const);
  const removed = ok({ slot: 0, codes: factors === 1 ? 'remove' : 'keep' } as const);
  switch (change.kind) {
    case 'totpOn':
      if (isTotpOn) return err('FACTOR_EXISTS');
      return facts.freshSealed?.equals(change.seenSealed) === true ? added : err('FACTOR_CODE_WRONG');
    case 'totpOff':
      return isTotpOn ? removed : err('FACTOR_NOT_FOUND');
    case 'passkeyAdded':
      if (facts.isCredentialKnown) return err('PASSKEY_EXISTS');
      return passkeys.length >= PASSKEYS_MAX ? err('PASSKEYS_TOO_MANY') : added;
    case 'passkeyRemoved':
      return passkeys.some(({ id }) => id === change.id) ? removed : err('FACTOR_NOT_FOUND');
    case 'recoveryMade':
      return factors > 0 ? ok({ slot: 0, codes: 'replace' }) : err('FACTOR_NOT_FOUND');
  }
}

function freeSlot(passkeys: FactorFacts['passkeys']): number {
  const taken = new Set(passkeys.map(({ slot }) => slot));
  for (let slot = 1; slot <= PASSKEYS_MAX; slot += 1) if (!taken.has(slot)) return slot;
  return 0;
}

/** The answer says whether the recovery codes of the call are the ones that count now. */
export const changeFactors: Command<
  FactorCall,
  ReadonlyMap<bigint, FactorFacts>,
  FactorEffect,
  null,
  Result<boolean, FactorRefusal>
> = {
  name: 'account/factors/change',
  stored: { of: () => null, read: () => ok(false) },
  readFacts: async (db, calls) => {
    const facts = new Map<bigint, FactorFacts>();
    for (const { memberId, input } of calls) facts.set(memberId, await readFacts(db, memberId, input.change));
    return facts;
  },
  decide: ({ memberId, input }, all) => {
    const facts = all.get(memberId);
    if (facts === undefined) throw new Error('a member of the call has no facts');
    const decided = decideFactor(input, facts);
    return decided.ok
      ? { effect: { ...input, memberId, ...decided.value } }
      : { answer: err(decided.error), kept: false };
  },
  write: async (db, effects) => {
    for (const effect of effects) await writeEffect(db, effect);
    return effects.map(() => null);
  },
  answer: async (_, done) => done.map(({ effect }) => ok(effect.codes === 'replace')),
  newsOf: () => [{ type: 'account' }],
  auditOf: ({ memberId, change }) => ({
    subjectType: 'member',
    subjectId: memberId.toString(),
    detail: { change: change.kind },
  }),
};

async function readFacts(db: Db, memberId: bigint, change: FactorChange): Promise<FactorFacts> {
  const totp = await selectTotp(db, memberId);
  return {
    isTotpOn: (totp?.secretSealed ?? null) !== null,
    freshSealed: totp?.freshSealed ?? null,
    passkeys: await selectPasskeys(db, memberId),
    isCredentialKnown: change.kind === 'passkeyAdded' && (await isCredentialKnown(db, change.passkey.credentialId)),
  };
}

async function writeEffect(db: Db, effect: FactorEffect): Promise<void> {
  const { memberId, change, slot, codes, recoveryHashes, sessionId, requestOrigin } = effect;
  switch (change.kind) {
    case 'totpOn':
      await takeFreshSecret(db, memberId, change.step);
      break;
    case 'totpOff':
      await clearTotp(db, memberId);
      break;
    case 'passkeyAdded':
      await insertPasskey(db, memberId, { ...change.passkey, slot });
      break;
    case 'passkeyRemoved':
      await deletePasskey(db, memberId, change.id);
      break;
    case 'recoveryMade':
      break;
  }
  if (codes !== 'keep') await replaceRecoveryCodes(db, memberId, codes === 'replace' ? recoveryHashes : []);
  if (change.kind === 'totpOn' || change.kind === 'passkeyAdded') {
    await clearConfirmations(db, memberId, sessionId);
    await writeConfirmed(db, sessionId);
  }
  await insertSecurityEvent(db, { memberId, kind: change.kind, requestOrigin });
}
