import { bankCardView } from '@candor/contract/verification';
import type { BankCardView } from '@candor/contract/verification';
import { decideHolder } from '@candor/domain/identity/bank-card';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { isMarkTaken, noteMark } from '../../services/marks/mark-store.ts';
import { cardMark } from '../../services/marks/marks.ts';
import { pauseWithdrawals, selectCard, selectIdentity } from '../../services/verification/verification-store.ts';
import { claimedName, sealCard } from '../../services/verification/verification-of-member.ts';
import type { Site } from '../../services/site/site.ts';
import { insertCard } from './verification-store.ts';
import { cardView } from './verification-view.ts';

export interface Binding {
  readonly holder?: string | undefined;
  /** Digits only. */
  readonly number: string;
  /** A code, or the name of a bank that is not listed. */
  readonly bank: string;
  readonly branch?: string | undefined;
}

type Refusal = 'BANK_CARD_BOUND' | 'BANK_CARD_TAKEN' | 'NAME_REQUIRED' | 'CARD_HOLDER_DIFFERS';

interface Own {
  hasCard: boolean;
  /** Whether the card belongs to another member. */
  isTaken: boolean;
  known: string | null;
}
type Facts = ReadonlyMap<bigint, Own>;

export interface BindCardDeps {
  readonly sealKey: Buffer;
  readonly fingerprints: Fingerprints;
  readonly site: Pick<Site, 'mode'>;
}

/**
 * Binds the one card of a member. Two calls of a member at once bind one: they wait for the member's lock, and for the key in SQL.
 * Two members with one card wait for the lock of its mark: the second is refused, and an operator sees that they tried.
 */
export function bindCard({
  sealKey,
  fingerprints,
  site: { mode },
}: BindCardDeps): Command<
  Binding,
  Facts,
  Binding & { memberId: bigint; holder: string },
  null,
  Result<BankCardView, Refusal>
> {
  return {
    name: 'account/bank-card/bind',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(bankCardView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const facts = new Map<bigint, Own>();
      for (const { memberId, input } of calls) {
        const mark = cardMark(fingerprints, input.number);
        facts.set(memberId, await factsOf(db, { memberId, mark, sealKey }));
      }
      return facts;
    },
    decide: ({ memberId, input }, facts) => {
      const own = facts.get(memberId);
      if (own === undefined) throw new Error('a member of the call has no facts');
      const holder = decideHolder(own, input.holder);
      if (!holder.ok) return { answer: err(holder.error), kept: false };
      if (own.isTaken) return { answer: err('BANK_CARD_TAKEN'), kept: false };
      return { effect: { ...input, memberId, holder: holder.value } };
    },
    write: async (db, effects) => {
      for (const { memberId, holder, number, bank, branch } of effects) {
        if (mode === 'live') await pauseWithdrawals(db, memberId);
        await insertCard(db, {
          memberId,
          bank,
          branch: branch ?? null,
          numberMark: cardMark(fingerprints, number),
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

async function factsOf(
  db: Db,
  { memberId, mark, sealKey }: { memberId: bigint; mark: Buffer; sealKey: Buffer },
): Promise<Own> {
  const card = await selectCard(db, memberId);
  const isTaken = await isMarkTaken(db, 'card', mark, memberId);
  if (isTaken) await noteMark(db, 'card', mark, memberId);
  return {
    hasCard: card !== undefined,
    isTaken,
    known: claimedName(await selectIdentity(db, memberId), memberId, sealKey),
  };
}
