/* What an earlier visit left undecided: a call that was sent, and whose answer never came. */

import {
  cancelDeposit,
  cancelWithdrawal,
  listWithdrawals,
  lockWithdrawal,
  makeDeposit,
  tellDepositPaid,
} from '@candor/contract/calls/cashier';
import { depositBody } from '@candor/contract/cashier';
import { call as ask } from '../../services/api/request.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { resumeKept } from '../../services/calls/kept-calls.ts';
import { IN_FLIGHT_MS_MAX } from '../../services/calls/send-until-decided.ts';
import { cashierIntents } from './kept-calls.ts';
import type { CashierIntent } from './kept-calls.ts';

/**
 * Goes on with these calls, each once: those that can be repeated are sent again under their key, a withdrawal is looked
 * up by it. What stays unknown is tried again at the next visit.
 * @returns whether something was found, so that what is shown must be read again
 */
export async function resumeCalls(account: string): Promise<boolean> {
  return (await resumeKept(account, cashierIntents, isDecided)).wasAny;
}

async function isDecided(intent: CashierIntent): Promise<boolean> {
  const { call, key, body, madeAtMs } = intent;
  if (body !== null) {
    await sendAgain(intent, body);
    return true;
  }
  // What became of a payment with a picture is seen on its deposit.
  if (call !== 'withdraw') return true;
  const cannotComeAnyMore = serverNow() - madeAtMs > IN_FLIGHT_MS_MAX;
  const { items } = await ask(listWithdrawals, { query: { key } });
  return items.length > 0 || cannotComeAnyMore;
}

/** With what was written down, to the letter: another body under the same key would be refused. */
async function sendAgain({ call, key, id }: CashierIntent, body: NonNullable<CashierIntent['body']>): Promise<void> {
  const given = { params: { id: id ?? '' }, idempotencyKey: key };
  switch (call) {
    case 'deposit':
      return void (await ask(makeDeposit, { body: depositBody.parse(body), idempotencyKey: key }));
    case 'paid':
      return void (await ask(tellDepositPaid, { ...given, body }));
    case 'cancelDeposit':
      return void (await ask(cancelDeposit, given));
    case 'cancelWithdrawal':
      return void (await ask(cancelWithdrawal, given));
    case 'lockWithdrawal':
      return void (await ask(lockWithdrawal, given));
    case 'withdraw':
      // Its body is never written down: it holds the withdraw password.
      return;
  }
}
