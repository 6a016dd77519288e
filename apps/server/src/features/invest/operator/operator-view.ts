import type {
  EndOfDayException,
  EndOfDayReport,
  OperatorHolding,
  OperatorInvestView,
  OperatorTerms,
  InvestChangeView,
} from '@candor/contract/console-invest';
import { leftOf } from '@candor/domain/invest/project';
import { dateText } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { formatMoney, formatRate, money, rate } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import type { Site } from '../../../services/site/site.ts';
import { holdingView } from '../invest-view.ts';
import type { RateRow } from '../savings-store.ts';
import type { ChangeRow, ProposedTerms, VersionRow } from './change-store.ts';
import type { DayRow, OperatorHoldingRow, ExceptionRow } from './report-store.ts';

function isoOf(moment: string | number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

function proposedView(terms: ProposedTerms, site: Site): OperatorTerms {
  const text = (digits: string) => formatMoney(money(BigInt(digits)), site.currency);
  const rateText = (digits: string) => formatRate(rate(BigInt(digits)));
  const { earlyLockDays, earlyRate } = terms;
  return {
    names: terms.names,
    risk: terms.risk,
    termDays: terms.termDays,
    annualRate: rateText(terms.annualRate),
    min: text(terms.min),
    max: text(terms.max),
    size: text(terms.size),
    interest: terms.interest,
    early:
      earlyLockDays === null || earlyRate === null
        ? null
        : { lockDays: earlyLockDays, annualRate: rateText(earlyRate) },
    opensAt: isoOf(terms.opensAt),
    closesAt: isoOf(terms.closesAt),
    active: terms.active,
  };
}

export function changeView(row: ChangeRow, site: Site): InvestChangeView {
  const { terms } = row;
  return {
    id: row.id,
    kind: row.kind,
    projectId: row.projectId,
    base: row.base ?? 0,
    terms: 'names' in terms ? proposedView(terms, site) : null,
    before: row.before === null ? null : proposedView(row.before, site),
    rate: 'from' in terms ? { annualRate: formatRate(rate(BigInt(terms.annualRate))), from: terms.from } : null,
    ...proposalView(row),
  };
}

function versionTerms(row: VersionRow, site: Site): OperatorTerms {
  const text = (amount: Money) => formatMoney(amount, site.currency);
  const { earlyLockDays, earlyRate } = row;
  return {
    names: row.names,
    risk: row.risk,
    termDays: row.termDays,
    annualRate: formatRate(row.annualRate),
    min: text(row.min),
    max: text(row.max),
    size: text(row.size),
    interest: row.interest,
    early:
      earlyLockDays === null || earlyRate === null
        ? null
        : { lockDays: earlyLockDays, annualRate: formatRate(earlyRate) },
    opensAt: isoOf(row.opensAt),
    closesAt: isoOf(row.closesAt),
    active: row.active,
  };
}

/** Projects with all their versions, and the savings. */
export function operatorInvestView(
  site: Site,
  facts: {
    versions: readonly VersionRow[];
    savings: { balance: Money; members: bigint };
    rates: readonly RateRow[];
  },
): OperatorInvestView {
  const text = (amount: Money) => formatMoney(amount, site.currency);
  const projects = [...Map.groupBy(facts.versions, ({ projectId }) => projectId).values()];
  return {
    projects: projects.flatMap((versions) => {
      const current = versions.find(({ version, current: sold }) => version === sold);
      if (current === undefined) return [];
      return [
        {
          id: current.projectId,
          version: current.version,
          terms: versionTerms(current, site),
          sold: text(money(current.sold)),
          left: text(leftOf(current, money(current.sold))),
          holdings: Number(current.holdings),
          versions: versions.map((row) => ({
            version: row.version,
            publishedAt: new Date(row.publishedAt).toISOString(),
            terms: versionTerms(row, site),
          })),
        },
      ];
    }),
    savings: {
      balance: text(facts.savings.balance),
      members: Number(facts.savings.members),
      rates: facts.rates.map(({ from, annualRate }) => ({ from: dateText(from), annualRate: formatRate(annualRate) })),
    },
  };
}

export function operatorHoldingView(row: OperatorHoldingRow, site: Site, today: DayNumber): OperatorHolding {
  return { ...holdingView(site, row, today), member: { id: row.memberId.toString(), username: row.username } };
}

export function exceptionView(row: ExceptionRow, site: Site): EndOfDayException {
  const text = (amount: Money) => formatMoney(amount, site.currency);
  return {
    id: row.id.toString(),
    date: dateText(row.date),
    step: row.step,
    member: { id: row.memberId.toString(), username: row.username },
    holding: row.holding,
    reason: row.reason,
    tries: row.tries,
    firstAt: new Date(row.firstAt).toISOString(),
    nextAt: row.endedAt === null ? isoOf(row.nextAt) : null,
    endedAt: isoOf(row.endedAt),
    through: row.through === null ? null : dateText(row.through),
    accrued: text(row.accrued),
    paid: text(row.paid),
    principal: text(row.principal),
  };
}

export function endOfDayReport(row: DayRow, quarantined: readonly ExceptionRow[], site: Site): EndOfDayReport {
  const text = (amount: Money) => formatMoney(amount, site.currency);
  const work = (count: bigint, amount: Money) => ({ count: Number(count), amount: text(amount) });
  return {
    date: dateText(row.date),
    step: row.step,
    startedAt: new Date(row.startedAt).toISOString(),
    closedAt: isoOf(row.closedAt),
    batches: row.batches,
    busyMs: Math.round(row.busyMs),
    holdingsAccrued: work(row.holdingsAccrued, row.holdingsInterest),
    savingsAccrued: work(row.savingsAccrued, row.savingsInterest),
    holdingsPaid: work(row.paid, row.paidInterest),
    savingsPosted: work(row.posted, row.postedInterest),
    matured: work(row.matured, row.maturedPrincipal),
    maturedInterest: text(row.maturedInterest),
    rolled: work(row.rolled, row.rolledPrincipal),
    autoSaved: work(row.saved, row.savedAmount),
    setAside: quarantined.map((exception) => exceptionView(exception, site)),
  };
}
