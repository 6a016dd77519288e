import { planSavingsTransfer } from '@candor/domain/invest/savings';
import type { Exclusion } from '@candor/domain/limits/self-exclusion';
import { memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Db } from '../../platform/db/pool.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import type { Site } from '../../services/site/site.ts';
import { refusalOf } from './invest-refusal.ts';
import type { InvestRefusal } from './invest-refusal.ts';
import { exclusionOf, refusedByExclusion } from './refuse-excluded.ts';
import { selectSiteFacts } from './project-store.ts';
import type { SiteFacts } from './project-store.ts';
import { insertSavingsTransfer, selectChoice, upsertChoice } from './savings-store.ts';
import type { NewSavingsTransfer } from './savings-store.ts';

export interface SavingsMove {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly amount: Money;
}
/** What was carried out; the caller reads the savings again. */
export type SavingsAnswer = Result<null, InvestRefusal>;

interface Facts {
  site: SiteFacts;
  available: Money;
  savings: Money;
  exclusion: Exclusion | null;
}

const stored = { of: () => null, read: (): SavingsAnswer => ok(null) };

async function readFacts(db: Db, site: Site, memberId: bigint): Promise<Facts> {
  const account = (kind: 'funds' | 'savings') => memberAccount(kind, memberId, site.defaultWallet, site.currency.code);
  const funds = await readBalance(db, account('funds'));
  const savings = await readBalance(db, account('savings'));
  return {
    site: await selectSiteFacts(db, memberId, 'savings'),
    available: money(funds.posted - funds.held),
    savings: savings.posted,
    exclusion: await exclusionOf(db, memberId),
  };
}

/** Moves money into the savings or back, at once. */
export function moveSavings(site: Site): Command<SavingsMove, Facts, NewSavingsTransfer, null, SavingsAnswer> {
  return {
    name: 'invest/savings/transfers',
    stored,
    readFacts: async (db, calls) => {
      const [call] = calls;
      if (call === undefined || calls.length > 1) throw new Error('savings are moved by one call at a time');
      return await readFacts(db, site, call.memberId);
    },
    decide: ({ memberId, input }, facts) => {
      if (facts.site.frozen) return { answer: err({ key: 'ACCOUNT_FROZEN' }), kept: false };
      const excluded = refusedByExclusion(facts.exclusion, facts.site.now, site.timeZone);
      if (excluded !== null && input.direction === 'in') return { answer: err(excluded), kept: false };
      const planned = planSavingsTransfer(input.direction, input.amount, facts);
      if (!planned.ok) return { answer: err(refusalOf(planned.error, site)), kept: false };
      return {
        effect: {
          ...input,
          memberId,
          wallet: site.defaultWallet,
          currency: site.currency.code,
          agreement: facts.site.agreement,
        },
      };
    },
    write: async (db, effects) => {
      for (const effect of effects) await insertSavingsTransfer(db, effect);
      return effects.map(() => null);
    },
    transfersOf: ({ id, memberId, wallet, currency, direction, amount }) => {
      const [funds, savings] = [
        memberAccount('funds', memberId, wallet, currency),
        memberAccount('savings', memberId, wallet, currency),
      ];
      return [
        {
          id,
          ...(direction === 'in' ? { debit: funds, credit: savings } : { debit: savings, credit: funds }),
          amount,
          type: direction === 'in' ? 'savingsIn' : 'savingsOut',
          phase: 'single',
          refType: 'savingsTransfer',
          refId: id,
        },
      ];
    },
    answer: async (_db, done) => done.map(() => ok(null)),
    newsOf: () => [{ type: 'savings' }, { type: 'money' }],
  };
}

interface Choice {
  readonly auto: boolean;
  readonly keep: Money;
}

/** The member's own choice to move idle money into the savings after every business date. */
export function chooseAutoSave(
  site: Site,
): Command<Choice, Choice | undefined, Choice & { memberId: bigint }, null, SavingsAnswer> {
  return {
    name: 'invest/savings/auto',
    stored,
    readFacts: async (db, calls) => {
      const [call] = calls;
      return call === undefined ? undefined : await selectChoice(db, call.memberId, site.defaultWallet);
    },
    decide: ({ memberId, input }, before) =>
      before !== undefined && before.auto === input.auto && before.keep === input.keep
        ? { answer: ok(null), kept: false }
        : { effect: { memberId, ...input } },
    write: async (db, effects) => {
      for (const { memberId, auto, keep } of effects)
        await upsertChoice(db, { memberId, wallet: site.defaultWallet, auto, keep });
      return effects.map(() => null);
    },
    answer: async (_db, done) => done.map(() => ok(null)),
    newsOf: () => [{ type: 'savings' }],
    auditOf: ({ memberId, auto, keep }) => ({
      subjectType: 'savings',
      subjectId: memberId.toString(),
      detail: { auto, keep: keep.toString() },
    }),
  };
}
