/**
 * Audits a site from its public data alone: the order log, the prices of every product with their checkpoints and what they
 * were made from, and every settled order of the list. It needs the site's key, and no login. One page of data is in memory at a time.
 */
import { localDay } from '@candor/domain/market/local-time';
import { mayStillSign, traceKeys } from '../../src/key-rotation.ts';
import type { TracedKey } from '../../src/key-rotation.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import type { LogReader } from '../site/log-reader.ts';
import { WALLETS } from '../site/openings-data.ts';
import type { Wallet } from '../site/openings-data.ts';
import type { PublicData, PublicTick } from '../site/public-data.ts';
import { DataMalformed } from '../site/read-answer.ts';
import { SiteUnreachable } from '../site/site-client.ts';
import { readAllMonths } from './check-months.ts';
import type { AuditState } from './audit-state.ts';
import { auditOpenings, readAllFigures, readAllVoids } from './audit-openings.ts';
import type { AuditedOpenings, FollowedTicks } from './audit-openings.ts';
import { openChains } from './audit-chains.ts';
import type { FollowedChains, ProductAudit } from './audit-chains.ts';
import { collectFindings } from './findings.ts';
import type { Finding, Findings } from './findings.ts';
import { AHEAD_MS_MAX } from './follow-chain.ts';
import { followLog } from './follow-log.ts';
import { OLDER_MS_MAX } from './follow-openings.ts';
import { followList } from './follow-list.ts';
import type { ListedOpenings, OrderCounts } from './follow-list.ts';
import { followWitnesses } from './follow-witnesses.ts';
import type { PolicyWitnesses } from './follow-witnesses.ts';
import { keepHeads } from './heads-seen.ts';
import type { SeenHeads } from './heads-seen.ts';
import { ifReadable } from './if-readable.ts';
import { noOpenings } from './openings-state.ts';
import type { ListedEntry, OpeningsState } from './openings-state.ts';
import type { FollowedBundles } from './read-entries.ts';
import { createTickPages, keepAnchors, TicksDiffer } from './tick-pages.ts';
import type { Anchors } from './tick-pages.ts';
import type { OpenedDays } from './opened-days.ts';

/** An order has its entry price so soon after it is accepted. */
const ENTERED_MS = 5_000;

export type AuditDeps = {
  readonly data: PublicData;
  readonly reader: LogReader;
  /** Those that the auditor knows to be the site's. Later keys are followed from them. */
  readonly keys: readonly TracedKey[];
  readonly nowMs: () => number;
  /** How far back a first audit reads. */
  readonly firstDays: number;
  /** A test waits in no time. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Of the auditor's policy; without one nobody is asked. */
  readonly witnesses?: PolicyWitnesses | undefined;
};

export type AuditResult = {
  readonly log: TreeHead | null;
  readonly entries: number;
  readonly products: readonly ProductAudit[];
  readonly orders: Readonly<OrderCounts>;
  /** Orders that the log opened now with their settlement, and entries that are sealed; null if it could not be read. */
  readonly openings: { readonly opened: number; readonly sealed: number } | null;
  readonly findings: readonly Finding[];
  readonly findingsCount: number;
  /** Why the site could not be read to the end; null if it was. */
  readonly unreachable: string | null;
  readonly state: AuditState;
};

type Run = AuditDeps & { readonly findings: Findings; readonly anchors: Anchors; readonly heads: SeenHeads };

type Progress = {
  state: AuditState;
  log: TreeHead | null;
  entries: number;
  readonly products: ProductAudit[];
  readonly orders: OrderCounts;
  openings: AuditResult['openings'];
  listedTo: number | null;
};

/** What is wrong with the site is in the findings. What was right is in the new state, also if the site went away. */
export async function auditSite(deps: AuditDeps, state: AuditState): Promise<AuditResult> {
  const heads = keepHeads(state.chains, state.openings ?? { upTimes: [], feeds: [] });
  const run = { ...deps, findings: collectFindings(), anchors: keepAnchors(), heads };
  const orders = { right: 0, wrong: 0, unseen: 0, waiting: 0 };
  const progress: Progress = { state, log: null, entries: 0, products: [], orders, openings: null, listedTo: null };
  let unreachable: string | null = null;
  try {
    await runAll(run, progress);
  } catch (error) {
    if (!(error instanceof SiteUnreachable)) throw error;
    unreachable = error.message;
  }
  const { kept, count } = run.findings;
  const { listedTo: _, ...read } = progress;
  return { ...read, findings: kept, findingsCount: count(), unreachable };
}

async function runAll(run: Run, progress: Progress): Promise<void> {
  const introductions = (await ifReadable(run.findings, async () => await run.data.readIntroductions())) ?? [];
  const keys = await traceKeys(run.keys, introductions, nodeCrypto);
  const readAt = run.nowMs();
  const site = await ifReadable(run.findings, async () => await readSite(run.data));
  const figures = site === null ? [] : await readAllFigures(run, site.wallets, run.nowMs);
  const voids = site === null ? [] : await readAllVoids(run, site.wallets, run.nowMs);
  const months = site === null ? [] : await readAllMonths(run, site.wallets);
  const served = await run.reader.readCheckpoint(keys.filter((key) => mayStillSign(key, readAt)));
  let bundles: FollowedBundles | null = null;
  if (served.ok) {
    const heads = { kept: progress.state.log, served: served.head };
    if (run.witnesses !== undefined)
      await followWitnesses(
        run.witnesses,
        heads,
        { reader: run.reader, siteKeys: keys, nowMs: run.nowMs },
        run.findings,
      );
    const followed = await followLog(
      run.reader,
      progress.state.log,
      { ...served.head, note: served.note },
      run.findings,
    );
    progress.log = served.head;
    if (followed !== null) {
      progress.entries = followed.entries;
      progress.state = { ...progress.state, log: followed.state };
      ({ bundles } = followed);
    }
  } else run.findings.add('LOG_HEAD', served.problem);
  const head = served.ok ? served.head : null;
  const products = await ifReadable(run.findings, async () => await run.data.readProducts());
  const chains = openChains(run, progress, { keys, head, readAt });
  if (products !== null) await chains.followAll(products);
  if (site === null) return;
  const before = progress.state.openings;
  const kept = before ?? noOpenings(site.timeZone);
  if (kept.timeZone !== site.timeZone) run.findings.add('ZONE_CHANGED', `${kept.timeZone}, and now ${site.timeZone}`);
  let openings: AuditedOpenings | null = null;
  if (head !== null && bundles !== null) {
    const codes = (products ?? []).map(({ code }) => code);
    const { timeZone } = site;
    const read = { head, bundles, figures, voids, months, products: codes, readAt, timeZone };
    openings = await auditOpenings(
      { ...run, ...read, ...followedPrices(run, chains) },
      { ...progress.state, openings: kept },
    );
  }
  if (openings !== null) {
    const { state, voids: counted, firstPrices, opened, sealed } = openings;
    progress.openings = { opened, sealed };
    progress.state = { ...progress.state, openings: state, voids: counted, firstPrices };
  }
  // The list is read after the prices and the openings: it may have orders that closed after them.
  const followed = products === null ? null : chains;
  const listed = openings === null ? null : listedOf(openings);
  await followList({ ...run, readAt, site, followed, openings: listed }, progress);
  if (head === null || progress.state.openings === null) return;
  const pending = judgeListed(run, kept.listed, { size: head.size, readAt });
  const index = progress.listedTo;
  const isNew = pending === null && index !== null && index >= head.size;
  const waiting = isNew ? { index, at: readAt } : pending;
  progress.state = { ...progress.state, openings: { ...progress.state.openings, listed: waiting } };
}

/** From the prices that were followed, and no others. */
function followedPrices({ data, anchors, findings }: Run, chains: FollowedChains): FollowedTicks {
  const pages = createTickPages(data, chains.lastSeqOf, anchors);
  const before = async (product: string, ms: number): Promise<PublicTick | null> => {
    try {
      return await pages.before(product, ms);
    } catch (error) {
      if (!(error instanceof TicksDiffer)) throw error;
      findings.add('TICKS_DIFFER', error.message);
      return null;
    }
  };
  return {
    priceBefore: async (product, ms) => {
      const { at = null } = (await chains.pricesOf(product)) ?? {};
      return at === null || at < ms ? null : ((await before(product, ms))?.price ?? null);
    },
    pricesBetween: async (fromMs, toMs) => {
      const counts = [0];
      for (const product of chains.products()) {
        const [first, last] = [await before(product, fromMs), await before(product, toMs)];
        counts.push(Number((last?.seq ?? 0n) - (first?.seq ?? 0n)));
      }
      return Math.max(...counts);
    },
  };
}

/** A row of the list may name entries that the signed head has a little later, and no other. */
function judgeListed(
  { findings }: Run,
  listed: ListedEntry | null,
  { size, readAt }: { readonly size: number; readonly readAt: number },
): ListedEntry | null {
  if (listed === null || listed.index < size) return null;
  if (readAt >= listed.at + AHEAD_MS_MAX)
    findings.add('LIST_NOT_LOG', `a row named entry ${listed.index}, and the log has ${size}`);
  return listed;
}

/** @throws DataMalformed, SiteUnreachable */
async function readSite(data: PublicData): Promise<{ wallets: readonly Wallet[]; timeZone: string }> {
  const { mode, timeZone } = await data.readSite();
  try {
    localDay(timeZone, 0);
  } catch {
    throw new DataMalformed('the time zone of the site');
  }
  return { wallets: WALLETS.filter((name) => name === 'practice' || mode === 'live'), timeZone };
}

function listedOf({ state, days }: { readonly state: OpeningsState; readonly days: OpenedDays }): ListedOpenings {
  const { openedSince: since, hasOlder, next } = state;
  const older =
    since === null ? null : { closeUntil: since + OLDER_MS_MAX, enterUntil: hasOlder ? null : since + ENTERED_MS };
  return { sumOf: days.sumOf, next, older };
}
