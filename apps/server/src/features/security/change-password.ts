import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { pauseWithdrawals } from '../../services/verification/verification-store.ts';
import { insertSecurityEvent } from '../../services/security-events/security-event-store.ts';
import type { RequestOrigin } from '../../services/security-events/request-origin.ts';
import { deleteOtherSessions } from '../../services/sessions/session-store.ts';
import type { Site } from '../../services/site/site.ts';
import { selectPasswordHashes, updatePasswordHash, updateWithdrawPasswordHash } from './security-store.ts';
import type { PasswordHashes } from './security-store.ts';

/** A password that was checked, and the hash of the one that replaces it. */
export interface NewPassword {
  readonly seenHash: string;
  readonly newHash: string;
  /** The session that stays. */
  readonly sessionId: string;
  readonly requestOrigin: RequestOrigin;
}

type Change = NewPassword & { readonly memberId: bigint };
type ChangeCommand<Key> = Command<NewPassword, ReadonlyMap<bigint, PasswordHashes>, Change, null, Result<null, Key>>;

/** Changes the login password and ends every other session, whoever holds it. */
export function changePassword({ mode }: Pick<Site, 'mode'>): ChangeCommand<'OLD_PASSWORD_WRONG'> {
  return {
    name: 'account/password/change',
    ...SHARED,
    decide: (call, facts) => decideChange(call, facts.get(call.memberId)?.passwordHash, 'OLD_PASSWORD_WRONG'),
    write: async (db, effects) => {
      for (const { memberId, newHash, sessionId, requestOrigin } of effects) {
        await updatePasswordHash(db, memberId, newHash);
        await deleteOtherSessions(db, memberId, sessionId);
        if (mode === 'live') await pauseWithdrawals(db, memberId);
        await insertSecurityEvent(db, { memberId, kind: 'password', requestOrigin });
      }
      return effects.map(() => null);
    },
  };
}

/** Changes the withdraw password. */
export function changeWithdrawPassword({ mode }: Pick<Site, 'mode'>): ChangeCommand<'WITHDRAW_PASSWORD_WRONG'> {
  return {
    name: 'account/withdraw-password/change',
    ...SHARED,
    decide: (call, facts) =>
      decideChange(call, facts.get(call.memberId)?.withdrawPasswordHash, 'WITHDRAW_PASSWORD_WRONG'),
    write: async (db, effects) => {
      for (const { memberId, newHash, requestOrigin } of effects) {
        await updateWithdrawPasswordHash(db, memberId, newHash);
        if (mode === 'live') await pauseWithdrawals(db, memberId);
        await insertSecurityEvent(db, { memberId, kind: 'withdrawPassword', requestOrigin });
      }
      return effects.map(() => null);
    },
  };
}

/** Of two changes at once one wins: the password that the other one proved is no longer the current one. */
function decideChange<Key>(
  { memberId, input }: { memberId: bigint; input: NewPassword },
  currentHash: string | undefined,
  key: Key,
): { effect: Change } | { answer: Result<null, Key>; kept: false } {
  return currentHash === input.seenHash ? { effect: { ...input, memberId } } : { answer: err(key), kept: false };
}

const SHARED = {
  stored: { of: () => null, read: () => ok(null) },
  readFacts: async (db, calls) => {
    const facts = new Map<bigint, PasswordHashes>();
    for (const { memberId } of calls) facts.set(memberId, await selectPasswordHashes(db, memberId));
    return facts;
  },
  answer: async (_, done) => done.map(() => ok(null)),
  newsOf: () => [{ type: 'account' }],
  auditOf: ({ memberId }) => ({ subjectType: 'member', subjectId: memberId.toString(), detail: {} }),
} satisfies Partial<ChangeCommand<never>>;
