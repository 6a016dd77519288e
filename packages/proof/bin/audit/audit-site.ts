/**
 * Audits a site from its public data alone: the order log, the prices of every product with their checkpoints and what they
 * were made from, and every settled order of the list. It needs the site's key, and no login. One page of data is in memory at a time.
 */
import { createHash } from 'node:crypto';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { canonicalJson } from '../../src/canonical-json.ts';
import { mayStillSign, traceKeys } from '../../src/key-rotation.ts';
import type { TracedKey } from '../../src/key-rotation.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import type { LogReader } from '../site/log-reader.ts';
import { DataMalformed, WALLETS } from '../site/public-data.ts';
import type { PublicData, PublicProduct, Wallet } from '../site/public-data.ts';
import { SiteUnreachable } from '../site/site-client.ts';
import type { AuditState, ChainState, DayState } from './audit-state.ts';
import { createHeadCheck } from './check-heads.ts';
import { collectFindings } from './findings.ts';
import type { Finding, Findings } from './findings.ts';
import { followChain } from './follow-chain.ts';
import { followCheckpoints } from './follow-checkpoints.ts';
import { followLog } from './follow-log.ts';
import { followPath } from './follow-path.ts';
import type { FollowedPath } from './follow-path.ts';
import { resettle } from './resettle-orders.ts';
import { createTickPages, keepAnchors, TicksDiffer } from './tick-pages.ts';
import type { Anchors } from './tick-pages.ts';

const DAY_MS = 86_400_000;
const DAY_SEC = 86_400;
/** Final days whose list is read again, to see that it stayed. */
const FINAL_DAYS = 2;

export type AuditDeps = {
  readonly data: PublicData;
  readonly reader: LogReader;
  /** Those that the auditor knows to be the site's. Later keys are followed from them. */
  readonly keys: readonly TracedKey[];
  readonly nowMs: () => number;
  /** How far back a first audit reads. */
  readonly firstDays: number;
};

export type ProductAudit = {
  readonly product: string;
  readonly ticks: number;
  readonly checkpoints: number;
  readonly toSeq: number;
  /** Prices whose sources were compared. */
  readonly sources: number;
  /** What was said of simulated prices; null if they could not be read. */
  readonly simulated: FollowedPath['simulated'] | null;
};

export type AuditResult = {
  readonly log: TreeHead | null;
  readonly entries: number;
  readonly products: readonly ProductAudit[];
  readonly orders: { readonly right: number; readonly wrong: number; readonly unseen: number };
  readonly findings: readonly Finding[];
  readonly findingsCount: number;
  /** Why the site could not be read to the end; null if it was. */
  readonly unreachable: string | null;
  readonly state: AuditState;
};

type Run = AuditDeps & { readonly findings: Findings; readonly anchors: Anchors };

type Progress = {
  state: AuditState;
  log: TreeHead | null;
  entries: number;
  readonly products: ProductAudit[];
  readonly orders: { right: number; wrong: number; unseen: number };
};

/** What is wrong with the site is in the findings. What was right is in the new state, also if the site went away. */
export async function auditSite(deps: AuditDeps, state: AuditState): Promise<AuditResult> {
  const run = { ...deps, findings: collectFindings(), anchors: keepAnchors() };
  const progress: Progress = { state, log: null, entries: 0, products: [], orders: { right: 0, wrong: 0, unseen: 0 } };
  let unreachable: string | null = null;
  try {
    await runAll(run, progress);
  } catch (error) {
    if (!(error instanceof SiteUnreachable)) throw error;
    unreachable = error.message;
  }
  const { kept, count } = run.findings;
  return { ...progress, findings: kept, findingsCount: count(), unreachable };
}

async function runAll(run: Run, progress: Progress): Promise<void> {
  const introductions = (await ifReadable(run, async () => await run.data.readIntroductions())) ?? [];
  const keys = await traceKeys(run.keys, introductions, nodeCrypto);
  const readAt = run.nowMs();
  const served = await run.reader.readCheckpoint(keys.filter((key) => mayStillSign(key, readAt)));
  if (served.ok) {
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
    }
  } else run.findings.add('LOG_HEAD', served.problem);
  const head = served.ok ? served.head : null;
  const products = (await ifReadable(run, async () => await run.data.readProducts())) ?? [];
  await auditChains(run, progress, { products, keys, head, readAt });
  await auditOrders(run, progress, new Map(products.map(({ code, lastSeq }) => [code, lastSeq])));
}

type Chains = {
  readonly products: readonly PublicProduct[];
  readonly keys: readonly TracedKey[];
  readonly head: TreeHead | null;
  readonly readAt: number;
};

async function auditChains(run: Run, progress: Progress, { products, keys, head, readAt }: Chains): Promise<void> {
  const checkHead = head === null ? async () => true : createHeadCheck(run.reader, head);
  const logSize = head?.size ?? Number.MAX_SAFE_INTEGER;
  for (const { product } of progress.state.chains) {
    if (!products.some(({ code }) => code === product)) run.findings.add('CHAIN_SHORTER', product);
  }
  for (const { code: product, lastSeq } of products) {
    await ifReadable(run, async () => {
      const before = progress.state.chains.find((chain) => chain.product === product) ?? null;
      if (before !== null && lastSeq < before.seq)
        return run.findings.add('CHAIN_SHORTER', `${product}, price ${lastSeq}`);
      const sinceMs = before?.at ?? readAt - run.firstDays * DAY_MS;
      const from = { product, hour: before?.hour ?? null, sinceMs };
      const signed = await followCheckpoints(run.data, from, keys, run.findings);
      const hashes = signed?.hashes ?? new Map<bigint, string>();
      if (before !== null && (hashes.get(BigInt(before.seq)) ?? before.hash) !== before.hash)
        return run.findings.add('CHECKPOINT_DIFFERS', `${product}, price ${before.seq}`);
      const fromSeq = Math.max(1, lastSeq - run.firstDays * DAY_SEC + 1);
      const { findings, anchors, data } = run;
      const { last, ticks } = await followChain(
        { data, findings, checkHead, logSize, readAt, signed: hashes, onTick: anchors.add },
        { product, before, fromSeq, toSeq: lastSeq },
      );
      const hour = signed === null ? (before?.hour ?? null) : signed.hour;
      const fromPath = before?.pathSeq ?? fromSeq;
      const next = last === null ? before && { ...before, hour } : stateOf(last, hour, fromPath);
      if (next !== null) progress.state = { ...progress.state, chains: withChain(progress.state.chains, next) };
      // Those of one that was followed, though what they were made from cannot be read.
      const audited = { product, ticks, checkpoints: signed?.count ?? 0, toSeq: next?.seq ?? 0 };
      progress.products.push({ ...audited, sources: 0, simulated: null });
      if (next === null) return;
      const path = await followPath({ data, findings }, { product, fromSeq: fromPath, newest: next, readAt });
      progress.products[progress.products.length - 1] = {
        ...audited,
        sources: path.sources,
        simulated: path.simulated,
      };
      const moved = { ...next, pathSeq: path.pathSeq };
      progress.state = { ...progress.state, chains: withChain(progress.state.chains, moved) };
    });
  }
}

function stateOf(
  tick: Awaited<ReturnType<typeof followChain>>['last'] & {},
  hour: string | null,
  pathSeq: number,
): ChainState {
  const { product, seq, at, hash, epoch, log } = tick;
  const head = log === null ? null : { size: Number(log.size), root: log.root };
  return { product, seq: Number(seq), at, hash, epoch, log: head, pathSeq, hour };
}

function withChain(chains: readonly ChainState[], next: ChainState): ChainState[] {
  return [...chains.filter(({ product }) => product !== next.product), next];
}

async function auditOrders(run: Run, progress: Progress, lastSeqs: ReadonlyMap<string, number>): Promise<void> {
  const site = await ifReadable(run, async () => await run.data.readSite());
  if (site === null) return;
  const today = todayOf(site.timeZone, run.nowMs());
  if (today === null) return run.findings.add('MALFORMED', 'the time zone of the site');
  for (const wallet of WALLETS.filter((name) => name === 'practice' || site.mode === 'live')) {
    const known = progress.state.days.filter((day) => day.wallet === wallet);
    const open = known.find(({ final }) => !final)?.date;
    const firstNew = open === undefined ? today - run.firstDays : Date.parse(`${open}T00:00:00.000Z`) / DAY_MS;
    const dates = new Set(known.map(({ date }) => date));
    for (let day = Math.max(firstNew, today - 4_000); day <= today; day += 1) dates.add(dateText(day));
    for (const date of [...dates].toSorted()) {
      await ifReadable(run, async () => await auditDay(run, progress, { wallet, date, lastSeqs }));
    }
  }
}

type Day = { readonly wallet: Wallet; readonly date: string; readonly lastSeqs: ReadonlyMap<string, number> };

async function auditDay(run: Run, progress: Progress, { wallet, date, lastSeqs }: Day): Promise<void> {
  const known = progress.state.days.find((day) => day.wallet === wallet && day.date === date);
  const pages = createTickPages(run.data, lastSeqs, run.anchors);
  const digest = createHash('sha256');
  let isFinal = false;
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<PublicData['readOrders']>> = await run.data.readOrders(wallet, date, cursor);
    isFinal = page.final;
    for (const order of page.items) {
      digest.update(`${canonicalJson(order)}\n`);
      if (known?.final === true) continue;
      try {
        const verdict = await resettle(order, pages);
        progress.orders[VERDICT_COUNTS[verdict]] += 1;
        if (verdict === 'WRONG') run.findings.add('ORDER', `${wallet}, ${date}, ${order.ref}`);
      } catch (error) {
        if (!(error instanceof TicksDiffer)) throw error;
        run.findings.add('TICKS_DIFFER', error.message);
      }
    }
    if (page.nextCursor === null || page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  }
  const next: DayState = { wallet, date, final: isFinal, digest: digest.digest('hex') };
  if (known?.final === true) {
    if (known.digest !== next.digest || !isFinal) run.findings.add('LIST_CHANGED', `${wallet}, ${date}`);
    return;
  }
  progress.state = { ...progress.state, days: withDay(progress.state.days, next) };
}

const VERDICT_COUNTS = { RIGHT: 'right', WRONG: 'wrong', UNSEEN: 'unseen' } as const;

/** Of each wallet all open days, and the newest final ones. */
function withDay(days: readonly DayState[], next: DayState): DayState[] {
  const all = [...days.filter(({ wallet, date }) => wallet !== next.wallet || date !== next.date), next];
  const sorted = all.toSorted((one, other) => one.date.localeCompare(other.date));
  return WALLETS.flatMap((wallet) => {
    const own = sorted.filter((day) => day.wallet === wallet);
    const finals = own.filter(({ final }) => final).slice(-FINAL_DAYS);
    return own.filter((day) => !day.final || finals.includes(day));
  });
}

/** The site's own date, in days since 1970; null if it names no time zone. */
function todayOf(timeZone: string, nowMs: number): number | null {
  try {
    return localDay(timeZone, nowMs);
  } catch {
    return null;
  }
}

async function ifReadable<T>({ findings }: Run, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DataMalformed)) throw error;
    findings.add('MALFORMED', error.message);
    return null;
  }
}
