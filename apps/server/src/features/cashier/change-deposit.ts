import { depositView as depositSchema, TXID } from '@candor/contract/cashier';
import { DEPOSIT_TABLE } from '@candor/domain/cashier/deposit';
import type { DepositEvent } from '@candor/domain/cashier/deposit';
import { nextState } from '@candor/domain/cashier/state-table';
import { err, ok } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import { keepFiles } from '../../services/files/file-store.ts';
import type { Site } from '../../services/site/site.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import type { DepositAnswer } from './create-deposit.ts';
import { isTxidUsed, selectDeposit, updateCancelled, updatePaid } from './deposit-store.ts';
import type { DepositRow } from './deposit-store.ts';
import { depositView } from './deposit-view.ts';

/** What a member does with a deposit of their own, after it was opened. */
interface Change {
  readonly id: string;
}

export interface Paid extends Change {
  readonly txid: string | undefined;
  readonly payer: string | undefined;
  readonly proof: string | undefined;
}

interface Facts {
  row: DepositRow | undefined;
  txidUsed: boolean;
  now: number;
}

/** The member says that they paid, and how to find the payment. */
export function payDeposit(site: Site, nowMs: () => number): Command<Paid, Facts, Paid, null, DepositAnswer> {
  return changeDeposit(site, nowMs, {
    name: 'wallet/deposits/paid',
    event: 'pay',
    refuse: ({ txid, proof }, row, { txidUsed, now }) => {
      if (row.kind === 'usdt' && row.network !== null) {
        if (txid === undefined) return { key: 'DEPOSIT_TXID_REQUIRED', field: 'txid' };
        if (!TXID[row.network].test(txid)) return { key: 'DEPOSIT_TXID_INVALID', field: 'txid' };
        if (txidUsed) return { key: 'DEPOSIT_TXID_USED', field: 'txid' };
        if (now > row.rateUntil) return { key: 'DEPOSIT_RATE_EXPIRED' };
      }
      return row.proofRequired && proof === undefined ? { key: 'DEPOSIT_PROOF_REQUIRED', field: 'proof' } : null;
    },
    write: async (db, { id, txid, payer, proof }) => {
      if (proof !== undefined) await keepFiles(db, [proof]);
      await updatePaid(db, id, { txid: txid?.toLowerCase() ?? null, payer: payer ?? null, proof: proof ?? null });
    },
  });
}

/** The member takes a deposit back that nobody reviews yet. */
export function cancelDeposit(site: Site, nowMs: () => number): Command<Change, Facts, Change, null, DepositAnswer> {
  return changeDeposit(site, nowMs, {
    name: 'wallet/deposits/cancel',
    event: 'cancel',
    refuse: () => null,
    write: async (db, { id }) => await updateCancelled(db, id),
  });
}

function changeDeposit<Input extends Change & { txid?: string | undefined }>(
  site: Site,
  nowMs: () => number,
  change: {
    name: string;
    event: DepositEvent;
    refuse: (input: Input, row: DepositRow, facts: Facts) => CashierRefusal | null;
    write: (db: Db, input: Input) => Promise<void>;
  },
): Command<Input, Facts, Input, null, DepositAnswer> {
  return {
    name: change.name,
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(depositSchema.parse(json)),
    },
    readFacts: async (db, calls) => {
      const [call] = calls;
      if (call === undefined || calls.length > 1) throw new Error('a deposit is changed by one call at a time');
      const row = await selectDeposit(db, call.memberId, call.input.id);
      const { txid } = call.input;
      const network = row?.network ?? null;
      const txidUsed = txid !== undefined && network !== null && (await isTxidUsed(db, network, txid));
      return { row, txidUsed, now: nowMs() };
    },
    decide: ({ input }, facts) => {
      const { row } = facts;
      if (row === undefined) return { answer: err({ key: 'DEPOSIT_NOT_FOUND' }), kept: false };
      if (!nextState(DEPOSIT_TABLE, row.status, change.event).ok)
        return { answer: err({ key: 'DEPOSIT_STATE_CHANGED' }), kept: false };
      const refusal = change.refuse(input, row, facts);
      return refusal === null ? { effect: input } : { answer: err(refusal), kept: false };
    },
    write: async (db, inputs) => {
      for (const input of inputs) await change.write(db, input);
      return inputs.map(() => null);
    },
    answer: async (db, done) => {
      const answers: DepositAnswer[] = [];
      for (const { call } of done) {
        const row = await selectDeposit(db, call.memberId, call.input.id);
        if (row === undefined) throw new Error('the deposit was not found again');
        answers.push(ok(depositView(row, site.currency)));
      }
      return answers;
    },
    newsOf: (_answer, { id }) => [{ type: 'deposit', id }],
  };
}
