/**
 * Simulated prices that can be checked. The simulator draws a seed for each UTC day and names its commitment, the hash of the
 * seed, as a source of the first ticks of that day. The seed is published after the day. Then every price of the day
 * follows from the price before it.
 */
import { assert } from '@candor/domain/assert';
import { simulatedPrice } from '@candor/domain/market/simulated-price';
import type { Chance } from '@candor/domain/market/simulated-price';
import type { Price } from '@candor/domain/price';
import type { TickStatus } from '@candor/domain/trading/tick';
import type { ProofCrypto } from './crypto-port.ts';
import { utf8 } from './encoding.ts';
import { isHash, isLine, isoText } from './lines.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SOURCE = 'simulator';
const NAMED = /^simulator:([0-9a-f]{64}):([1-9]\d{0,8})$/;

/** The text whose hash is the commitment. A seed is 32 bytes, hex. */
export function seedText(seed: string): string {
  assert(isHash(seed), 'a seed is 64 hex digits');
  return `candor-simulator-seed-v1\n${seed}\n`;
}

/** The texts whose hashes are the chance of a second (`at`, epoch ms). */
export function chanceTexts(seed: string, product: string, at: number): Readonly<Record<keyof Chance, string>> {
  assert(isHash(seed) && isLine(product), 'a seed is 64 hex digits, a product one line');
  const text = (span: keyof Chance, moment: number) =>
    `candor-simulated-price-v1\n${seed}\n${product}\n${span}\n${isoText(moment)}\n`;
  return {
    second: text('second', at),
    minute: text('minute', Math.floor(at / MINUTE_MS) * MINUTE_MS),
    hour: text('hour', Math.floor(at / HOUR_MS) * HOUR_MS),
  };
}

/** What a tick names as its source when it names the day's commitment (hex) and how much the product moves in a second. */
export type SimulatorSource = { readonly commitment: string; readonly deviationPpb: bigint };

export function simulatorSourceText({ commitment, deviationPpb }: SimulatorSource): string {
  const text = `${SOURCE}:${commitment}:${deviationPpb}`;
  assert(NAMED.test(text), 'a commitment is 64 hex digits, a deviation a count');
  return text;
}

/** Null if the source of a tick names no commitment. */
export function parseSimulatorSource(source: string): SimulatorSource | null {
  const [, commitment, deviation] = NAMED.exec(source) ?? [];
  return commitment === undefined || deviation === undefined ? null : { commitment, deviationPpb: BigInt(deviation) };
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
 * PRICE_DIFFERS: the seed gives another price. SEED_CHANGED: a leader named another commitment, or another deviation, on the
 * same day. SEED_UNNAMED: a leader began a day without naming a commitment. NOT_REPEATED: a tick that is not OK, of whatever feed,
 * has another price than the tick before it.
 */
export type PathProblem = 'PRICE_DIFFERS' | 'SEED_CHANGED' | 'SEED_UNNAMED' | 'NOT_REPEATED';

export type PathReport = {
  /** Prices that follow from the price before and the seed. */
  readonly checked: number;
  /** Prices whose seed is not published: the day is not over, or the process that drew it was killed. */
  readonly unrevealed: number;
  /** Prices before the first commitment that these ticks name. */
  readonly unnamed: number;
  /** How often a leader began with a seed. The first price of each cannot be checked: the seed was drawn before it alone. */
  readonly begun: number;
  readonly problems: readonly { readonly seq: bigint; readonly problem: PathProblem }[];
};

type Run = SimulatorSource & { readonly day: number; readonly epoch: bigint };

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
  crypto: Pick<ProofCrypto, 'sha256'>,
): Promise<PathReport> {
  const check = openPathCheck({ product, seeds, crypto });
  const problems: { seq: bigint; problem: PathProblem }[] = [];
  for (const tick of ticks) for (const problem of await check.add(tick)) problems.push({ seq: tick.seq, problem });
  return { ...check.counts(), problems };
}

/** @param before the tick before the first, if it is known; it is not judged. `seeds` may grow while the check runs. */
export function openPathCheck({
  product,
  seeds,
  crypto,
  before: first,
}: {
  readonly product: string;
  readonly seeds: ReadonlyMap<string, string>;
  readonly crypto: Pick<ProofCrypto, 'sha256'>;
  readonly before?: PathTick;
}): PathCheck {
  let [checked, unrevealed, unnamed, begun] = [0, 0, 0, 0];
  let run: Run | null = first?.feed === 'simulated' ? runOf(first) : null;
  let before = first;
  let lastOne = first?.feed === 'simulated' ? first : undefined;

  const judge = async (tick: PathTick, previous: PathTick | undefined): Promise<PathProblem[]> => {
    if (previous !== undefined && tick.status !== 'OK' && tick.price !== previous.price) return ['NOT_REPEATED'];
    if (tick.feed !== 'simulated') return [];
    const problems: PathProblem[] = [];
    const day = Math.floor(tick.at / DAY_MS);
    const begins = lastOne !== undefined && (Math.floor(lastOne.at / DAY_MS) !== day || lastOne.epoch !== tick.epoch);
    lastOne = tick;
    const named = runOf(tick);
    const last: Run | null = run?.day === day && run.epoch === tick.epoch ? run : null;
    run = named ?? last;
    if (last !== null && named !== null && !isSame(last, named)) problems.push('SEED_CHANGED');
    if (begins && named === null) problems.push('SEED_UNNAMED');
    if (begins && named !== null) begun += 1;
    if (tick.status !== 'OK') return problems;
    if (run === null) unnamed += 1;
    if (run === null || last === null || previous === undefined) return problems;
    const seed = seeds.get(run.commitment);
    if (seed === undefined) unrevealed += 1;
    else if ((await nextPrice(seed, product, tick.at, previous.price, run.deviationPpb, crypto)) === tick.price)
      checked += 1;
    else problems.push('PRICE_DIFFERS');
    return problems;
  };

  return {
    add: async (tick) => {
      const previous = before;
      before = tick;
      return await judge(tick, previous);
    },
    counts: () => ({ checked, unrevealed, unnamed, begun }),
  };
}

/** What the tick names; null if it names nothing. */
function runOf({ at, epoch, sources }: PathTick): Run | null {
  const named = sources.map(parseSimulatorSource).find((source) => source !== null);
  return named === undefined ? null : { ...named, day: Math.floor(at / DAY_MS), epoch };
}

function isSame(a: SimulatorSource, b: SimulatorSource): boolean {
  return a.commitment === b.commitment && a.deviationPpb === b.deviationPpb;
}

async function nextPrice(
  seed: string,
  product: string,
  at: number,
  before: Price,
  deviationPpb: bigint,
  { sha256 }: Pick<ProofCrypto, 'sha256'>,
): Promise<Price> {
  const texts = chanceTexts(seed, product, at);
  const [second, minute, hour] = await Promise.all([
    sha256(utf8(texts.second)),
    sha256(utf8(texts.minute)),
    sha256(utf8(texts.hour)),
  ]);
  return simulatedPrice(before, deviationPpb, { second, minute, hour });
}
