/**
 * Follows the prices of one product: each continues the one before it, has the hash of its text, and names a head of the
 * order log that is one of the log. Signed checkpoints name the same prices.
 */
import { toHex } from '../../src/encoding.ts';
import { canonicalTickBytes, logLinkProblem } from '../../src/tick-chain.ts';
import { sha256 } from '../shell/node-crypto.ts';
import { LogIncomplete } from '../site/log-reader.ts';
import { TICKS_A_CALL } from '../site/public-data.ts';
import type { PublicData, PublicTick } from '../site/public-data.ts';
import type { ChainState } from './chain-state.ts';
import type { CheckHead } from './check-heads.ts';
import type { Findings } from './findings.ts';

/** A site with witnesses may show a head that is a minute old, and machines' clocks differ. */
export const AHEAD_MS_MAX = 120_000;
const SECOND_MS = 1000;

export type ChainDeps = {
  readonly data: PublicData;
  readonly findings: Findings;
  readonly checkHead: CheckHead;
  /** The size of the signed head, and when it was read. */
  readonly logSize: number;
  readonly readAt: number;
  /** The hashes that checkpoints name. */
  readonly signed: ReadonlyMap<bigint, string>;
  /** Hears of every price that was checked. */
  readonly onTick: (tick: PublicTick) => void;
};

/** The prices to read: those after `before`, or from `fromSeq` on if there is none. */
export type ChainSpan = {
  readonly product: string;
  readonly before: ChainState | null;
  readonly fromSeq: number;
  readonly toSeq: number;
};

export type FollowedChain = {
  readonly last: PublicTick | null;
  readonly ticks: number;
  /** Whether nothing that was asked for is left. */
  readonly isWhole: boolean;
};

/** Ends before the first price that is wrong, and before those that need a newer log. @throws SiteUnreachable, DataMalformed */
export async function followChain(
  deps: ChainDeps,
  { product, before, fromSeq, toSeq }: ChainSpan,
): Promise<FollowedChain> {
  let last: Link | null = before === null ? null : linkOf(before);
  let newest: PublicTick | null = null;
  let ticks = 0;
  for (let seq = before === null ? fromSeq : before.seq + 1; seq <= toSeq; seq += TICKS_A_CALL) {
    const end = Math.min(toSeq, seq + TICKS_A_CALL - 1);
    const page = await deps.data.readTicks(product, seq, end);
    for (const [index, tick] of page.entries()) {
      const verdict = tick.seq === BigInt(seq + index) ? await judge(deps, product, last, tick) : 'TICKS_MISSING';
      if (verdict === 'LATER') return { last: newest, ticks, isWhole: false };
      if (verdict !== null) {
        deps.findings.add(verdict, `${product}, price ${seq + index}`);
        return { last: newest, ticks, isWhole: false };
      }
      deps.onTick(tick);
      [last, newest, ticks] = [tick, tick, ticks + 1];
    }
    if (page.length < end - seq + 1) {
      deps.findings.add('TICKS_MISSING', `${product}, price ${seq + page.length}`);
      return { last: newest, ticks, isWhole: false };
    }
  }
  return { last: newest, ticks, isWhole: true };
}

type Link = Pick<ChainState, 'hash' | 'at' | 'epoch'> & Pick<PublicTick, 'log'>;

function linkOf({ hash, at, epoch, log }: ChainState): Link {
  return { hash, at, epoch, log: log === null ? null : { size: BigInt(log.size), root: log.root } };
}

async function judge(
  { checkHead, logSize, readAt, signed }: ChainDeps,
  product: string,
  last: Link | null,
  tick: PublicTick,
): Promise<Parameters<Findings['add']>[0] | 'LATER' | null> {
  const { hash, prevHash, at, epoch, log } = tick;
  if (tick.product !== product || at % SECOND_MS !== 0) return 'CHAIN_BROKEN';
  if (last !== null && (prevHash !== last.hash || at <= last.at || epoch < last.epoch)) return 'CHAIN_BROKEN';
  if (toHex(sha256(canonicalTickBytes(tick))) !== hash) return 'CHAIN_BROKEN';
  const named = signed.get(tick.seq);
  if (named !== undefined && named !== hash) return 'CHECKPOINT_DIFFERS';
  const problem = last === null ? null : logLinkProblem(last, tick);
  if (problem !== null) return `TICK_${problem}`;
  if (log === null) return null;
  if (log.size > BigInt(logSize)) return at < readAt - AHEAD_MS_MAX ? 'TICK_LOG_AHEAD' : 'LATER';
  try {
    return (await checkHead({ size: Number(log.size), root: log.root })) ? null : 'TICK_LOG';
  } catch (error) {
    if (error instanceof LogIncomplete) return 'LOG_INCOMPLETE';
    throw error;
  }
}
