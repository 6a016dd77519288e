/** The part of an audit that looks at what the site opens of its order log, and at the figures that must be these orders. */
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { LogIncomplete } from '../site/log-reader.ts';
import type { LogReader } from '../site/log-reader.ts';
import { SPANS } from '../site/openings-data.ts';
import type { PublicFigures, PublishedTerms, Wallet } from '../site/openings-data.ts';
import type { PublicData } from '../site/public-data.ts';
import { checkSums, compareFigures, freshPair, RECENT_MS, settleFigures } from './check-figures.ts';
import { checkTerms } from './check-terms.ts';
import { collectFindings } from './findings.ts';
import type { Findings } from './findings.ts';
import { followOpenings, OLDER_MS_MAX } from './follow-openings.ts';
import type { OpeningsDeps } from './follow-openings.ts';
import type { SeenHeads } from './heads-seen.ts';
import { ifReadable } from './if-readable.ts';
import { businessDate, openDays } from './opened-days.ts';
import type { OpenedDays } from './opened-days.ts';
import { noOpenings } from './openings-state.ts';
import type { FreshPair, LoggedVersion, OpeningsState } from './openings-state.ts';
import { createEntryReader } from './read-entries.ts';
import type { FollowedBundles } from './read-entries.ts';

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

export type OpeningsRun = Reading & {
  readonly reader: LogReader;
  readonly heads: SeenHeads;
  readonly head: TreeHead;
  readonly bundles: FollowedBundles;
  readonly figures: readonly PublicFigures[];
  readonly products: readonly string[];
  /** By whose days the site counts now. */
  readonly timeZone: string;
  /** When the audit began. */
  readonly readAt: number;
};

export type AuditedOpenings = {
  readonly state: OpeningsState;
  readonly days: OpenedDays;
  /** Orders with their settlement that were opened now, and entries that are sealed. */
  readonly opened: number;
  readonly sealed: number;
};

/** Null if they could not be read to the end, which is a finding. @throws SiteUnreachable */
export async function auditOpenings(run: OpeningsRun, kept: OpeningsState): Promise<AuditedOpenings | null> {
  const { findings, heads, head, reader, bundles, timeZone } = run;
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
  let published = new Map<string, readonly PublishedTerms[]>();
  const deps: OpeningsDeps = {
    data: run.data,
    findings,
    heads,
    readEntry: createEntryReader(reader, head, bundles),
    logSize: head.size,
    durationMsMaxOf: async (logged) => {
      // After the log: a version may be published and logged since.
      published = await readPublished(run, logged);
      return longestOf(published, logged);
    },
    onPair: isMoved ? () => undefined : count,
  };
  try {
    const followed = await ifReadable(findings, async () => {
      const { state, ...counts } = await followOpenings(deps, before);
      if (isMoved) await countAgain({ ...deps, onPair: count }, state);
      return { state, ...counts };
    });
    if (followed === null) return null;
    const { state, opened, sealed } = followed;
    const upgradedAt = state.hasOlder ? state.openedSince : null;
    checkTerms({ findings, heads, published, logged: state.terms, upgradedAt, next: state.next });
    const recent = [...before.recent, ...fresh].filter(({ settledAt }) => settledAt >= recentFrom);
    const figures = openFigures(run, { state, days, fresh, recent });
    return {
      days,
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

/** What figures of now and of earlier audits count and nobody has opened. */
function openFigures(
  { findings, figures, head, heads }: OpeningsRun,
  { state, ...opened }: { state: OpeningsState; days: OpenedDays } & Readonly<Record<'fresh' | 'recent', FreshPair[]>>,
): OpeningsState['figures'] {
  // Openings that end before the head count up to the price that first named the entry after them.
  const end = state.next >= head.size ? heads.newestAt() : heads.since(state.next)?.at;
  const openedAt = end ?? 0;
  const deps = { findings, ...opened, wholeFrom: wholeFrom(state), openedAt };
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

/** From which business date on every order is one that is opened; null if the site opens none. */
function wholeFrom({ hasOlder, openedSince, timeZone }: OpeningsState): string | null {
  if (!hasOlder) return '';
  return openedSince === null ? null : businessDate(timeZone, openedSince + OLDER_MS_MAX + DAY_MS);
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
