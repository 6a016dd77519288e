import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { selectUnused, useCode } from '../../services/account-codes/code-store.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import type { RequestOrigin } from '../../services/security-events/request-origin.ts';
import { insertSecurityEvent } from '../../services/security-events/security-event-store.ts';
import { deleteAllSessions } from '../../services/sessions/session-store.ts';
import type { Site } from '../../services/site/site.ts';
import { pauseWithdrawals } from '../../services/verification/verification-store.ts';
import { updateForgottenPassword } from './password-reset-store.ts';

export interface LoginReset {
  /** The hash of the code that was guessed right. */
  readonly codeHash: Buffer;
  readonly newHash: string;
  readonly username: string;
  readonly requestOrigin: RequestOrigin;
}

const PURPOSE = 'loginPassword';

/**
 * Sets a new login password for a member who forgot the old one and has proved their phone. Every session ends, whoever holds
 * it. A second factor, a freeze and a limit stay as they are. Of two resets with one code, one wins: the code is used up under
 * the member's lock.
 */
export function resetLoginPassword({
  mode,
}: Pick<Site, 'mode'>): Command<
  LoginReset,
  ReadonlyMap<bigint, Buffer | undefined>,
  LoginReset & { memberId: bigint },
  null,
  Result<null, 'CODE_WRONG'>
> {
  return {
    name: 'account/password/reset',
    stored: { of: () => null, read: () => ok(null) },
    readFacts: async (db, calls) => {
      const facts = new Map<bigint, Buffer | undefined>();
      for (const { memberId } of calls) facts.set(memberId, await selectUnused(db, memberId, PURPOSE));
      return facts;
    },
    decide: ({ memberId, input }, facts) =>
      facts.get(memberId)?.equals(input.codeHash) === true
        ? { effect: { ...input, memberId } }
        : { answer: err('CODE_WRONG'), kept: false },
    write: async (db, effects) => {
      for (const { memberId, newHash, requestOrigin } of effects) {
        await useCode(db, memberId, PURPOSE);
        await updateForgottenPassword(db, memberId, newHash);
        await deleteAllSessions(db, memberId);
        if (mode === 'live') await pauseWithdrawals(db, memberId);
        await insertSecurityEvent(db, { memberId, kind: 'loginPasswordReset', requestOrigin });
      }
      return effects.map(() => null);
    },
    answer: async (_, done) => done.map(() => ok(null)),
    newsOf: () => [{ type: 'account' }],
    auditOf: ({ memberId }) => ({ subjectType: 'member', subjectId: memberId.toString(), detail: {} }),
  };
}
