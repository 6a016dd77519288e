import { moneyView } from '@candor/contract/identity';
import type { MoneyView } from '@candor/contract/identity';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { PRACTICE_RESETS_MAX, practiceResetWaitSec } from '@candor/domain/ledger/practice-reset';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import type { Site } from '../../services/site/site.ts';
import { readMoney } from './read-money.ts';
import { selectPracticeResets } from './wallet-store.ts';

export type ResetAnswer = Result<MoneyView, { key: 'PRACTICE_RESET_LIMIT'; retryAfterSec: number }>;

interface Facts {
  /** What the member's practice funds lack to reach their start; below zero when there is more. */
  missing: bigint;
  waitSec: number;
}

interface Reset {
  memberId: bigint;
  missing: bigint;
}

/**
 * Brings the practice money that a member can spend back to its start, with one transfer in either direction, or with
 * none when it is there already. Open orders, holds, holdings and savings stay. In any 24 hours only a limited number
 * of resets may move money.
 */
export function resetPractice(site: Site): Command<null, Map<bigint, Facts>, Reset, null, ResetAnswer> {
  return {
    name: 'wallet/practice/reset',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(moneyView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const facts = new Map<bigint, Facts>();
      for (const { memberId } of calls) {
        const funds = memberAccount('funds', memberId, 'practice', site.currency.code);
        const { posted, held } = await readBalance(db, funds);
        const { now, resets } = await selectPracticeResets(db, memberId, PRACTICE_RESETS_MAX);
        facts.set(memberId, {
          missing: site.practiceGrant - (posted - held),
          waitSec: practiceResetWaitSec(resets, now),
        });
      }
      return facts;
    },
    decide: ({ memberId }, facts) => {
      const { missing, waitSec } = facts.get(memberId) ?? { missing: 0n, waitSec: 0 };
      return missing !== 0n && waitSec > 0
        ? { answer: err({ key: 'PRACTICE_RESET_LIMIT', retryAfterSec: waitSec }), kept: false }
        : { effect: { memberId, missing } };
    },
    apply: (facts, { memberId }) => facts.set(memberId, { missing: 0n, waitSec: 0 }),
    // The transfer is the only thing to write.
    write: async (_db, resets) => resets.map(() => null),
    transfersOf: (reset) => (reset.missing === 0n ? [] : [transferOf(site, reset)]),
    answer: async (db, done) => {
      const answers: ResetAnswer[] = [];
      for (const { call } of done) answers.push(ok(await readMoney(db, site, call.memberId, 'practice')));
      return answers;
    },
    newsOf: (_answer, { missing }) => (missing === 0n ? [] : [{ type: 'money' }]),
    auditOf: ({ memberId, missing }) => ({
      subjectType: 'member',
      subjectId: memberId.toString(),
      detail: { missing: missing.toString() },
    }),
  };
}

function transferOf(site: Site, { memberId, missing }: Reset): TransferDraft {
  const funds = memberAccount('funds', memberId, 'practice', site.currency.code);
  const grants = houseAccount('grants', 'practice', site.currency.code);
  const [debit, credit] = missing > 0n ? [grants, funds] : [funds, grants];
  return {
    debit,
    credit,
    amount: money(missing > 0n ? missing : -missing),
    type: 'practiceReset',
    phase: 'single',
    refType: 'member',
    refId: memberId.toString(),
  };
}
