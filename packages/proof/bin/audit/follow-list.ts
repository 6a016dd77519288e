/**
 * Follows the public list of settled orders. The list and the prices grow while they are read, so an order is judged only if
 * it closed at or before the last price that was followed. The others wait: their day is read again by the next audit.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { canonicalJson } from '../../src/canonical-json.ts';
import { WALLETS } from '../site/openings-data.ts';
import type { Wallet } from '../site/openings-data.ts';
import type { PublicData, PublicOrder } from '../site/public-data.ts';
import type { AuditState, DayState } from './audit-state.ts';
import type { Findings } from './findings.ts';
import { AHEAD_MS_MAX } from './follow-chain.ts';
import { ifReadable } from './if-readable.ts';
import { addRow, NO_ROWS } from './opened-days.ts';
import type { RowSum } from './opened-days.ts';
import { resettle } from './resettle-orders.ts';
import { createTickPages, TicksDiffer } from './tick-pages.ts';
import type { Anchors, TickPages } from './tick-pages.ts';

const DAY_MS = 86_400_000;
/** A first audit of more days than this is not asked for. */
const DAYS_MAX = 4_000;
/** A site keeps an answer for a second. */
const LIST_KEPT_MS = 1_500;
/** Final days whose list is read again, to see that it stayed. */
const FINAL_DAYS = 2;
/** Of a day that is not read yet. */
const NO_DIGEST = '0'.repeat(64);

/** How far the prices of a product were followed. */
export type FollowedPrices = {
  /** The last price; 0 if there is none. */
  readonly seq: number;
  readonly at: number | null;
  /** Whether the site had no more of them when it was asked. */
  readonly isWhole: boolean;
};

export type OrderCounts = {
  right: number;
  wrong: number;
  unseen: number;
  /** Left for the next audit. */
  waiting: number;
};

export type ListDeps = {
  readonly data: PublicData;
  readonly findings: Findings;
  readonly anchors: Anchors;
  readonly nowMs: () => number;
  readonly firstDays: number;
  /** When the audit began, before it asked for the prices. */
  readonly readAt: number;
  /** Null if the site did not say which products it has. */
  readonly followed: ListedPrices | null;
  readonly site: { readonly wallets: readonly Wallet[]; readonly timeZone: string };
  /** A test waits in no time. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** What the log opened; null if nobody could read it. */
  readonly openings: ListedOpenings | null;
};

export type ListedPrices = {
  /** Null if the site has no prices of the product. */
  readonly pricesOf: (product: string) => Promise<FollowedPrices | null>;
  readonly lastSeqOf: (product: string) => number;
};

export type ListedOpenings = {
  readonly sumOf: (wallet: Wallet, date: string) => RowSum;
  /** Every entry before this one was read. */
  readonly next: number;
  /**
   * Until when orders close whose entries are never opened, and until when they have their entry price if the log itself has none of
   * them: they are from before it had its first entry. Null if there is no end.
   */
  readonly older: { readonly closeUntil: number; readonly enterUntil: number | null } | null;
};

/** Each day is kept as soon as it is read, so that nothing is lost if the site goes away. */
export type ListProgress = {
  state: AuditState;
  readonly orders: OrderCounts;
  /** The highest entry that a row named. */
  listedTo: number | null;
};

type Run = ListDeps & {
  readonly pages: TickPages;
  readonly hasMore: (product: string, seq: number) => Promise<boolean>;
};

/** @throws SiteUnreachable */
export async function followList(deps: ListDeps, progress: ListProgress): Promise<void> {
  const { data, findings, followed, anchors, firstDays } = deps;
  const { wallets, timeZone } = deps.site;
  const today = localDay(timeZone, deps.nowMs());
  const lastSeqOf = followed?.lastSeqOf ?? (() => 0);
  const run = { ...deps, pages: createTickPages(data, lastSeqOf, anchors), hasMore: askOnce(data) };
  for (const wallet of wallets) {
    const known = progress.state.days.filter((day) => day.wallet === wallet);
    const open = known.find(({ final }) => !final)?.date;
    const firstNew = open === undefined ? today - firstDays : Date.parse(`${open}T00:00:00.000Z`) / DAY_MS;
    const dates = new Set(known.map(({ date }) => date));
    for (let day = Math.max(firstNew, today - DAYS_MAX); day <= today; day += 1) dates.add(dateText(day));
    // A day that cannot be read to its end stays open, though later ones are final.
    for (const date of dates) {
      if (known.some((day) => day.date === date)) continue;
      keepDay(progress, { wallet, date, final: false, digest: NO_DIGEST, waits: false });
    }
    for (const date of [...dates].toSorted())
      await ifReadable(findings, async () => await followDay(run, progress, wallet, date));
  }
}

async function followDay(run: Run, progress: ListProgress, wallet: Wallet, date: string): Promise<void> {
  const known = progress.state.days.find((day) => day.wallet === wallet && day.date === date);
  const wasFinal = known?.final === true;
  const isJudged = wasFinal && !known.waits;
  const digest = createHash('sha256');
  // A day may become final between two pages: then the first one may lack an order that was settled after it was read.
  let isFinal = true;
  let waits = false;
  const rows = sumRows(run, progress, `${wallet}, ${date}`);
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<PublicData['readOrders']>> = await run.data.readOrders(wallet, date, cursor);
    isFinal &&= page.final;
    for (const order of page.items) {
      const { index: _, settledIndex: __, ...row } = order;
      digest.update(`${canonicalJson(row)}\n`);
      waits = !rows.add(order) || waits;
      if (isJudged) continue;
      const isDone = await judge(run, progress, order, `${wallet}, ${date}, ${order.ref}`);
      waits ||= !isDone;
    }
    if (page.nextCursor === null || page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  }
  const opened = run.openings?.sumOf(wallet, date) ?? NO_ROWS;
  if (!rows.isSame(opened)) await compareAgain(run, opened, wallet, date);
  const next = { wallet, date, final: isFinal, digest: digest.digest('hex'), waits };
  if (!wasFinal) return keepDay(progress, next);
  if (known.digest === next.digest && isFinal) return keepDay(progress, next);
  run.findings.add('LIST_CHANGED', `${wallet}, ${date}`);
}

/** The rows of a day against the opened orders of that day. Those that are newer than what was opened wait for the next audit. */
function sumRows({ openings, findings }: Run, progress: ListProgress, where: string) {
  let [sum, isStray] = [NO_ROWS, false];
  return {
    /** Whether it needs no second look. */
    add: (order: PublicOrder): boolean => {
      if (openings === null) return true;
      const { index, settledIndex } = order;
      if (index === null || settledIndex === null) {
        const isOlder = openings.older === null || isBefore(order, openings.older);
        if (!isOlder) findings.add('LIST_NOT_LOG', `${where}, ${order.ref}: in no log`);
        isStray ||= !isOlder;
        return true;
      }
      progress.listedTo = Math.max(progress.listedTo ?? 0, index, settledIndex);
      if (index >= openings.next || settledIndex >= openings.next) return false;
      sum = addRow(sum, order);
      return true;
    },
    /** What was told already is not told again. */
    isSame: (opened: RowSum): boolean => openings === null || isStray || sum.digest === opened.digest,
  };
}

function isBefore(
  { closesAt, durationSec }: PublicOrder,
  { closeUntil, enterUntil }: NonNullable<ListedOpenings['older']>,
): boolean {
  const closeAt = Date.parse(closesAt);
  return closeAt <= closeUntil && (enterUntil === null || closeAt - durationSec * 1000 <= enterUntil);
}

/** A list that was kept for a second may be older than what was opened: it is read once more, and then it is what it is. */
async function compareAgain(
  { data, findings, openings, wait = sleep }: Run,
  opened: RowSum,
  wallet: Wallet,
  date: string,
): Promise<void> {
  await wait(LIST_KEPT_MS);
  const next = openings?.next ?? 0;
  let sum = NO_ROWS;
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<PublicData['readOrders']>> = await data.readOrders(wallet, date, cursor);
    for (const order of page.items) {
      const { index, settledIndex } = order;
      if (index !== null && settledIndex !== null && index < next && settledIndex < next) sum = addRow(sum, order);
    }
    if (page.nextCursor === null || page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  }
  if (sum.digest === opened.digest) return;
  findings.add('LIST_NOT_LOG', `${wallet}, ${date}: ${sum.orders} orders in the list, ${opened.orders} opened`);
}

const COUNTS = { RIGHT: 'right', WRONG: 'wrong', UNSEEN: 'unseen', NOT_YET: 'waiting' } as const;

/** Whether the order needs no second look. */
async function judge(run: Run, progress: ListProgress, order: PublicOrder, where: string): Promise<boolean> {
  const { followed, findings, pages } = run;
  try {
    // A product that the site does not have has no price: there is nothing to come.
    const prices = followed === null ? UNKNOWN : ((await followed.pricesOf(order.product)) ?? NONE);
    const verdict = await resettle(order, pages, prices.at);
    const isEarly = verdict === 'NOT_YET' && (await isBeforePrices(run, order, prices));
    progress.orders[isEarly ? 'wrong' : COUNTS[verdict]] += 1;
    if (isEarly) findings.add('ORDER_EARLY', where);
    if (verdict === 'WRONG') findings.add('ORDER', where);
    return verdict === 'RIGHT' || verdict === 'UNSEEN';
  } catch (error) {
    if (!(error instanceof TicksDiffer)) throw error;
    findings.add('TICKS_DIFFER', error.message);
    return false;
  }
}

const UNKNOWN: FollowedPrices = { seq: 0, at: null, isWhole: false };
const NONE: FollowedPrices = { seq: 0, at: null, isWhole: true };

/**
 * An order is settled after the first price at or after its close. So whoever asks for the prices well after the close, and
 * again after reading the list, is shown such a price, though the prices had stopped.
 */
async function isBeforePrices(
  { readAt, hasMore }: Run,
  { product, closesAt }: PublicOrder,
  prices: FollowedPrices,
): Promise<boolean> {
  if (!prices.isWhole || Date.parse(closesAt) >= readAt - AHEAD_MS_MAX) return false;
  return prices === NONE || !(await hasMore(product, prices.seq));
}

/** Whether there is a price after this one by now. Each product is asked once. */
function askOnce(data: PublicData): Run['hasMore'] {
  const asked = new Map<string, boolean>();
  return async (product, seq) => {
    const known = asked.get(product) ?? (await data.readTicks(product, seq + 1, seq + 1)).length > 0;
    asked.set(product, known);
    return known;
  };
}

/** Of each wallet all days that need another look, and the newest final ones. */
function keepDay(progress: ListProgress, next: DayState): void {
  const { state } = progress;
  const others = state.days.filter(({ wallet, date }) => wallet !== next.wallet || date !== next.date);
  const sorted = [...others, next].toSorted((one, other) => one.date.localeCompare(other.date));
  const days = WALLETS.flatMap((wallet) => {
    const own = sorted.filter((day) => day.wallet === wallet);
    const finals = own.filter(({ final }) => final).slice(-FINAL_DAYS);
    return own.filter((day) => !day.final || day.waits || finals.includes(day));
  });
  progress.state = { ...state, days };
}
