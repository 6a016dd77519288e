/**
 * What whole months gave back: the figures are added up again from the list of accounts, and the orders of the list are compared with
 * those that the log opens. The log does not say for how much an order was, so a member compares the amounts of their own line.
 */
import { dateText, dayOfDate } from '@candor/domain/market/local-time';
import { divHalfEven, formatRate, rate, RATE_SCALE } from '@candor/domain/money';
import type { PublicAccount, PublicMonth, Wallet } from '../site/openings-data.ts';
import type { PublicData } from '../site/public-data.ts';
import { OPENED_MS } from './check-figures.ts';
import type { Findings } from './findings.ts';
import { ifReadable } from './if-readable.ts';
import type { OpenedDays } from './opened-days.ts';

/** Of fewer accounts a site publishes no sums. */
const ACCOUNTS_MIN = 10;
/** Lists are long, and an audit that runs every month has read the older ones: of so many months they are read again. */
const LISTS_READ = 3;
/** The newest months whose days an audit still knows. */
const MONTHS_COMPARED = 12;
const PAGES_MAX = 10_000;
const MONTHS_LISTED_MAX = 1_200;
/** A month is counted when its days are; in any zone, and with an order that was settled late. */
const COUNTED_MS = 9 * 86_400_000;
const AHEAD_MS_MAX = 300_000;
const ENDS = ['won', 'lost', 'tied'] as const;

export type ReadMonth = PublicMonth & {
  readonly wallet: Wallet;
};

/** Adds up the accounts of the newest months, and compares what the site says of them. @throws SiteUnreachable */
export async function readAllMonths(
  { data, findings }: { readonly data: PublicData; readonly findings: Findings },
  wallets: readonly Wallet[],
): Promise<readonly ReadMonth[]> {
  const all: ReadMonth[] = [];
  for (const wallet of wallets) {
    const months = await ifReadable(findings, async () => await data.readMonths(wallet));
    if (months === null) continue;
    const names = months.map(({ month }) => month);
    if (new Set(names).size < names.length) findings.add('MONTHS_DIFFER', `${wallet}: a month twice`);
    for (const [place, month] of months.entries()) {
      all.push({ ...month, wallet });
      const where = placeOf(wallet, month);
      if (!areShares(month)) findings.add('MONTHS_DIFFER', `${where}: the shares`);
      if (place >= LISTS_READ || month.accounts < ACCOUNTS_MIN) continue;
      const sums = await ifReadable(findings, async () => await addUp(data, wallet, month.month));
      if (sums !== null && !isSum(month, sums)) findings.add('MONTHS_DIFFER', `${where}: the sums of the accounts`);
    }
  }
  return all;
}

type Sums = Readonly<Record<(typeof ENDS)[number] | 'accounts' | 'losing', number>> & {
  readonly staked: bigint;
  readonly paid: bigint;
  readonly isOrdered: boolean;
};

const NOTHING: Sums = { won: 0, lost: 0, tied: 0, accounts: 0, losing: 0, staked: 0n, paid: 0n, isOrdered: true };

/** One page of accounts is in memory at a time. */
async function addUp(data: PublicData, wallet: Wallet, month: string): Promise<Sums> {
  let sums = NOTHING;
  let cursor: string | null = null;
  let last = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { items, nextCursor }: Awaited<ReturnType<PublicData['readAccounts']>> = await data.readAccounts(
      wallet,
      month,
      cursor,
    );
    for (const account of items) {
      sums = plus(sums, account, account.ref > last);
      last = account.ref;
    }
    if (nextCursor === null || items.length === 0) return sums;
    cursor = nextCursor;
  }
  return { ...sums, isOrdered: false };
}

/** @param isNext no account is named twice: each reference is above the one before */
function plus(sums: Sums, { won, lost, tied, staked, paid }: PublicAccount, isNext: boolean): Sums {
  const [in_, out] = [minor(staked), minor(paid)];
  return {
    won: sums.won + won,
    lost: sums.lost + lost,
    tied: sums.tied + tied,
    accounts: sums.accounts + 1,
    losing: sums.losing + (out < in_ ? 1 : 0),
    staked: sums.staked + in_,
    paid: sums.paid + out,
    isOrdered: sums.isOrdered && isNext && won + lost + tied > 0,
  };
}

function isSum(month: PublicMonth, sums: Sums): boolean {
  const { accounts, losing, staked, paid } = month;
  const isCounted = ENDS.every((end) => month[end] === sums[end]) && accounts === sums.accounts;
  const isPaid = staked !== null && paid !== null && minor(staked) === sums.staked && minor(paid) === sums.paid;
  return isCounted && isPaid && losing === sums.losing && sums.isOrdered;
}

/** The two figures follow from the sums beside them; of few accounts there are none. */
function areShares({ accounts, losing, losingRate, staked, paid, returnRate }: PublicMonth): boolean {
  if (accounts < ACCOUNTS_MIN) return [losing, losingRate, staked, paid, returnRate].every((figure) => figure === null);
  if (losing === null || staked === null || paid === null) return false;
  const isLosing = losing <= accounts && losingRate === shareOf(BigInt(losing), BigInt(accounts));
  return isLosing && returnRate === shareOf(minor(paid), minor(staked));
}

function shareOf(part: bigint, whole: bigint): string | null {
  return whole === 0n ? null : formatRate(rate(divHalfEven(part * RATE_SCALE, whole)));
}

export type MonthsDeps = {
  readonly findings: Findings;
  readonly days: Pick<OpenedDays, 'cellsOf'>;
  /** From this business date on every order of a product was opened; null if none was. */
  readonly wholeFrom: (product: string) => string | null;
  /** Up to when prices were followed whose order log was opened to its end. */
  readonly openedAt: number;
  /** When the months were read, by the clock of who audits. */
  readonly readAt: number;
};

/** Every order that the log opens is in its month, and where the log was opened from the beginning of the month on, no other. */
export function checkMonths(months: readonly ReadMonth[], deps: MonthsDeps): void {
  const { findings, days, wholeFrom, openedAt, readAt } = deps;
  for (const wallet of new Set(months.map((month) => month.wallet))) {
    const own = months.filter((month) => month.wallet === wallet);
    findMissing(wallet, own, deps);
    for (const month of own.toSorted((one, other) => (one.month < other.month ? 1 : -1)).slice(0, MONTHS_COMPARED)) {
      // Who counts in a time to come would be compared by nobody.
      if (month.countedAt > readAt + AHEAD_MS_MAX)
        findings.add(
          'MONTHS_DIFFER',
          `${placeOf(wallet, month)}: counted at ${new Date(month.countedAt).toISOString()}`,
        );
      // What was settled just before it was counted may still be sealed.
      if (openedAt < month.countedAt + OPENED_MS) continue;
      const from = `${month.month}-01`;
      const cells = [...days.cellsOf(month.wallet, from, lastOf(from)).values()];
      const isWhole = cells.every(({ product }) => {
        const since = wholeFrom(product);
        return since !== null && since <= from;
      });
      for (const end of ENDS) {
        const ended = cells.filter(({ result }) => result === end);
        const opened = ended.reduce((sum, { orders }) => sum + orders, 0);
        const unknown = ended.reduce((sum, cell) => sum + cell.unknown, 0);
        const isMore = isWhole && cells.length > 0 && month[end] > opened + unknown;
        if (month[end] < opened || isMore)
          findings.add('MONTHS_DIFFER', `${placeOf(month.wallet, month)}: ${end}: ${month[end]}, and ${opened} opened`);
      }
    }
  }
}

/** A month after the oldest one that is listed is listed too, a week after its end, if the log opens an order of it. */
function findMissing(wallet: Wallet, own: readonly ReadMonth[], { findings, days, openedAt }: MonthsDeps): void {
  const listed = new Set(own.map(({ month }) => month));
  const [oldest] = [...listed].toSorted();
  if (oldest === undefined) return;
  let first = `${oldest}-01`;
  for (let compared = 0; compared < MONTHS_LISTED_MAX; compared += 1) {
    const last = lastOf(first);
    if (Date.parse(last) + COUNTED_MS > openedAt) return;
    const isSeen = [...days.cellsOf(wallet, first, last).values()].some(
      ({ result, orders }) => orders > 0 && ENDS.some((end) => end === result),
    );
    const month = first.slice(0, 7);
    if (isSeen && !listed.has(month)) findings.add('MONTHS_DIFFER', `${wallet}, ${month}: not listed`);
    first = dateText(dayOfDate(last) + 1);
  }
}

/** The last day of the month that begins on this one. */
function lastOf(first: string): string {
  // 31 days after the first of a month is in the next one, and there before its fourth day.
  const inNext = dayOfDate(first) + 31;
  return dateText(inNext - Number(dateText(inNext).slice(8)));
}

function placeOf(wallet: Wallet, { month }: Pick<PublicMonth, 'month'>): string {
  return `${wallet}, ${month}`;
}

/** Amounts of one site have the same decimals. */
function minor(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
