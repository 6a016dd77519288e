import { depositView as depositSchema } from '@candor/contract/cashier';
import type { DepositBody, DepositView } from '@candor/contract/cashier';
import { convertAsset, DEPOSIT_OPEN_MS, OPEN_DEPOSITS_MAX, RATE_LOCK_MS } from '@candor/domain/cashier/deposit';
import { pow10, readDecimal } from '@candor/domain/decimal';
import { fitsLimits } from '@candor/domain/limits/own-limits';
import { exclusionAt } from '@candor/domain/limits/self-exclusion';
import { money, moneyInWords } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { selectOwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import type { OwnDecisions } from '../../services/own-limits/own-limit-store.ts';
import { exclusionRefusal, limitRefusal } from '../../services/own-limits/own-refusals.ts';
import type { Site } from '../../services/site/site.ts';
import { selectChannels } from './channel-store.ts';
import type { ChannelRow } from './channel-store.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { countOpenDeposits, insertDeposit, selectDeposit } from './deposit-store.ts';
import type { NewDeposit } from './deposit-store.ts';
import { depositView } from './deposit-view.ts';

/** A request for a deposit, with the id and the reference that it gets if it is made. */
export type DepositRequest = DepositBody & { readonly id: string; readonly reference: string };
export type DepositAnswer = Result<DepositView, CashierRefusal>;

interface Facts {
  channels: readonly ChannelRow[];
  open: Map<bigint, number>;
  decisions: ReadonlyMap<bigint, OwnDecisions>;
  nowMs: number;
}

/**
 * Opens a deposit: amount and rate are fixed, and the member learns where to pay. No money moves yet. Here the member's
 * own limits count; what has arrived is theirs, and is credited whatever they decided since.
 */
export function createDeposit(
  site: Site,
  nowMs: () => number,
): Command<DepositRequest, Facts, NewDeposit, null, DepositAnswer> {
  return {
    name: 'wallet/deposits',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(depositSchema.parse(json)),
    },
    readFacts: async (db, calls) => {
      const open = new Map<bigint, number>();
      for (const { memberId } of calls) open.set(memberId, await countOpenDeposits(db, memberId));
      const decisions = await selectOwnDecisions(
        db,
        calls.map(({ memberId }) => memberId),
      );
      return { channels: await selectChannels(db), open, decisions, nowMs: nowMs() };
    },
    decide: ({ memberId, input }, { channels, open, decisions, nowMs: now }) => {
      const own = decisions.get(memberId);
      const exclusion = exclusionAt(own?.exclusion ?? null, now);
      if (exclusion !== null) return { answer: err(exclusionRefusal(exclusion, site.timeZone)), kept: false };
      const planned = planDeposit(site, channels, input);
      if (!planned.ok) return { answer: planned, kept: false };
      if ((open.get(memberId) ?? 0) >= OPEN_DEPOSITS_MAX)
        return { answer: err({ key: 'DEPOSIT_TOO_MANY', params: { max: OPEN_DEPOSITS_MAX } }), kept: false };
      const fits = fitsLimits(own?.limits ?? [], 'deposit', money(planned.value.amount));
      if (!fits.ok)
        return {
          answer: err({ ...limitRefusal(fits.error, { ...site, nowMs: now }), field: 'amount' }),
          kept: false,
        };
      const { id, reference } = input;
      return {
        effect: {
          ...planned.value,
          id,
          reference,
          memberId,
          wallet: site.defaultWallet,
          currency: site.currency.code,
          rateLockMs: RATE_LOCK_MS,
          openMs: DEPOSIT_OPEN_MS,
        },
      };
    },
    apply: ({ open }, { memberId }) => open.set(memberId, (open.get(memberId) ?? 0) + 1),
    write: async (db, deposits) => {
      for (const deposit of deposits) await insertDeposit(db, deposit);
      return deposits.map(() => null);
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

/** The channel and the amounts of a request, or what is wrong with it. */
function planDeposit(
  site: Site,
  channels: readonly ChannelRow[],
  { channel: code, amount: text, currency, network }: DepositBody,
): Result<Pick<NewDeposit, 'channel' | 'amount' | 'assetAmount'>, CashierRefusal> {
  const channel = channels.find((each) => each.code === code);
  if (channel === undefined || (network !== undefined && network !== channel.network))
    return err({ key: 'DEPOSIT_CHANNEL_UNAVAILABLE', field: 'channel' });
  if (currency !== channel.asset) return err({ key: 'FIELD_INVALID', field: 'currency' });
  const decimal = readDecimal(text);
  if (decimal === null) return err({ key: 'AMOUNT_INVALID', field: 'amount' });
  if (decimal.scale > channel.assetDecimals)
    return err({ key: 'AMOUNT_TOO_PRECISE', field: 'amount', params: { decimals: channel.assetDecimals } });
  const assetAmount = decimal.units * pow10(channel.assetDecimals - decimal.scale);
  const amount = convertAsset(assetAmount, channel.assetDecimals, channel.rate, site.currency);
  const inWords = (limit: Money) => moneyInWords(limit, site.currency, site.currencySymbol);
  if (amount < channel.min)
    return err({
      key: 'AMOUNT_BELOW_MINIMUM',
      field: 'amount',
      params: { min: inWords(channel.min) },
    });
  if (amount > channel.max)
    return err({
      key: 'AMOUNT_ABOVE_MAXIMUM',
      field: 'amount',
      params: { max: inWords(channel.max) },
    });
  return ok({ channel, amount, assetAmount });
}
