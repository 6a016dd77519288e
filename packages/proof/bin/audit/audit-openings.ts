/** The part of an audit that looks at what the site opens of its order log, and at the figures that must be these orders. */
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { LogIncomplete } from '../site/log-reader.ts';
import type { LogReader } from '../site/log-reader.ts';
import { SPANS, VOID_SPANS } from '../site/openings-data.ts';
import type { PublicFigures, PublicVoids, PublishedTerms, Wallet } from '../site/openings-data.ts';
import type { PublicData } from '../site/public-data.ts';
import { checkSums, compareFigures, freshPair, RECENT_MS, settleFigures } from './check-figures.ts';
import { openEntryCheck } from './check-entries.ts';
import { checkTerms } from './check-terms.ts';
import { checkVoidSums, compareVoids, countVoids, keepOpen, noVoids, settleVoids } from './check-voids.ts';
import type { PriceBefore, VoidCounting, VoidsState } from './check-voids.ts';
import { checkMonths } from './check-months.ts';
import type { ReadMonth } from './check-months.ts';
import { collectFindings } from './findings.ts';
import type { Findings } from './findings.ts';
import { followOpenings } from './follow-openings.ts';
import type { OpeningsDeps } from './follow-openings.ts';
import type { SeenHeads } from './heads-seen.ts';
import { ifReadable } from './if-readable.ts';
import { businessDate, openDays } from './opened-days.ts';
import type { OpenedDays } from './opened-days.ts';
import { noOpenings } from './openings-state.ts';
import type { FreshPair, LoggedVersion, OpeningsState } from './openings-state.ts';
import { createEntryReader } from './read-entries.ts';
import type { FollowedBundles } from './read-entries.ts';
import { readFirstPrices, wholeSince } from './whole-since.ts';
import type { FirstPrice } from './whole-since.ts';

const DAY_MS = 86_400_000;
/** Each audit reads ten at most, and what they count is opened within minutes. */
const FIGURES_KEPT = 1_000;
/** For a site whose terms cannot be read: a day is the longest that an order may run. */
const DURATION_MS_MAX = DAY_MS;

type Reading = { readonly data: PublicData; readonly findings: Findings };

/** The figures of every span. They are read before the log, so that it has what they count. @throws SiteUnreachable */
export async function readAllFigures(
  { data, findings }: Reading,
  wallets: readonly Wallet[],
  nowMs: () => number,
): Promise<readonly PublicFigures[]> {
  const all: PublicFigures[] = [];
  for (const wallet of wallets) {
    for (const days of SPANS) {
      const askedAt = nowMs();
      const figures = await ifReadable(findings, async () => await data.readFigures(wallet, days));
      if (figures === null) continue;
      checkSums(figures, askedAt, findings);
      if (figures.wallet === wallet) all.push(figures);
      else findings.add('FIGURES_DIFFER', `${wallet}: those of another wallet`);
    }
  }
  return all;
}

/** The void rates of every span, before the log, too. @throws SiteUnreachable */
export async function readAllVoids(
  { data, findings }: Reading,
  wallets: readonly Wallet[],
  nowMs: () => number,
): Promise<readonly PublicVoids[]> {
  const all: PublicVoids[] = [];
  for (const wallet of wallets) {
    for (const days of VOID_SPANS) {
      const at = nowMs();
      const voids = await ifReadable(findings, async () => await data.readVoids(wallet, days));
      if (voids === null) continue;
      checkVoidSums(voids, { wallet, days, at }, findings);
      if (voids.wallet === wallet) all.push(voids);
    }
  }
  return all;
}

/** Of prices that were followed. */
export type FollowedTicks = {
  readonly priceBefore: PriceBefore;
  readonly pricesBetween: OpeningsDeps['pricesBetween'];
};

export type OpeningsRun = Reading &
  FollowedTicks & {
    readonly reader: LogReader;
    readonly heads: SeenHeads;
    readonly head: TreeHead;
    readonly bundles: FollowedBundles;
    readonly figures: readonly PublicFigures[];
    readonly voids: readonly PublicVoids[];
    readonly months: readonly ReadMonth[];
    readonly products: readonly string[];
    /** By whose days the site counts now. */
    readonly timeZone: string;
    /** When the audit began. */
    readonly readAt: number;
  };

/** What the last audit knew. */
export type OpeningsBefore = {
  readonly openings: OpeningsState;
  readonly voids: VoidsState | null;
  readonly firstPrices: readonly FirstPrice[];
};

export type AuditedOpenings = {
  readonly state: OpeningsState;
  readonly voids: VoidsState;
  readonly firstPrices: readonly FirstPrice[];
  readonly days: OpenedDays;
  /** Orders with their settlement that were opened now, and entries that are sealed. */
  readonly opened: number;
  readonly sealed: number;
};

/** Null if they could not be read to the end, which is a finding. @throws SiteUnreachable */
export async function auditOpenings(run: OpeningsRun, known: OpeningsBefore): Promise<AuditedOpenings | null> {
  const { findings, heads, head, reader, bundles, timeZone } = run;
  const kept = known.openings;
  // In another time zone days are other days. What is sealed, what waits, and since when the log is opened stays.
  const isMoved = kept.timeZone !== timeZone;
  const before = isMoved ? { ...kept, timeZone, days: [], figures: [], recent: [] } : kept;
  const days = openDays(timeZone, before.days);
  const recentFrom = run.readAt - RECENT_MS;
  // Figures of an earlier audit may wait for any pair.
  const neededFrom = before.figures.length > 0 ? 0 : recentFrom;
  const fresh: FreshPair[] = [];
  const count: OpeningsDeps['onPair'] = (pair, isReplay) => {
    days.add(pair, isReplay);
    const one = freshPair(pair, businessDate(timeZone, Date.parse(pair.order.closesAt)), isReplay === true);
    if (one.settledAt >= neededFrom) fresh.push(one);
  };
  // Orders that an audit before saw opened are in no hour: an order that closes from now on is.
  const voidsBefore = known.voids ?? noVoids(kept.next === 0 ? 0 : run.readAt);
  const voids = countVoids(voidsBefore, run.readAt);
  const entries = openEntryCheck();
  let published = new Map<string, readonly PublishedTerms[]>();
  const deps: OpeningsDeps = {
    data: run.data,
    findings,
    heads,
    readEntry: createEntryReader(reader, head, bundles),
    logSize: head.size,
    pricesBetween: run.pricesBetween,
    durationMsMaxOf: async (logged) => {
      // After the log: a version may be published and logged since.
      published = await readPublished(run, logged);
      return longestOf(published, logged);
    },
    onPair: (pair, isReplay) => {
      voids.add(pair, isReplay);
      entries.add(pair);
      if (!isMoved) count(pair, isReplay);
    },
  };
  try {
    const followed = await ifReadable(findings, async () => {
      const { state, ...counts } = await followOpenings(deps, before);
      if (isMoved) await countAgain({ ...deps, onPair: count }, state);
      await voids.end(run.priceBefore);
      const firstPrices = await readFirstPrices({ data: run.data, products: countedIn(run), known: known.firstPrices });
      return { state, firstPrices, ...counts };
    });
    if (followed === null) return null;
    const { state, firstPrices, opened, sealed } = followed;
    const upgradedAt = state.hasOlder ? state.openedSince : null;
    checkTerms({ findings, heads, published, logged: state.terms, upgradedAt, next: state.next });
    entries.end(published, findings);
    const recent = [...before.recent, ...fresh].filter(({ settledAt }) => settledAt >= recentFrom);
    const since = wholeSince(state, firstPrices);
    const figures = openFigures(run, { state, days, fresh, recent, since });
    checkMonths(run.months, {
      findings,
      days,
      wholeFrom: wholeFromOf(state, since),
      openedAt: openedAt(run, state),
      readAt: run.readAt,
    });
    return {
      days,
      firstPrices,
      voids: openVoids(run, { state, before: voidsBefore, voids, since }),
      opened,
      sealed,
      state: { ...state, days: days.state(), figures, recent, feeds: heads.feeds(), upTimes: heads.upTimes() },
    };
  } catch (error) {
    if (!(error instanceof LogIncomplete)) throw error;
    findings.add('LOG_INCOMPLETE', error.message);
    return null;
  }
}

/** Every order that is opened, from the first entry on. What is wrong with them was found when they were new. */
async function countAgain(deps: OpeningsDeps, { timeZone, next, sealed, halves }: OpeningsState): Promise<void> {
  // What was opened in this minute is counted by the next audit.
  const later = new Set([...sealed, ...halves].map(({ index }) => index));
  const onPair: OpeningsDeps['onPair'] = (pair, isReplay) => {
    if (!later.has(pair.index) && !later.has(pair.settledIndex)) deps.onPair(pair, isReplay);
  };
  const unheard = {
    ...deps,
    findings: collectFindings(),
    durationMsMaxOf: async () => await Promise.resolve(DURATION_MS_MAX),
  };
  await followOpenings({ ...unheard, logSize: next, onPair }, noOpenings(timeZone));
}

/** A day while the text of any logged version is not read. */
function longestOf(
  published: ReadonlyMap<string, readonly PublishedTerms[]>,
  logged: readonly LoggedVersion[],
): number {
  const isRead = logged.every(({ product, version }) =>
    published.get(product)?.some((terms) => terms.version === version),
  );
  const durations = [...published.values()].flat().map(({ durationSecMax }) => durationSecMax * 1000);
  return isRead && durations.length > 0 ? Math.max(...durations) : DURATION_MS_MAX;
}

/** The products of which there are figures. */
function countedIn({ figures, voids }: OpeningsRun): Set<string> {
  const all = [...figures.flatMap(({ items }) => items), ...voids.flatMap(({ products }) => products)];
  return new Set(all.map(({ product }) => product));
}

type Since = ReturnType<typeof wholeSince>;

/** From which business date on every order of a product was opened; null if from none. */
function wholeFromOf({ timeZone }: Pick<OpeningsState, 'timeZone'>, since: Since) {
  return (product: string): string | null => {
    const from = since(product);
    if (from === null) return null;
    return from === 0 ? '' : businessDate(timeZone, from + DAY_MS);
  };
}

/** What figures of now and of earlier audits count and nobody has opened. */
function openFigures(
  run: OpeningsRun,
  {
    state,
    since,
    ...opened
  }: { state: OpeningsState; days: OpenedDays; since: Since } & Readonly<Record<'fresh' | 'recent', FreshPair[]>>,
): OpeningsState['figures'] {
  const { findings, figures } = run;
  const wholeFrom = wholeFromOf(state, since);
  const deps = { findings, ...opened, wholeFrom, openedAt: openedAt(run, state) };
  const earlier = state.figures.map((open) => settleFigures(open, deps));
  const now = figures.map((each) => {
    const open = compareFigures(each, deps);
    return open === null ? null : settleFigures(open, { ...deps, fresh: [] });
  });
  const open = [...earlier, ...now].filter((one) => one !== null);
  if (open.length > FIGURES_KEPT)
    findings.add('FIGURES_DIFFER', `${open.length} of them count orders that nobody has opened`);
  // The oldest stay: those of now are read again by the next audit.
  return open.slice(0, FIGURES_KEPT);
}

/** The same of the void rates. */
function openVoids(
  run: OpeningsRun,
  { state, before, voids, since }: { state: OpeningsState; before: VoidsState; voids: VoidCounting; since: Since },
): VoidsState {
  const { findings, readAt } = run;
  const fresh = voids.fresh();
  const recent = [...before.recent, ...fresh].filter(({ settledAt }) => settledAt >= readAt - RECENT_MS);
  const wholeFrom = (product: string): number | null => {
    const from = since(product);
    return from === null ? null : Math.max(from, before.wholeFrom);
  };
  const deps = { findings, hours: voids.hours(), fresh, recent, wholeFrom, openedAt: openedAt(run, state) };
  const earlier = before.open.map((open) => settleVoids(open, deps));
  const now = run.voids.map((each) => {
    const open = compareVoids(each, deps);
    return open === null ? null : settleVoids(open, { ...deps, fresh: [] });
  });
  const open = keepOpen(
    [...earlier, ...now].filter((one) => one !== null),
    findings,
  );
  return { wholeFrom: before.wholeFrom, hours: deps.hours, recent, open };
}

/** Up to when prices were followed whose order log was opened to its end. */
function openedAt({ head, heads }: OpeningsRun, { next }: OpeningsState): number {
  // Openings that end before the head count up to the price that first named the entry after them.
  const end = next >= head.size ? heads.newestAt() : heads.since(next)?.at;
  return end ?? 0;
}

/** Of every product that the site offers, and of every one that the log has terms of. */
async function readPublished(
  { data, findings, products }: OpeningsRun,
  logged: readonly LoggedVersion[],
): Promise<Map<string, readonly PublishedTerms[]>> {
  const published = new Map<string, readonly PublishedTerms[]>();
  for (const product of new Set([...products, ...logged.map((version) => version.product)])) {
    const terms = await ifReadable(findings, async () => await data.readTerms(product));
    if (terms !== null) published.set(product, terms);
  }
  return published;
}
