/* What a new amount would do to a limit: told before it is saved. */

import { limitsBody } from '@candor/contract/limits';
import type { LimitKind, LimitPeriod, LimitsBody, LimitsView, LimitView } from '@candor/contract/limits';
import { isLooser } from '@candor/domain/limits/own-limits';
import { formatMoney, parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { readMoney } from '@candor/domain/text/typed-amount';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

/** Which of the nine limits. */
export interface LimitName {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
}

export const LIMIT_PLACES: ErrorPlaces<'amount'> = { fields: ['amount'], shownAt: { 'limits.0.amount': 'amount' } };

export function limitRequest({ kind, period }: LimitName, amount: string | null): LimitsBody {
  return { limits: [{ kind, period, amount }] };
}

export function limitErrors(name: LimitName, amount: string, paidIn: Currency): FormErrors<'amount'> {
  const read = readMoney(amount, paidIn);
  if (!read.ok) return { amount: read.error };
  return schemaErrors(LIMIT_PLACES, limitsBody, limitRequest(name, formatMoney(read.value, paidIn)));
}

export function findLimit({ limits }: LimitsView, { kind, period }: LimitName): LimitView | null {
  return limits.find((limit) => limit.kind === kind && limit.period === period) ?? null;
}

/** `cancels`: it is as it is now, and what waits is taken back. */
export type LimitEffect = 'now' | 'later' | 'cancels' | 'same';

/** What saving an amount does; null while the text is no amount. */
export function limitEffect(limit: LimitView | null, amount: string, paidIn: Currency): LimitEffect | null {
  const asked = readMoney(amount, paidIn);
  if (!asked.ok || asked.value <= 0n) return null;
  const held = limit === null || limit.amount === null ? null : parseMoney(limit.amount, paidIn);
  const heldAmount = held?.ok === true ? held.value : null;
  if (isLooser(asked.value, heldAmount)) return 'later';
  if (asked.value !== heldAmount) return 'now';
  return limit?.next === null ? 'same' : 'cancels';
}
