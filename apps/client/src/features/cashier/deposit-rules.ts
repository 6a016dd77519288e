/* The form of a new deposit: its bounds, what is wrong with it, and its request. */

import { depositBody } from '@candor/contract/cashier';
import type { DepositBody, DepositChannel, DepositKind } from '@candor/contract/cashier';
import { convertAsset } from '@candor/domain/cashier/deposit';
import { divFloor, pow10, readDecimal, writeDecimal } from '@candor/domain/decimal';
import { formatMoney, parseMoney, parseRate, RATE_SCALE } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { amountStyle, plainAmount, readAmount } from '@candor/domain/text/typed-amount';
import type { AmountStyle } from '@candor/domain/text/typed-amount';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export const METHODS = ['practice', 'bank', 'usdt', 'other'] as const;
export type Method = (typeof METHODS)[number];

const METHOD_OF: Record<DepositKind, Method> = { practice: 'practice', bank: 'bank', usdt: 'usdt', online: 'other' };

/** For filters: each method with the kind of channel it stands for. */
export const METHOD_KINDS = [
  ['practice', 'practice'],
  ['bank', 'bank'],
  ['usdt', 'usdt'],
  ['other', 'online'],
] as const satisfies readonly (readonly [Method, DepositKind])[];

export function channelsOf(method: Method, channels: readonly DepositChannel[]): DepositChannel[] {
  return channels.filter(({ kind }) => METHOD_OF[kind] === method);
}

/** The methods that a site has, in the order of the screen. */
export function methodsOf(channels: readonly DepositChannel[]): Method[] {
  return METHODS.filter((method) => channelsOf(method, channels).length > 0);
}

/** Names of the request's fields that a member cannot see, and where their errors go. */
export const DEPOSIT_PLACES: ErrorPlaces<'amount'> = { fields: ['amount'], shownAt: { currency: 'amount' } };

/** Nobody counts a coin in more decimals. */
const TYPED_DECIMALS_MAX = 6;

/** How an amount of a channel's asset is typed. */
export function depositStyle(channel: DepositChannel, paidIn: Currency & { readonly symbol?: string }): AmountStyle {
  if (channel.asset === paidIn.code)
    return { ...amountStyle(paidIn), decimals: Math.min(channel.assetDecimals, paidIn.decimals) };
  return { decimals: Math.min(channel.assetDecimals, TYPED_DECIMALS_MAX), marks: [channel.asset] };
}

export function depositRequest(channel: DepositChannel, amount: string): DepositBody {
  return {
    channel: channel.code,
    amount,
    currency: channel.asset,
    ...(channel.network === null ? {} : { network: channel.network }),
  };
}

export function depositErrors(channel: DepositChannel, amount: string, paidIn: Currency): FormErrors<'amount'> {
  const read = readAmount(amount, depositStyle(channel, paidIn));
  if (!read.ok) return { amount: read.error };
  const errors = schemaErrors(DEPOSIT_PLACES, depositBody, depositRequest(channel, read.value));
  if (Object.keys(errors).length > 0) return errors;
  const worth = worthOf(channel, read.value, paidIn);
  const { min, max } = bounds(channel, paidIn);
  if (worth === null) return { amount: 'AMOUNT_INVALID' };
  if (worth < min) return { amount: 'AMOUNT_BELOW_MINIMUM' };
  return worth > max ? { amount: 'AMOUNT_ABOVE_MAXIMUM' } : {};
}

/** What an amount of the channel's asset is worth in the account currency; null while it is not an amount. */
export function worthOf(channel: Pick<DepositChannel, 'assetDecimals' | 'rate'>, amount: string, paidIn: Currency) {
  const decimal = readDecimal(amount);
  const rate = parseRate(channel.rate);
  if (decimal === null || decimal.scale > channel.assetDecimals || !rate.ok || amount.startsWith('-')) return null;
  return convertAsset(
    decimal.units * pow10(channel.assetDecimals - decimal.scale),
    channel.assetDecimals,
    rate.value,
    paidIn,
  );
}

function bounds({ min, max }: Pick<DepositChannel, 'min' | 'max'>, paidIn: Currency): { min: Money; max: Money } {
  const read = (text: string) => {
    const amount = parseMoney(text, paidIn);
    if (!amount.ok) throw new Error(`the server sent an amount that cannot be read: ${text}`);
    return amount.value;
  };
  return { min: read(min), max: read(max) };
}

/** Decimals of an amount of another asset on the screen: more say nothing to a person. */
const SHOWN_DECIMALS = 2;

/** The bounds in the channel's asset, inside the true ones: the least rounded up, the most rounded down. */
export function assetBounds(channel: DepositChannel, paidIn: Currency): { min: string; max: string } {
  const { min, max } = bounds(channel, paidIn);
  if (channel.asset === paidIn.code) return { min: channel.min, max: channel.max };
  const rate = parseRate(channel.rate);
  if (!rate.ok || rate.value === 0n) return { min: '0', max: '0' };
  const [per, times] = [rate.value * pow10(paidIn.decimals), RATE_SCALE * pow10(SHOWN_DECIMALS)];
  return {
    min: writeDecimal(-divFloor(-min * times, per), SHOWN_DECIMALS),
    max: writeDecimal(divFloor(max * times, per), SHOWN_DECIMALS),
  };
}

const ASSET_PRESETS = [100n, 500n, 1_000n, 5_000n];

/** Round amounts to choose from, in the channel's asset. */
export function presetsOf(channel: DepositChannel, paidIn: Currency): string[] {
  if (channel.asset === paidIn.code) return channel.presets.map((preset) => trimmed(preset));
  return ASSET_PRESETS.map(String).filter((amount) => Object.keys(depositErrors(channel, amount, paidIn)).length === 0);
}

/** "500.00" → "500", as a member would type it. */
export function trimmed(amount: string): string {
  return amount.replace(/\.0+$/, '');
}

/** The worth as text, for the line below the field. */
export function worthText(channel: DepositChannel, amount: string, paidIn: Currency): string | null {
  const worth = worthOf(channel, plainAmount(amount, depositStyle(channel, paidIn)), paidIn);
  return worth === null ? null : formatMoney(worth, paidIn);
}

/** "100.000000" → "100": zeros of another asset say nothing. */
export function trimZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
