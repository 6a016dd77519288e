import { planRedemption } from '@candor/domain/invest/holding';
import type { Redemption } from '@candor/domain/invest/holding';
import type { DayNumber } from '@candor/domain/market/local-time';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Command, Done } from '../../services/commands/run-commands.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import { storedHolding } from './buy-holding.ts';
import type { HoldingAnswer } from './buy-holding.ts';
import { holdingOf, selectHolding, updateRedeemed, updateRollOver } from './holding-store.ts';
import type { HoldingRow } from './holding-store.ts';
import { refusalOf } from './invest-refusal.ts';
import { holdingView } from './invest-view.ts';
import { selectSiteFacts } from './project-store.ts';
import { investTransferId } from './transfer-id.ts';

interface Facts {
  row: HoldingRow | undefined;
  today: DayNumber;
}

interface Redeemed {
  row: HoldingRow;
  redemption: Redemption;
  today: DayNumber;
}

async function readFacts(
  db: Db,
  calls: readonly { memberId: bigint; input: { readonly id: string } }[],
): Promise<Facts> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('a holding is changed by one call at a time');
  const { today } = await selectSiteFacts(db, call.memberId, 'project');
  return { row: await selectHolding(db, call.memberId, call.input.id), today };
}

/** Ends a holding before its maturity, as the preview said. The database computes the same amounts, or refuses. */
export function redeemHolding(
  site: Site,
): Command<{ readonly id: string; readonly credited: Money | undefined }, Facts, Redeemed, null, HoldingAnswer> {
  return {
    name: 'invest/holdings/redemption',
    stored: storedHolding,
    readFacts,
    decide: ({ input }, { row, today }) => {
      if (row === undefined) return { answer: err({ key: 'HOLDING_NOT_FOUND' }), kept: false };
      const planned = planRedemption(holdingOf(row), today, input.credited);
      return planned.ok
        ? { effect: { row, redemption: planned.value, today } }
        : { answer: err(refusalOf(planned.error, site)), kept: false };
    },
    write: async (db, effects) => {
      for (const { row } of effects) await updateRedeemed(db, row.id);
      return effects.map(() => null);
    },
    transfersOf: (effect) => redemptionTransfers(site, effect),
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { row }) => [{ type: 'holding', id: row.id }, { type: 'money' }],
  };
}

/** The principal, and the rest of the interest, or what was paid above the early rate. */
function redemptionTransfers(site: Site, { row, redemption: { due }, today }: Redeemed): TransferDraft[] {
  const own = (kind: 'funds' | 'invested') => memberAccount(kind, row.memberId, row.wallet, site.currency.code);
  const house = houseAccount('house', row.wallet, site.currency.code);
  const draft = { phase: 'single', refType: 'holding', refId: row.id } as const;
  const principal: TransferDraft = {
    ...draft,
    id: investTransferId('redemption', row.id, today),
    debit: own('invested'),
    credit: own('funds'),
    amount: row.principal,
    type: 'redemption',
  };
  if (due === 0n) return [principal];
  const [debit, credit] = due > 0n ? [house, own('funds')] : [own('funds'), house];
  const amount = money(due > 0n ? due : -due);
  return [
    principal,
    { ...draft, id: investTransferId('interest', row.id, today), debit, credit, amount, type: 'interest' },
  ];
}

/** Whether the principal is invested again at maturity: the member's choice, while the holding runs. */
export function changeRollOver(
  site: Site,
): Command<
  { readonly id: string; readonly on: boolean },
  Facts,
  { row: HoldingRow; on: boolean },
  null,
  HoldingAnswer
> {
  return {
    name: 'invest/holdings/rollover',
    stored: storedHolding,
    readFacts,
    decide: ({ input }, { row, today }) => {
      if (row === undefined) return { answer: err({ key: 'HOLDING_NOT_FOUND' }), kept: false };
      if (row.status !== 'running') return { answer: err({ key: 'HOLDING_STATE_CHANGED' }), kept: false };
      if (row.rollOver === input.on) return { answer: ok(holdingView(site, row, today)), kept: false };
      return { effect: { row, on: input.on } };
    },
    write: async (db, effects) => {
      for (const { row, on } of effects) await updateRollOver(db, row.id, on);
      return effects.map(() => null);
    },
    answer: async (db, done) => await answersOf(db, site, done),
    newsOf: (_answer, { row }) => [{ type: 'holding', id: row.id }],
    auditOf: ({ row, on }) => ({ subjectType: 'holding', subjectId: row.id, detail: { rollOver: on } }),
  };
}

async function answersOf(
  db: Db,
  site: Site,
  done: readonly Done<{ readonly id: string }, unknown, unknown>[],
): Promise<HoldingAnswer[]> {
  const answers: HoldingAnswer[] = [];
  for (const { call } of done) {
    const row = await selectHolding(db, call.memberId, call.input.id);
    if (row === undefined) throw new Error('the holding was not found again');
    const { today } = await selectSiteFacts(db, call.memberId, 'project');
    answers.push(ok(holdingView(site, row, today)));
  }
  return answers;
}
