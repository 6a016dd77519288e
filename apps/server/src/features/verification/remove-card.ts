import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { hasOpenWithdrawal, selectCard } from '../../services/verification/verification-store.ts';
import { deleteCard } from './verification-store.ts';

type Refusal = 'BANK_CARD_NOT_FOUND' | 'BANK_CARD_IN_USE';
type Facts = ReadonlyMap<bigint, { hasCard: boolean; isInUse: boolean }>;

/** Removes the card of a member, unless a withdrawal to it is still open. */
export const removeCard: Command<null, Facts, { memberId: bigint }, null, Result<null, Refusal>> = {
  name: 'account/bank-card/remove',
  stored: { of: () => null, read: () => ok(null) },
  readFacts: async (db, calls) => {
    const facts = new Map<bigint, { hasCard: boolean; isInUse: boolean }>();
    for (const { memberId } of calls)
      facts.set(memberId, {
        hasCard: (await selectCard(db, memberId)) !== undefined,
        isInUse: await hasOpenWithdrawal(db, memberId),
      });
    return facts;
  },
  decide: ({ memberId }, facts) => {
    const own = facts.get(memberId);
    if (own?.hasCard !== true) return { answer: err('BANK_CARD_NOT_FOUND'), kept: false };
    return own.isInUse ? { answer: err('BANK_CARD_IN_USE'), kept: false } : { effect: { memberId } };
  },
  write: async (db, effects) => {
    for (const { memberId } of effects) await deleteCard(db, memberId);
    return effects.map(() => null);
  },
  answer: async (_, done) => done.map(() => ok(null)),
  newsOf: () => [{ type: 'account' }],
  auditOf: ({ memberId }) => ({ subjectType: 'member', subjectId: memberId.toString(), detail: {} }),
};
