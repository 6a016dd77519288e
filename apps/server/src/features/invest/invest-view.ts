import type { HoldingDetail, HoldingView, ProjectView, QuoteView, RedemptionView } from '@candor/contract/invest';
import { maturesOn, redeemableFrom, redemptionOf, repaymentsOf, termInterest } from '@candor/domain/invest/holding';
import type { Repayment } from '@candor/domain/invest/holding';
import { accrualOfDay } from '@candor/domain/invest/interest';
import { investable, leftOf, projectStatus } from '@candor/domain/invest/project';
import { dateText } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { formatMoney, formatRate, money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import type { Site } from '../../services/site/site.ts';
import { holdingOf } from './holding-store.ts';
import type { AccrualRow, HoldingRow } from './holding-store.ts';
import type { InvestRefusal } from './invest-refusal.ts';
import { termsOf } from './project-store.ts';
import type { ProjectRow, SiteFacts } from './project-store.ts';

export function amountsOf(site: Pick<Site, 'currency'>): (amount: Money) => string {
  return (amount) => formatMoney(amount, site.currency);
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function earlyView(terms: ReturnType<typeof termsOf>) {
  const { early } = terms;
  return early === null ? null : { lockDays: early.lockDays, annualRate: formatRate(early.annualRate) };
}

export function projectView(site: Site, row: ProjectRow, facts: SiteFacts): ProjectView {
  const text = amountsOf(site);
  const terms = termsOf(row);
  return {
    id: row.id,
    names: row.names,
    termDays: terms.termDays,
    annualRate: formatRate(terms.annualRate),
    min: text(terms.min),
    max: text(terms.max),
    size: text(terms.size),
    interest: terms.interest,
    early: earlyView(terms),
    risk: row.risk,
    opensAt: isoOf(terms.opensAtMs),
    closesAt: isoOf(terms.closesAtMs),
    status: projectStatus(terms, { nowMs: facts.now, active: row.active, sold: row.sold }),
    left: text(leftOf(terms, row.sold)),
    held: text(row.held),
    investable: text(investable(terms, row.sold, row.held)),
    termsVersion: row.version,
    agreementVersion: facts.agreement,
    passwordFrom: facts.passwordFrom === null ? null : text(facts.passwordFrom),
  };
}

/** A refusal as a part of an answer that succeeds. */
export function problemView(problem: InvestRefusal | undefined) {
  return problem === undefined ? null : { error: problem.key, params: problem.params ?? {} };
}

/** What an amount would become if it were invested now. */
export function quoteView(
  site: Site,
  row: ProjectRow,
  { amount, facts, available, problem }: { amount: Money; facts: SiteFacts; available: Money; problem?: InvestRefusal },
): QuoteView {
  const text = amountsOf(site);
  const { annualRate, termDays, interest, early } = termsOf(row);
  const holding = { principal: amount, annualRate, termDays, interest, early, startsOn: facts.today };
  const total = termInterest(holding);
  const from = redeemableFrom(holding);
  return {
    projectId: row.id,
    amount: text(amount),
    annualRate: formatRate(annualRate),
    termDays,
    dailyInterest: text(accrualOfDay(amount, annualRate, 0)),
    totalInterest: text(total),
    total: text(money(amount + total)),
    startsOn: dateText(holding.startsOn),
    maturesOn: dateText(maturesOn(holding)),
    redeemableFrom: from === null ? null : dateText(from),
    calendar: repaymentsOf(holding).map((payment) => paymentView(site, payment)),
    available: text(available),
    termsVersion: row.version,
    agreementVersion: facts.agreement,
    passwordRequired: facts.passwordFrom !== null && amount >= facts.passwordFrom,
    problem: problemView(problem),
  };
}

function paymentView(site: Site, { day, interest, principal }: Repayment) {
  const text = amountsOf(site);
  return { date: dateText(day), interest: text(interest), principal: text(principal) };
}

export function holdingView(site: Site, row: HoldingRow, today: DayNumber): HoldingView {
  const text = amountsOf(site);
  const terms = termsOf(row);
  return {
    id: row.id,
    reference: row.reference,
    projectId: row.projectId,
    names: row.names,
    wallet: row.wallet,
    status: row.status,
    principal: text(row.principal),
    annualRate: formatRate(terms.annualRate),
    termDays: terms.termDays,
    interest: terms.interest,
    early: earlyView(terms),
    risk: row.risk,
    startsOn: dateText(row.startsOn),
    maturesOn: dateText(row.maturesOn),
    daysLeft: row.status === 'running' ? Math.max(0, row.maturesOn - today) : 0,
    totalInterest: text(row.earned ?? termInterest(holdingOf(row))),
    accrued: text(row.accrued),
    paid: text(row.paid),
    endedAt: isoOf(row.endedAt),
    rollOver: row.rollOver,
    rolledFrom: row.rolledFrom,
    rolledTo: row.rolledTo,
    termsVersion: row.version,
    agreementVersion: row.agreement,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/** With its accruals and its schedule: what was paid, and what will be. */
export function holdingDetail(
  site: Site,
  row: HoldingRow,
  { accruals, today }: { accruals: readonly AccrualRow[]; today: DayNumber },
): HoldingDetail {
  const from = redeemableFrom(holdingOf(row));
  return {
    ...holdingView(site, row, today),
    accruals: accruals.map(({ date, amount }) => ({ date: dateText(date), amount: amountsOf(site)(amount) })),
    schedule: scheduleOf(row).map((payment) => ({ ...paymentView(site, payment), paid: payment.paid })),
    redeemableFrom: from === null ? null : dateText(from),
  };
}

/** The payments of the terms; of a redeemed holding, those that were made, and the one that ended it. */
function scheduleOf(row: HoldingRow): (Repayment & { paid: boolean })[] {
  const holding = holdingOf(row);
  const planned = repaymentsOf(holding);
  let left: bigint = row.paid;
  if (row.status !== 'redeemed')
    return planned.map((payment) => {
      left -= payment.interest;
      return { ...payment, paid: row.status === 'matured' || (holding.interest === 'daily' && left >= 0n) };
    });
  const { endedOn } = row;
  if (endedOn === null) throw new Error('a redeemed holding has no end');
  const made = holding.interest === 'daily' ? planned.filter(({ day }) => day < endedOn) : [];
  const before = made.reduce((sum, { interest }) => sum + interest, 0n);
  const last = { day: endedOn, interest: money(row.paid - before), principal: row.principal };
  return [...made, last].map((payment) => ({ ...payment, paid: true }));
}

export function redemptionView(
  site: Site,
  row: HoldingRow,
  { today, problem }: { today: DayNumber; problem?: InvestRefusal },
): RedemptionView {
  const text = amountsOf(site);
  const holding = holdingOf(row);
  const { daysHeld, interest, lost, credited } = redemptionOf(holding, row.paid, today);
  return {
    holdingId: row.id,
    daysHeld,
    annualRate: formatRate(holding.early?.annualRate ?? holding.annualRate),
    principal: text(row.principal),
    interest: text(interest),
    paid: text(row.paid),
    lost: text(lost),
    credited: text(credited),
    problem: problemView(problem),
  };
}
