/* What an earlier visit left undecided: a call that was sent, and whose answer never came. */

import {
  cancelDeposit,
  cancelWithdrawal,
  listDeposits,
  listWithdrawals,
  tellDepositPaid,
} from '@candor/contract/calls/cashier';
import { pathOf } from '@candor/contract/operation';
import { anything } from '@candor/api-client/api';
import { call as ask, post } from '../../services/api/request.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { IN_FLIGHT_MS_MAX, isUndecided } from '../../services/calls/send-until-decided.ts';
import { cashierIntents } from './kept-calls.ts';
import type { CashierIntent } from './kept-calls.ts';

/**
 * Goes on with these calls, each once: those that can be repeated are sent again under their key, a withdrawal is looked
 * up by it. What stays unknown is tried again at the next visit.
 * @returns whether something was found, so that what is shown must be read again
 */
export async function resumeCalls(account: string): Promise<boolean> {
  if (account === '') return false;
  const intents = await cashierIntents.of(account, serverNow());
  for (const intent of intents) {
    try {
      if (await isDecided(intent)) await cashierIntents.drop(intent.key);
    } catch (error) {
      // A refusal is an answer. A lost one is not.
      if (!isUndecided(error, true)) await cashierIntents.drop(intent.key);
    }
  }
  return intents.length > 0;
}

async function isDecided(intent: CashierIntent): Promise<boolean> {
  const { call, key, body, madeAtMs } = intent;
  if (body !== null) {
    await post(addressOf(intent), body, anything, { idempotencyKey: key, signed: true });
    return true;
  }
  // What became of a payment with a picture is seen on its deposit.
  if (call !== 'withdraw') return true;
  const cannotComeAnyMore = serverNow() - madeAtMs > IN_FLIGHT_MS_MAX;
  const { items } = await ask(listWithdrawals, { query: { key } });
  return items.length > 0 || cannotComeAnyMore;
}

function addressOf({ call, id }: CashierIntent): string {
  switch (call) {
    case 'deposit':
      return listDeposits.path;
    case 'paid':
      return pathOf(tellDepositPaid, { id: id ?? '' });
    case 'cancelDeposit':
      return pathOf(cancelDeposit, { id: id ?? '' });
    case 'cancelWithdrawal':
      return pathOf(cancelWithdrawal, { id: id ?? '' });
    case 'withdraw':
      return listWithdrawals.path;
  }
}
