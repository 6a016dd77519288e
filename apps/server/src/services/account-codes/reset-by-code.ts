import type { CodePurpose } from '@candor/domain/identity/account-code';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command } from '../commands/run-commands.ts';
import type { RequestOrigin } from '../security-events/request-origin.ts';
import { insertSecurityEvent } from '../security-events/security-event-store.ts';
import type { Site } from '../site/site.ts';
import { pauseWithdrawals } from '../verification/verification-store.ts';
import { sendNotice } from './account-codes.ts';
import { selectUnused, useCode } from './code-store.ts';

/** A secret of a member that is replaced by a code: which one, and what else changes with it. */
export interface ResetByCode {
  readonly name: string;
  readonly purpose: CodePurpose;
  /** The security event that tells of it. */
  readonly event: Parameters<typeof insertSecurityEvent>[1]['kind'];
  /** Stores the new secret, in the transaction and under the lock of the member. */
  readonly replace: (db: Db, memberId: bigint, newHash: string) => Promise<void>;
}

export interface Reset {
  /** The hash of the code that was guessed right. */
  readonly codeHash: Buffer;
  readonly newHash: string;
  readonly requestOrigin: RequestOrigin;
  /** Of the notice, for a member who chose none. */
  readonly language: string;
}

/**
 * The command that replaces a secret by a code. Of two with one code, one wins: the code is used up under the member's lock. On a
 * live site withdrawals pause, because a thief may have the phone. The member is told by a message to the phone.
 */
export function resetByCode(
  { mode }: Pick<Site, 'mode'>,
  sealKey: Buffer,
  { name, purpose, event, replace }: ResetByCode,
): Command<
  Reset,
  ReadonlyMap<bigint, Buffer | undefined>,
  Reset & { memberId: bigint },
  null,
  Result<null, 'CODE_WRONG'>
> {
  return {
    name,
    stored: { of: () => null, read: () => ok(null) },
    readFacts: async (db, calls) => {
      const facts = new Map<bigint, Buffer | undefined>();
      for (const { memberId } of calls) facts.set(memberId, await selectUnused(db, memberId, purpose));
      return facts;
    },
    decide: ({ memberId, input }, facts) =>
      facts.get(memberId)?.equals(input.codeHash) === true
        ? { effect: { ...input, memberId } }
        : { answer: err('CODE_WRONG'), kept: false },
    write: async (db, effects) => {
      for (const { memberId, newHash, requestOrigin, language } of effects) {
        await useCode(db, memberId, purpose);
        await replace(db, memberId, newHash);
        if (mode === 'live') await pauseWithdrawals(db, memberId);
        await insertSecurityEvent(db, { memberId, kind: event, requestOrigin });
        await sendNotice(db, sealKey, { memberId, purpose: `${purpose}Changed`, language });
      }
      return effects.map(() => null);
    },
    answer: async (_, done) => done.map(() => ok(null)),
    newsOf: () => [{ type: 'account' }],
    auditOf: ({ memberId }) => ({ subjectType: 'member', subjectId: memberId.toString(), detail: {} }),
  };
}
