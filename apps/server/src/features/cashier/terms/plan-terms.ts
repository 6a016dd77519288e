import type {
  ChannelTermsBody,
  RewardTermsBody,
  TermsChangeBody,
  WithdrawalTermsBody,
} from '@candor/contract/console-terms';
import { channelProblem, rewardProblem, withdrawalProblem } from '@candor/domain/cashier/terms';
import { parseMoney, parseRate } from '@candor/domain/money';
import type { Currency, Money, Rate } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { CashierRefusal } from '../cashier-refusal.ts';
import { addressProblem } from '../chain/receiving-address.ts';
import type { ChannelTermsRow, RewardTermsRow, TermsRow, WithdrawalTermsRow } from './terms-store.ts';

/** What a kind of channel is: fixed once it is there. */
type Kind = Pick<ChannelTermsRow, 'kind' | 'network'>;

/** Reads the proposed terms, or names the field that is wrong. `known` is the kind of a channel that exists. */
export function planTerms(
  body: TermsChangeBody,
  known: Kind | undefined,
  paidIn: Currency,
): Result<TermsRow, CashierRefusal> {
  if (body.subject === 'withdrawals') return planWithdrawals(body.terms, paidIn);
  if (body.subject === 'rewards') return planRewards(body.terms, paidIn);
  const network = body.network ?? null;
  const kind = known ?? (body.kind === undefined ? undefined : { kind: body.kind, network });
  if (kind === undefined) return err({ key: 'FIELD_REQUIRED', field: 'kind' });
  if ((kind.kind === 'usdt') !== (kind.network !== null)) return err({ key: 'FIELD_INVALID', field: 'network' });
  return planChannel(body.terms, kind, paidIn);
}

function planChannel(
  { rate: rateText, min: minText, max: maxText, details, ...others }: ChannelTermsBody,
  { kind, network }: Kind,
  paidIn: Currency,
): Result<ChannelTermsRow, CashierRefusal> {
  const rate = rateOf(rateText);
  if (rate === undefined) return wrong('rate');
  const [min, max] = [moneyOf(minText, paidIn), moneyOf(maxText, paidIn)];
  if (min === undefined) return wrong('min');
  if (max === undefined) return wrong('max');
  const { secondFrom: secondText, farRate: farText, boundRate: boundText, ...rest } = others;
  const [secondFrom, farRate, boundRate] = [moneyOf(secondText, paidIn), rateOf(farText), rateOf(boundText)];
  if (secondFrom === undefined) return wrong('secondFrom');
  if (farRate === undefined) return wrong('farRate');
  if (boundRate === undefined) return wrong('boundRate');
  const problem = channelProblem({ kind, rate, min, max, secondFrom, farRate, boundRate });
  if (problem !== null) return wrong(problem);
  const placed = detailsOf(details, { kind, network });
  return placed.ok
    ? ok({ ...rest, kind, network, rate, min, max, secondFrom, farRate, boundRate, details: placed.value })
    : placed;
}

/** What a member needs to pay, by the kind of the channel. An optional one may be left out; another kind's may not be there. */
const DETAILS = {
  practice: [],
  bank: ['bank', 'holder', 'number', 'branch?'],
  usdt: ['address'],
  online: ['url'],
} as const;

function detailsOf(
  given: ChannelTermsBody['details'],
  { kind, network }: Kind,
): Result<Record<string, string>, CashierRefusal> {
  const found: Record<string, string> = {};
  for (const word of DETAILS[kind]) {
    const name = word === 'branch?' ? 'branch' : word;
    const text = given[name];
    if (text === undefined && word !== 'branch?') return err({ key: 'CHANNEL_DETAIL_REQUIRED', field: name });
    if (text !== undefined) found[name] = text;
  }
  const other = Object.entries(given).find(([name, text]) => text !== undefined && !(name in found));
  if (other !== undefined) return err({ key: 'FIELD_INVALID', field: other[0] });
  const { address } = found;
  const problem = address === undefined || network === null ? null : addressProblem(address, network);
  if (problem !== null) return err({ key: problem, field: 'address' });
  return ok(found);
}

const MONEY_FIELDS = ['min', 'max', 'dailyMax', 'feeMin', 'feeMax'] as const;

function planWithdrawals(body: WithdrawalTermsBody, paidIn: Currency): Result<WithdrawalTermsRow, CashierRefusal> {
  const unread = MONEY_FIELDS.find((field) => moneyOf(body[field], paidIn) === undefined);
  if (unread !== undefined) return wrong(unread);
  const [min, max, dailyMax, feeMin, feeMax] = MONEY_FIELDS.map((field) => moneyOf(body[field], paidIn));
  const feeRate = rateOf(body.feeRate);
  if (feeRate === undefined) return wrong('feeRate');
  if (min === undefined || max === undefined || dailyMax === undefined || feeMin === undefined || feeMax === undefined)
    throw new Error('the amounts were read before');
  const { cardRequired, identityRequired, arrivalHours } = body;
  const terms = { min, max, dailyMax, feeRate, feeMin, feeMax, cardRequired, identityRequired, arrivalHours };
  const problem = withdrawalProblem(terms);
  return problem === null ? ok(terms) : wrong(problem);
}

function planRewards(body: RewardTermsBody, paidIn: Currency): Result<RewardTermsRow, CashierRefusal> {
  const amount = moneyOf(body.amount, paidIn);
  if (amount === undefined) return wrong('amount');
  const turnoverRate = rateOf(body.turnoverRate);
  if (turnoverRate === undefined) return wrong('turnoverRate');
  const terms = { amount, turnoverRate, dayMax: body.dayMax };
  const problem = rewardProblem(terms);
  return problem === null ? ok(terms) : wrong(problem);
}

function moneyOf(text: string, paidIn: Currency): Money | undefined {
  const parsed = parseMoney(text, paidIn);
  return parsed.ok ? parsed.value : undefined;
}

function rateOf(text: string): Rate | undefined {
  const parsed = parseRate(text);
  return parsed.ok ? parsed.value : undefined;
}

function wrong(field: string): Result<never, CashierRefusal> {
  return err({ key: field.toLowerCase().endsWith('rate') ? 'FIELD_INVALID' : 'AMOUNT_INVALID', field });
}
