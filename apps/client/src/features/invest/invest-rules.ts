/*
 * What an investment will earn, and why an amount cannot be invested. The rules are the domain's own, so that what is
 * shown while typing is what the server will do.
 */

import type { EarlyTerms, ProjectTerms } from '@candor/domain/invest/project';
import { planPurchase } from '@candor/domain/invest/project';
import { redeemableFrom, repaymentsOf, termInterest } from '@candor/domain/invest/holding';
import type { Holding } from '@candor/domain/invest/holding';
import { accruedAfter } from '@candor/domain/invest/interest';
import { dateText, dayNumber } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { formatMoney, money, parseMoney, parseRate } from '@candor/domain/money';
import type { Currency, Money, Rate } from '@candor/domain/money';
import { readMoney } from '@candor/domain/text/typed-amount';
import type { Payment, ProjectView } from '@candor/contract/invest';
import type { ErrorKey } from '@candor/contract/error-keys';

export function dayOf(date: string): DayNumber {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return dayNumber(year, month, day);
}

/** Whole days from one date to another; below zero if it is over. */
export function daysBetween(from: string, to: string): number {
  return dayOf(to) - dayOf(from);
}

function amountOf(text: string, of: Currency): Money {
  const amount = parseMoney(text, of, { signed: true });
  if (!amount.ok) throw new Error(`the server sent an amount that cannot be read: ${text}`);
  return amount.value;
}

function rateOf(text: string): Rate {
  const rate = parseRate(text);
  if (!rate.ok) throw new Error(`the server sent a rate that cannot be read: ${text}`);
  return rate.value;
}

function earlyOf(early: ProjectView['early']): EarlyTerms | null {
  return early === null ? null : { lockDays: early.lockDays, annualRate: rateOf(early.annualRate) };
}

/** A typed amount above zero; null while it is not one. */
export function typedAmount(text: string, of: Currency): Money | null {
  const amount = readMoney(text, of);
  return amount.ok && amount.value > 0n ? amount.value : null;
}

/** Interest of a balance that stays for some days at one annual rate. */
export function interestFor(amount: string, annualRate: string, days: number, of: Currency): string {
  return formatMoney(accruedAfter(amountOf(amount, of), rateOf(annualRate), days), of);
}

/** What is offered to whoever compares: savings have no term, and go out at any time. */
export type ComparedOffer = Pick<ProjectView, 'annualRate'> & {
  readonly termDays: number | null;
  readonly early: ProjectView['early'];
};

/**
 * What an offer gives whoever wants the money back after some days, and how: at its own rate, at the rate of early redemption, or not
 * at all (null), because it is not repaid before its term or its lock-in is over.
 */
export type YieldAfter =
  | { readonly kind: 'whole' | 'early'; readonly interest: string }
  | { readonly kind: 'unrepaid' | 'locked'; readonly interest: null };

export function yieldAfter(
  days: number,
  { annualRate, termDays, early }: ComparedOffer,
  amount: string,
  of: Currency,
): YieldAfter {
  if (termDays === null || days >= termDays)
    return { kind: 'whole', interest: interestFor(amount, annualRate, Math.min(days, termDays ?? days), of) };
  if (early === null) return { kind: 'unrepaid', interest: null };
  if (days < early.lockDays) return { kind: 'locked', interest: null };
  return { kind: 'early', interest: interestFor(amount, early.annualRate, days, of) };
}

/** `left` − `right`, or their sum, as text. */
export function minus(left: string, right: string, of: Currency): string {
  return formatMoney(money(amountOf(left, of) - amountOf(right, of)), of);
}

export function plus(left: string, right: string, of: Currency): string {
  return formatMoney(money(amountOf(left, of) + amountOf(right, of)), of);
}

/** Whether an amount is at least another. */
export function reaches(amount: string, other: string, of: Currency): boolean {
  return amountOf(amount, of) >= amountOf(other, of);
}

export type Projection = {
  /** Interest of the first day. */
  daily: string;
  interest: string;
  total: string;
  startsOn: string;
  maturesOn: string;
  redeemableFrom: string | null;
  payments: Payment[];
};

type Offer = Pick<ProjectView, 'annualRate' | 'termDays' | 'interest' | 'early'>;

/** What an amount earns that is invested on a business date; null while it is not an amount. */
export function projectionOf(offer: Offer, amount: string, today: string, of: Currency): Projection | null {
  const principal = typedAmount(amount, of);
  if (principal === null) return null;
  const holding: Holding = {
    principal,
    annualRate: rateOf(offer.annualRate),
    termDays: offer.termDays,
    interest: offer.interest,
    early: earlyOf(offer.early),
    startsOn: dayOf(today),
  };
  const text = (value: Money) => formatMoney(value, of);
  const interest = termInterest(holding);
  const redeemable = redeemableFrom(holding);
  return {
    daily: text(accruedAfter(principal, holding.annualRate, 1)),
    interest: text(interest),
    total: text(money(principal + interest)),
    startsOn: today,
    maturesOn: dateText(holding.startsOn + holding.termDays),
    redeemableFrom: redeemable === null ? null : dateText(redeemable),
    payments: repaymentsOf(holding).map((payment) => ({
      date: dateText(payment.day),
      interest: text(payment.interest),
      principal: text(payment.principal),
    })),
  };
}

export type AmountProblem = {
  key: ErrorKey;
  /** Exact differences and bounds, as plain amounts. */
  params: Readonly<Record<string, string>>;
};

/** Why this amount cannot be invested now, in the order of the server's own checks; null: it can. */
export function amountProblem(
  project: ProjectView,
  { amount, available, nowMs }: { amount: string; available: string; nowMs: number },
  of: Currency,
): AmountProblem | null {
  const asked = readMoney(amount, of);
  if (!asked.ok) return { key: asked.error, params: {} };
  if (asked.value <= 0n) return { key: 'AMOUNT_INVALID', params: {} };
  const planned = planPurchase(
    { amount: asked.value, seen: { terms: undefined, agreement: undefined } },
    termsOf(project, of),
    {
      nowMs,
      active: project.status !== 'closed',
      sold: money(amountOf(project.size, of) - amountOf(project.left, of)),
      held: amountOf(project.held, of),
      available: amountOf(available, of),
      versions: { terms: project.termsVersion, agreement: project.agreementVersion },
    },
  );
  if (planned.ok) return null;
  const { key, ...figures } = planned.error;
  const params = Object.fromEntries(
    Object.entries(figures).map(([name, value]: [string, Money]) => [name, formatMoney(value, of)]),
  );
  return { key, params };
}

function termsOf(project: ProjectView, of: Currency): ProjectTerms {
  return {
    termDays: project.termDays,
    annualRate: rateOf(project.annualRate),
    min: amountOf(project.min, of),
    max: amountOf(project.max, of),
    size: amountOf(project.size, of),
    interest: project.interest,
    early: earlyOf(project.early),
    opensAtMs: project.opensAt === null ? null : Date.parse(project.opensAt),
    closesAtMs: project.closesAt === null ? null : Date.parse(project.closesAt),
  };
}

/** The most that can be invested now: of the project, of the member's own maximum, and of what is available. */
export function mostOf(
  project: Pick<ProjectView, 'investable' | 'min'>,
  available: string,
  of: Currency,
): string | null {
  const [investable, own] = [amountOf(project.investable, of), amountOf(available, of)];
  const most = investable < own ? investable : own;
  return most < amountOf(project.min, of) ? null : formatMoney(most, of);
}

const PRESETS = ['1000', '5000', '10000', '50000', '100000', '500000'] as const;

/** Round amounts that can be invested, the minimum first. At most four. */
export function presetsOf(project: Pick<ProjectView, 'investable' | 'min'>, of: Currency): string[] {
  const [min, most] = [amountOf(project.min, of), amountOf(project.investable, of)];
  const least = trimmed(project.min);
  const round = PRESETS.filter((text) => amountOf(text, of) > min);
  return [least, ...round].filter((text) => amountOf(text, of) <= most).slice(0, 4);
}

/** "500.00" → "500", as a member would type it. */
export function trimmed(amount: string): string {
  return amount.replace(/\.0+$/, '');
}

/** How much of a project is taken, in percent: 0 to 100, rounded down so that "100" means sold out. */
export function takenPercent({ size, left }: Pick<ProjectView, 'size' | 'left'>, of: Currency): number {
  const whole = amountOf(size, of);
  return whole <= 0n ? 100 : Number(((whole - amountOf(left, of)) * 100n) / whole);
}

/** How much of a term is over, in percent. */
export function termPercent({ termDays, daysLeft }: { termDays: number; daysLeft: number }): number {
  return termDays <= 0 ? 100 : Math.min(100, Math.max(0, Math.round(((termDays - daysLeft) / termDays) * 100)));
}
