/** The part of an audit that follows the prices of every product: those that the site lists, and those that it listed before. */
import type { TracedKey } from '../../src/key-rotation.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import type { LogReader } from '../site/log-reader.ts';
import type { PublicData, PublicProduct, PublicTick } from '../site/public-data.ts';
import { DataMalformed } from '../site/read-answer.ts';
import type { AuditState } from './audit-state.ts';
import type { ChainState } from './chain-state.ts';
import type { SeenSessions } from './check-sessions.ts';
import { createHeadCheck } from './check-heads.ts';
import type { Findings } from './findings.ts';
import { followChain } from './follow-chain.ts';
import { followCheckpoints } from './follow-checkpoints.ts';
import type { FollowedPrices } from './follow-list.ts';
import { followPath } from './follow-path.ts';
import type { FollowedPath } from './follow-path.ts';
import type { SeenHeads } from './heads-seen.ts';
import { ifReadable } from './if-readable.ts';
import type { Anchors } from './tick-pages.ts';

const DAY_MS = 86_400_000;
const DAY_SEC = 86_400;

export type ProductAudit = {
  readonly product: string;
  /** Whether the site still has it among its products. */
  readonly isListed: boolean;
  readonly ticks: number;
  readonly checkpoints: number;
  readonly toSeq: number;
  /** Prices whose sources were compared. */
  readonly sources: number;
  /** What was said of simulated prices; null if they could not be read. */
  readonly simulated: FollowedPath['simulated'] | null;
};

type Run = {
  readonly data: PublicData;
  readonly reader: LogReader;
  readonly findings: Findings;
  readonly anchors: Anchors;
  readonly heads: SeenHeads;
  readonly firstDays: number;
};

type Progress = { state: AuditState; readonly products: ProductAudit[] };

type Context = { readonly keys: readonly TracedKey[]; readonly head: TreeHead | null; readonly readAt: number };

/** How far the prices of each product were followed. */
export type FollowedChains = {
  /** Those that the site lists, and those that an audit followed before. @throws SiteUnreachable */
  readonly followAll: (listed: readonly PublicProduct[]) => Promise<void>;
  /** Of any product: one that is not listed is followed when it is asked for. Null if the site has no prices of it. @throws SiteUnreachable */
  readonly pricesOf: (product: string) => Promise<FollowedPrices | null>;
  readonly lastSeqOf: (product: string) => number;
  readonly products: () => readonly string[];
};

export function openChains(run: Run, progress: Progress, { keys, head, readAt }: Context): FollowedChains {
  const { findings, data } = run;
  const followed = new Map<string, FollowedPrices | null>();
  const checkHead = head === null ? async () => true : createHeadCheck(run.reader, head);
  const logSize = head?.size ?? Number.MAX_SAFE_INTEGER;

  const follow = async ({ code: product, lastSeq, isAlwaysOpen }: PublicProduct, isListed: boolean): Promise<void> => {
    followed.set(product, { seq: 0, at: null, isWhole: false });
    await ifReadable(findings, async () => {
      const before = progress.state.chains.find((chain) => chain.product === product) ?? null;
      if (before !== null && lastSeq < before.seq) return findings.add('CHAIN_SHORTER', `${product}, price ${lastSeq}`);
      const sinceMs = before?.at ?? readAt - run.firstDays * DAY_MS;
      const from = { product, hour: before?.hour ?? null, sinceMs };
      const signed = await followCheckpoints(data, from, keys, findings);
      const hashes = signed?.hashes ?? new Map<bigint, string>();
      if (before !== null && (hashes.get(BigInt(before.seq)) ?? before.hash) !== before.hash)
        return findings.add('CHECKPOINT_DIFFERS', `${product}, price ${before.seq}`);
      const fromSeq = Math.max(1, lastSeq - run.firstDays * DAY_SEC + 1);
      const { anchors, heads } = run;
      const onTick = (tick: PublicTick): void => {
        anchors.add(tick);
        heads.add(tick);
      };
      const { last, ticks, isWhole } = await followChain(
        { data, findings, checkHead, logSize, readAt, signed: hashes, onTick },
        { product, before, fromSeq, toSeq: lastSeq },
      );
      const hour = signed === null ? (before?.hour ?? null) : signed.hour;
      const fromPath = before?.pathSeq ?? fromSeq;
      const next = last === null ? before && { ...before, hour } : stateOf(last, hour, fromPath);
      if (next !== null) progress.state = { ...progress.state, chains: withChain(progress.state.chains, next) };
      followed.set(product, { seq: next?.seq ?? 0, at: next?.at ?? null, isWhole });
      // Those of one that was followed, though what they were made from cannot be read.
      const audited = { product, isListed, ticks, checkpoints: signed?.count ?? 0, toSeq: next?.seq ?? 0 };
      progress.products.push({ ...audited, sources: 0, simulated: null });
      if (next === null) return;
      // After the prices: a calendar that was changed before them is the one that is shown.
      const shown = isListed ? await ifReadable(findings, async () => await data.readSessions(product)) : null;
      const seen = progress.state.sessions.find((each) => each.product === product) ?? null;
      const path = await followPath(
        { data, findings },
        { product, fromSeq: fromPath, newest: next, readAt, isAlwaysOpen, hours: { shown, seen } },
      );
      if (shown !== null)
        progress.state = { ...progress.state, sessions: withSessions(progress.state.sessions, { product, ...shown }) };
      progress.products[progress.products.length - 1] = {
        ...audited,
        sources: path.sources,
        simulated: path.simulated,
      };
      const moved = { ...next, pathSeq: path.pathSeq };
      progress.state = { ...progress.state, chains: withChain(progress.state.chains, moved) };
    });
  };

  /** A product that is not offered any more keeps its prices: orders were settled by them. */
  const followUnlisted = async (product: string): Promise<void> => {
    followed.set(product, null);
    const before = progress.state.chains.find((chain) => chain.product === product) ?? null;
    try {
      const known = before === null ? 0 : await lastSeqOf(data, product, before.seq);
      const lastSeq = known === 0 ? await lastSeqOf(data, product, 1) : known;
      if (before !== null || lastSeq > 0) await follow({ code: product, lastSeq, isAlwaysOpen: false }, false);
    } catch (error) {
      if (!(error instanceof DataMalformed)) throw error;
      if (before !== null) findings.add('PRODUCT_GONE', product);
    }
  };

  return {
    followAll: async (listed) => {
      for (const product of listed) await follow(product, true);
      for (const { product } of progress.state.chains) if (!followed.has(product)) await followUnlisted(product);
    },
    pricesOf: async (product) => {
      if (!followed.has(product)) await followUnlisted(product);
      return followed.get(product) ?? null;
    },
    lastSeqOf: (product) => followed.get(product)?.seq ?? 0,
    products: () => [...followed.keys()],
  };
}

/** The number of the last price of a product that the list does not name; 0 if it does not have the first one asked for. */
async function lastSeqOf(data: PublicData, product: string, from: number): Promise<number> {
  const has = async (seq: number): Promise<boolean> => (await data.readTicks(product, seq, seq)).length > 0;
  if (!(await has(from))) return 0;
  let [low, step] = [from, 1];
  while (await has(low + step)) [low, step] = [low + step, 2 * step];
  // It has `low`, and does not have `low + step`.
  for (step /= 2; step >= 1; step /= 2) if (await has(low + step)) low += step;
  return low;
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

function withSessions(known: readonly SeenSessions[], next: SeenSessions): SeenSessions[] {
  return [...known.filter(({ product }) => product !== next.product), next];
}

function withChain(chains: readonly ChainState[], next: ChainState): ChainState[] {
  return [...chains.filter(({ product }) => product !== next.product), next];
}
