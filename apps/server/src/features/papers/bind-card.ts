import { bankCardView } from '@candor/contract/papers';
import type { Bank, BankCardView } from '@candor/contract/papers';
import { decideHolder } from '@candor/domain/identity/bank-card';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import { pauseWithdrawals, selectCard, selectIdentity } from '../../services/papers/paper-store.ts';
import { claimedName, sealCard } from '../../services/papers/papers-of-member.ts';
import type { Site } from '../../services/site/site.ts';
import { insertCard } from './papers-store.ts';
import { cardView } from './papers-view.ts';

export interface Binding {
  readonly holder?: string | undefined;
  /** Digits only. */
  readonly number: string;
  readonly bank: Bank;
  readonly branch?: string | undefined;
}

type Refusal = 'BANK_CARD_BOUND' | 'NAME_REQUIRED' | 'CARD_HOLDER_DIFFERS';
type Facts = ReadonlyMap<bigint, { hasCard: boolean; known: string | null }>;

/** Binds the one card of a member. Two calls at once bind one: they wait for the member's lock, and for the key in SQL. */
export function bindCard(
  sealKey: Buffer,
  { mode }: Pick<Site, 'mode'>,
): Command<Binding, Facts, Binding & { memberId: bigint; holder: string }, null, Result<BankCardView, Refusal>> {
  return {
    name: 'account/bank-card/bind',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(bankCardView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const facts = new Map<bigint, { hasCard: boolean; known: string | null }>();
      for (const { memberId } of calls) facts.set(memberId, await factsOf(db, memberId, sealKey));
      return facts;
    },
    decide: ({ memberId, input }, facts) => {
      const own = facts.get(memberId);
      if (own === undefined) throw new Error('a member of the call has no facts');
      const holder = decideHolder(own, input.holder);
      return holder.ok
        ? { effect: { ...input, memberId, holder: holder.value } }
        : { answer: err(holder.error), kept: false };
    },
    write: async (db, effects) => {
      for (const { memberId, holder, number, bank, branch } of effects) {
        if (mode === 'live') await pauseWithdrawals(db, memberId);
        await insertCard(db, {
          memberId,
          bank,
          branch: branch ?? null,
          ...sealCard(sealKey, memberId, { holder, number }),
        });
      }
      return effects.map(() => null);
    },
    answer: async (db, done) => {
      const answers: Result<BankCardView, Refusal>[] = [];
      for (const { call } of done) {
        const view = cardView(await selectCard(db, call.memberId), call.memberId, sealKey);
        if (view === null) throw new Error('the card was not written');
        answers.push(ok(view));
      }
      return answers;
    },
    newsOf: () => [{ type: 'account' }],
    auditOf: ({ memberId, bank }) => ({
      subjectType: 'member',
      subjectId: memberId.toString(),
      detail: { bank },
    }),
  };
}

async function factsOf(db: Db, memberId: bigint, sealKey: Buffer): Promise<{ hasCard: boolean; known: string | null }> {
  const card = await selectCard(db, memberId);
  return {
    hasCard: card !== undefined,
    known: claimedName(await selectIdentity(db, memberId), memberId, sealKey),
  };
}
