import { withdrawalView as withdrawalSchema } from '@candor/contract/cashier';
import { restrictionMessage } from '@candor/contract/restriction-texts';
import type { WithdrawalView } from '@candor/contract/cashier';
import { planWithdrawal, WITHDRAWAL_TABLE } from '@candor/domain/cashier/withdrawal';
import type { WithdrawalRefusal } from '@candor/domain/cashier/withdrawal';
import { nextState } from '@candor/domain/cashier/state-table';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft, TransferPhase } from '@candor/domain/ledger/transfer';
import { money, moneyInWords, parseMoney } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command, Done } from '../../services/commands/run-commands.ts';
import type { Db } from '../../platform/db/pool.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import type { MemberVerification, ReadVerification } from '../../services/verification/verification.ts';
import { businessDaysAt } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { selectWithdrawalRule } from './channel-store.ts';
import type { RuleRow } from './channel-store.ts';
import {
  insertWithdrawal,
  insertWithdrawalLock,
  selectStanding,
  selectWithdrawal,
  updateWithdrawalCancelled,
} from './withdrawal-store.ts';
import type { NewWithdrawal, Standing, WithdrawalRow } from './withdrawal-store.ts';
import { withdrawalView } from './withdrawal-view.ts';

/** A request, with the ids and the reference that the withdrawal gets. Its password is checked before. */
export interface WithdrawalRequest {
  readonly id: string;
  readonly reference: string;
  readonly hold: string;
  readonly feeHold: string;
  readonly amount: string;
}
export type WithdrawalAnswer = Result<WithdrawalView, CashierRefusal>;

interface Facts {
  rule: RuleRow;
  members: Map<bigint, { standing: Standing; verification: MemberVerification; available: Money }>;
}

const stored = {
  of: (answer: WithdrawalAnswer) => (answer.ok ? answer.value : null),
  read: (json: unknown): WithdrawalAnswer => ok(withdrawalSchema.parse(json)),
};

/** Asks for a withdrawal: the amount is held at once, its fee apart, and an operator decides. */
export function requestWithdrawal(
  site: Site,
  { readVerification, nowMs }: { readVerification: ReadVerification; nowMs: () => number },
): Command<WithdrawalRequest, Facts, NewWithdrawal, null, WithdrawalAnswer> {
  return {
    name: 'wallet/withdrawals',
    stored,
    readFacts: async (db, calls) => {
      const members: Facts['members'] = new Map();
      for (const { memberId } of calls) {
        const funds = memberAccount('funds', memberId, site.defaultWallet, site.currency.code);
        const { posted, held } = await readBalance(db, funds);
        const { todayMs } = businessDaysAt(nowMs(), site.timeZone);
        members.set(memberId, {
          standing: await selectStanding(db, memberId, site.defaultWallet, todayMs),
          verification: await readVerification(db, memberId),
          available: money(posted - held),
        });
      }
      return { rule: await selectWithdrawalRule(db), members };
    },
    decide: ({ memberId, input }, { rule, members }) => {
      const facts = members.get(memberId);
      if (facts === undefined) throw new Error('a call has no facts');
      const { standing, verification, available } = facts;
      if (standing.frozen) return { answer: err({ key: 'ACCOUNT_FROZEN' }), kept: false };
      const amount = parseMoney(input.amount, site.currency);
      if (!amount.ok) return { answer: err(unreadable(amount.error, site)), kept: false };
      const planned = planWithdrawal(amount.value, rule, {
        available,
        usedToday: standing.usedToday,
        allowed: standing.allowed,
        hasCard: verification.payee !== undefined,
        isVerified: verification.isVerified,
        pausedSec: standing.pausedSec,
      });
      if (!planned.ok) return { answer: err(refusalOf(planned.error, site, standing)), kept: false };
      const { fee } = planned.value;
      const { sealed, ...payee } = verification.payee ?? { bank: '', holder: '', number: '', sealed: Buffer.alloc(0) };
      return {
        effect: {
          id: input.id,
          reference: input.reference,
          memberId,
          wallet: site.defaultWallet,
          currency: site.currency.code,
          amount: amount.value,
          fee,
          hold: input.hold,
          feeHold: fee > 0n ? input.feeHold : null,
          payee,
          sealed,
        },
      };
    },
    apply: ({ members }, { memberId, amount }) => {
      const facts = members.get(memberId);
      if (facts === undefined) return;
      facts.available = money(facts.available - amount);
      facts.standing.usedToday = money(facts.standing.usedToday + amount);
    },
    write: async (db, effects) => {
      for (const effect of effects) await insertWithdrawal(db, effect);
      return effects.map(() => null);
    },
    transfersOf: (effect) => withdrawalTransfers(effect, effect.currency, 'pending'),
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { id }) => [{ type: 'withdrawal', id }, { type: 'money' }],
  };
}

interface CancelFacts {
  row: WithdrawalRow | undefined;
}

/** The member takes a withdrawal back that nobody reviews yet; what was held is free again. */
export function cancelWithdrawal(
  site: Site,
): Command<{ readonly id: string }, CancelFacts, WithdrawalRow, null, WithdrawalAnswer> {
  return {
    name: 'wallet/withdrawals/cancel',
    stored,
    readFacts: readChanged,
    decide: (_call, { row }) => {
      if (row === undefined) return { answer: err({ key: 'WITHDRAWAL_NOT_FOUND' }), kept: false };
      if (row.status === 'pending' && row.lockedAt !== null)
        return { answer: err({ key: 'WITHDRAWAL_LOCKED' }), kept: false };
      return nextState(WITHDRAWAL_TABLE, row.status, 'cancel').ok
        ? { effect: row }
        : { answer: err({ key: 'WITHDRAWAL_STATE_CHANGED' }), kept: false };
    },
    write: async (db, rows) => {
      for (const { id } of rows) await updateWithdrawalCancelled(db, id);
      return rows.map(() => null);
    },
    transfersOf: (row) => withdrawalTransfers(row, site.currency.code, 'void'),
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { id }) => [{ type: 'withdrawal', id }, { type: 'money' }],
  };
}

/** The member locks a withdrawal that nobody reviews yet: it cannot be cancelled any more. Locking it again changes nothing. */
export function lockWithdrawal(
  site: Site,
): Command<{ readonly id: string }, CancelFacts, WithdrawalRow, null, WithdrawalAnswer> {
  return {
    name: 'wallet/withdrawals/lock',
    stored,
    readFacts: readChanged,
    decide: (_call, { row }) => {
      if (row === undefined) return { answer: err({ key: 'WITHDRAWAL_NOT_FOUND' }), kept: false };
      if (row.lockedAt !== null) return { answer: ok(withdrawalView(row, site.currency)), kept: false };
      return row.status === 'pending'
        ? { effect: row }
        : { answer: err({ key: 'WITHDRAWAL_STATE_CHANGED' }), kept: false };
    },
    write: async (db, rows) => {
      for (const row of rows) await insertWithdrawalLock(db, row);
      return rows.map(() => null);
    },
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { id }) => [{ type: 'withdrawal', id }],
  };
}

async function readChanged(
  db: Db,
  calls: readonly { readonly memberId: bigint; readonly input: { readonly id: string } }[],
): Promise<CancelFacts> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('a withdrawal is changed by one call at a time');
  return { row: await selectWithdrawal(db, call.memberId, call.input.id) };
}

type Held = Pick<WithdrawalRow, 'id' | 'memberId' | 'wallet' | 'hold' | 'feeHold'> & { amount: bigint; fee: bigint };

/** Holds, posts or releases the amount that leaves, and its fee. */
export function withdrawalTransfers(
  { id, memberId, wallet, amount, fee, hold, feeHold }: Held,
  currency: string,
  phase: Exclude<TransferPhase, 'single'>,
): TransferDraft[] {
  const debit = memberAccount('funds', memberId, wallet, currency);
  const named = (heldBy: string) => (phase === 'pending' ? { id: heldBy } : { pendingId: heldBy });
  const draft = { debit, phase, refType: 'withdrawal', refId: id } as const;
  return [
    {
      ...draft,
      ...named(hold),
      credit: houseAccount('clearing', wallet, currency),
      amount: money(amount - fee),
      type: 'withdraw',
    },
    ...(feeHold === null
      ? []
      : [
          {
            ...draft,
            ...named(feeHold),
            credit: houseAccount('fees', wallet, currency),
            amount: money(fee),
            type: 'fee' as const,
          },
        ]),
  ];
}

async function answersOf(
  db: Db,
  site: Site,
  done: readonly Done<{ readonly id: string }, unknown, unknown>[],
): Promise<WithdrawalAnswer[]> {
  const answers: WithdrawalAnswer[] = [];
  for (const { call } of done) {
    const row = await selectWithdrawal(db, call.memberId, call.input.id);
    if (row === undefined) throw new Error('the withdrawal was not found again');
    answers.push(ok(withdrawalView(row, site.currency)));
  }
  return answers;
}

function unreadable(error: 'MONEY_INVALID' | 'MONEY_TOO_PRECISE', site: Site): CashierRefusal {
  return error === 'MONEY_TOO_PRECISE'
    ? { key: 'AMOUNT_TOO_PRECISE', field: 'amount', params: { decimals: site.currency.decimals } }
    : { key: 'AMOUNT_INVALID', field: 'amount' };
}

function refusalOf(
  refusal: WithdrawalRefusal,
  site: Site,
  { forbiddenReason }: Pick<Standing, 'forbiddenReason'>,
): CashierRefusal {
  const text = (amount: Money) => moneyInWords(amount, site.currency, site.currencySymbol);
  switch (refusal.key) {
    case 'AMOUNT_BELOW_MINIMUM':
      return { key: refusal.key, field: 'amount', params: { min: text(refusal.limit) } };
    case 'AMOUNT_ABOVE_MAXIMUM':
      return { key: refusal.key, field: 'amount', params: { max: text(refusal.limit) } };
    case 'WITHDRAWAL_DAILY_LIMIT':
      return { key: refusal.key, field: 'amount', params: { limit: text(refusal.limit) } };
    case 'AVAILABLE_INSUFFICIENT':
      return { key: refusal.key, field: 'amount' };
    case 'WITHDRAWAL_FORBIDDEN':
      return forbiddenReason === null ? refusal : restrictionMessage('withdrawal', forbiddenReason);
    case 'BANK_CARD_REQUIRED':
    case 'IDENTITY_NOT_VERIFIED':
    case 'WITHDRAWAL_PAUSED':
      return refusal;
  }
}
