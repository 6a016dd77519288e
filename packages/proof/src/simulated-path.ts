/**
 * Simulated prices that can be checked. The simulator has a seed for each UTC day and names its commitment, the hash of the
 * seed, as a source of the first ticks of that day. The seed is published after the day. Then every price of the day
 * follows from the price before it.
 */
import { assert } from '@candor/domain/assert';
import { simulatedPrice } from '@candor/domain/market/simulated-price';
import type { Chance } from '@candor/domain/market/simulated-price';
import { price } from '@candor/domain/price';
import type { Price } from '@candor/domain/price';
import type { TickStatus } from '@candor/domain/trading/tick';
import type { ProofCrypto } from './crypto-port.ts';
import { roundOfSecond } from './beacon.ts';
import type { BeaconRound } from './beacon.ts';
import { fromHex, toHex, utf8 } from './encoding.ts';
import { isHash, isLine, isoText } from './lines.ts';
import { parseSimulatorSource } from './simulator-source.ts';
import type { ParsedSource, SimulatorSource } from './simulator-source.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The text whose hash is the commitment. A seed is 32 bytes, hex. */
export function seedText(seed: string): string {
  assert(isHash(seed), 'a seed is 64 hex digits');
  return `candor-simulator-seed-v1\n${seed}\n`;
}

/**
 * The texts whose hashes are the chance of a second (`at`, epoch ms).
 * @param randomness of the round that the second takes (hex): nobody knew it when the day's seed was fixed
 */
export function chanceTexts(
  seed: string,
  product: string,
  at: number,
  randomness: string | null = null,
): Readonly<Record<keyof Chance, string>> {
  assert(isHash(seed) && isLine(product), 'a seed is 64 hex digits, a product one line');
  assert(randomness === null || isHash(randomness), 'randomness is 64 hex digits');
  const text = (span: keyof Chance, moment: number) =>
    `candor-simulated-price-v1\n${seed}\n${product}\n${span}\n${isoText(moment)}\n`;
  return {
    second:
      randomness === null
        ? text('second', at)
        : `candor-simulated-price-v2\n${seed}\n${product}\nsecond\n${isoText(at)}\n${randomness}\n`,
    minute: text('minute', Math.floor(at / MINUTE_MS) * MINUTE_MS),
    hour: text('hour', Math.floor(at / HOUR_MS) * HOUR_MS),
  };
}

/** After a longer pause only so many seconds are walked. */
export const WALKED_SECONDS_MAX = 900;

/**
 * The seconds (epoch ms) by which a price of version 2 moves: all after the last valid price, so that a second without a price
 * steers nothing.
 * @param okAt the moment of the last valid price; null if it is longer ago than a walk goes back
 */
export function walkedSeconds(okAt: number | null, at: number): number[] {
  const oldest = at - (WALKED_SECONDS_MAX - 1) * SECOND_MS;
  const from = okAt === null ? oldest : Math.max(oldest, okAt + SECOND_MS);
  return Array.from({ length: Math.round((at - from) / SECOND_MS) + 1 }, (_, index) => from + index * SECOND_MS);
}

/** A published tick with the names of its sources. */
export type PathTick = {
  readonly seq: bigint;
  /** Epoch ms. */
  readonly at: number;
  readonly price: Price;
  readonly status: TickStatus;
  readonly feed: string;
  readonly epoch: bigint;
  readonly sources: readonly string[];
};

/**
 * PRICE_DIFFERS: the seed gives another price. SEED_CHANGED: another commitment, or another deviation, was named on the same
 * day (in version 1 by the same leader), or a simulator of version 1 after one of version 2. SEED_UNNAMED: a day began without a
 * commitment, in version 1 also a leader. NOT_REPEATED: a tick that is not OK, of whatever feed, has another price than the tick
 * before it. ROUND_WRONG: the tick names another round of public randomness than that of its second, or one that the network did not
 * sign. ROUND_RESUMED: it names one, and the tick before, in the same minute, none.
 */
export type PathProblem =
  | 'PRICE_DIFFERS'
  | 'SEED_CHANGED'
  | 'SEED_UNNAMED'
  | 'NOT_REPEATED'
  | 'ROUND_WRONG'
  | 'ROUND_RESUMED';

export type PathReport = {
  /** Prices that follow from the price before and the seed. */
  readonly checked: number;
  /** Prices whose seed is not published: the day is not over, or, in version 1, the process that drew it was killed. */
  readonly unrevealed: number;
  /** Of these the ones of version 2: a site can always publish their seeds, however its processes ended. */
  readonly withheld: number;
  /** Prices before the first commitment that these ticks name. */
  readonly unnamed: number;
  /** Prices that cannot be checked: the first of a chain; in version 1 the first of each leader, too. */
  readonly begun: number;
  /** Prices without public randomness: whoever knows the seed could know them. */
  readonly foreseeable: number;
  readonly problems: readonly { readonly seq: bigint; readonly problem: PathProblem }[];
};

/** Without `verifyRound` the rounds are believed: it loads a library (`verify-round.ts`). */
export type PathCrypto = Pick<ProofCrypto, 'sha256'> & {
  readonly verifyRound?: (round: BeaconRound) => Promise<boolean>;
};

/** A check that is given one tick after the other, so that it needs no more memory for a longer path. */
export type PathCheck = {
  /** Takes the next tick; there is no gap between two. Returns what is wrong with it. */
  readonly add: (tick: PathTick) => Promise<PathProblem[]>;
  readonly counts: () => Omit<PathReport, 'problems'>;
};

/**
 * Checks the simulated prices of a product.
 * @param ticks without gaps, oldest first; `seeds`: the published seeds by the commitments that they hash to (the caller hashes).
 */
export async function checkSimulatedPath(
  product: string,
  ticks: readonly PathTick[],
  seeds: ReadonlyMap<string, string>,
  crypto: PathCrypto,
): Promise<PathReport> {
  const check = openPathCheck({ product, seeds, crypto });
  const problems: { seq: bigint; problem: PathProblem }[] = [];
  for (const tick of ticks) for (const problem of await check.add(tick)) problems.push({ seq: tick.seq, problem });
  return { ...check.counts(), problems };
}

/** What earlier ticks named, and which of them was the last of its kind. */
type Known = {
  readonly run: (SimulatorSource & { readonly day: number; readonly epoch: bigint; readonly version: number }) | null;
  readonly simulated: (Pick<PathTick, 'at' | 'epoch'> & { readonly round: BeaconRound | null }) | null;
  readonly version: number;
  readonly before: PathTick | undefined;
  /** The moment of the last valid price, of whatever feed. */
  readonly okAt: number | null;
};

/** @param before the tick before the first, if it is known; it is not judged. `seeds` may grow while the check runs. */
export function openPathCheck({
  product,
  seeds,
  crypto,
  before,
}: {
  readonly product: string;
  readonly seeds: ReadonlyMap<string, string>;
  readonly crypto: PathCrypto;
  readonly before?: PathTick;
}): PathCheck {
  const counts = { checked: 0, unrevealed: 0, withheld: 0, unnamed: 0, begun: 0, foreseeable: 0 };
  let known: Known = { run: null, simulated: null, version: 1, before: undefined, okAt: null };
  if (before !== undefined) {
    known = after(known, before);
    if (isFirstEver(before, known)) counts.begun += 1;
  }

  const judge = async (tick: PathTick, last: Known, now: Known): Promise<PathProblem[]> => {
    const previous = last.before;
    if (previous !== undefined && tick.status !== 'OK' && tick.price !== previous.price) return ['NOT_REPEATED'];
    if (tick.feed !== 'simulated') return [];
    const problems: PathProblem[] = [];
    const source = sourceOf(tick);
    const begins = last.simulated !== null && isBeginning(last.simulated, tick, now.version);
    if (isChanged(last, tick, source)) problems.push('SEED_CHANGED');
    if (begins && (source?.named ?? null) === null) problems.push('SEED_UNNAMED');
    const round = source?.round ?? null;
    const roundProblem = round === null ? null : await roundProblemOf(round, tick, last.simulated, crypto);
    if (roundProblem !== null) problems.push(roundProblem);
    if (round === null && tick.status === 'OK') counts.foreseeable += 1;
    if (isFirstEver(tick, now) || (begins && source?.named && now.version === 1)) counts.begun += 1;
    if (tick.status !== 'OK') return problems;
    const { run } = now;
    if (run === null) counts.unnamed += 1;
    const isFree = previous === undefined || (now.version === 1 && (last.run === null || !isSameRun(last.run, tick)));
    // What was not valid before the first tick that is known may have been longer ago.
    const isUnknown = now.version === 2 && last.okAt === null;
    if (run === null || isFree || isUnknown) return problems;
    const seed = seeds.get(run.commitment);
    if (seed === undefined) {
      counts.unrevealed += 1;
      if (run.version === 2) counts.withheld += 1;
    } else if (
      (await nextPrice({ seed, product, crypto, run, round }, previous.price, tick.at, last.okAt)) === tick.price
    )
      counts.checked += 1;
    else problems.push('PRICE_DIFFERS');
    return problems;
  };

  return {
    add: async (tick) => {
      const last = known;
      known = after(last, tick);
      return await judge(tick, last, known);
    },
    counts: () => ({ ...counts }),
  };
}

/** What is known after a tick. */
function after(last: Known, tick: PathTick): Known {
  const moved = { ...last, before: tick, okAt: tick.status === 'OK' ? tick.at : last.okAt };
  if (tick.feed !== 'simulated') return moved;
  const source = sourceOf(tick);
  const version = Math.max(last.version, source?.version ?? 1);
  const named = source?.named ?? null;
  const isOn = last.run !== null && last.run.version === version && isSameRun(last.run, tick);
  const run = named === null ? (isOn ? last.run : null) : { ...named, version, day: dayOf(tick), epoch: tick.epoch };
  return { ...moved, run, version, simulated: { at: tick.at, epoch: tick.epoch, round: source?.round ?? null } };
}

/** Whether what a tick named holds for another: on the same day, in version 1 under the same leader. */
function isSameRun(run: NonNullable<Known['run']>, tick: PathTick): boolean {
  return run.day === dayOf(tick) && (run.version === 2 || run.epoch === tick.epoch);
}

function isBeginning(last: Pick<PathTick, 'at' | 'epoch'>, tick: PathTick, version: number): boolean {
  return dayOf(last) !== dayOf(tick) || (version === 1 && last.epoch !== tick.epoch);
}

function isFirstEver(tick: PathTick, { version }: Known): boolean {
  return tick.seq === 1n && tick.feed === 'simulated' && version === 2;
}

/** A tick has one round and no other, so that nobody chooses among them, and rounds begin again only with a minute. */
async function roundProblemOf(
  round: BeaconRound,
  tick: PathTick,
  last: Known['simulated'],
  { verifyRound }: PathCrypto,
): Promise<'ROUND_WRONG' | 'ROUND_RESUMED' | null> {
  if (round.round !== roundOfSecond(tick.at)) return 'ROUND_WRONG';
  const isSameMinute = last !== null && Math.floor(last.at / MINUTE_MS) === Math.floor(tick.at / MINUTE_MS);
  if (isSameMinute && last.round === null) return 'ROUND_RESUMED';
  return verifyRound === undefined || (await verifyRound(round)) ? null : 'ROUND_WRONG';
}

/** The day on which a site begins with version 2 may have two commitments. It never goes back. */
function isChanged(last: Known, tick: PathTick, source: ParsedSource | null): boolean {
  if (source !== null && source.version < last.version) return true;
  const { run } = last;
  const named = source?.named ?? null;
  if (run === null || named === null || !isSameRun(run, tick) || run.version !== source?.version) return false;
  return named.commitment !== run.commitment || named.deviationPpb !== run.deviationPpb;
}

function sourceOf({ sources }: PathTick): ParsedSource | null {
  return sources.map(parseSimulatorSource).find((source) => source !== null) ?? null;
}

function dayOf({ at }: { readonly at: number }): number {
  return Math.floor(at / DAY_MS);
}

async function nextPrice(
  {
    seed,
    product,
    crypto: { sha256 },
    run,
    round,
  }: {
    readonly seed: string;
    readonly product: string;
    readonly crypto: PathCrypto;
    readonly run: NonNullable<Known['run']>;
    readonly round: BeaconRound | null;
  },
  before: Price,
  at: number,
  okAt: number | null,
): Promise<Price> {
  const randomness = round === null ? null : toHex(await sha256(fromHex(round.signature) ?? utf8('')));
  let now = before > 0n ? before : price(1n);
  for (const second of run.version === 1 ? [at] : walkedSeconds(okAt, at)) {
    const texts = chanceTexts(seed, product, second, randomness);
    const [ofSecond, minute, hour] = await Promise.all([
      sha256(utf8(texts.second)),
      sha256(utf8(texts.minute)),
      sha256(utf8(texts.hour)),
    ]);
    now = simulatedPrice(now, run.deviationPpb, { second: ofSecond, minute, hour });
  }
  return now;
}
