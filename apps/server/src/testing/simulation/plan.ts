import { createHash } from 'node:crypto';
import type { TickStatus } from '@candor/domain/trading/tick';
import { createPrng } from './prng.ts';
import type { Prng } from './prng.ts';

/**
 * What a simulation does, step by step. It is a pure function of its seed, so the seed repeats a failed run. Answers do
 * not change it. Times are whole seconds after the virtual start.
 */
export interface SimAttempt {
  /** Each attempt of a command has its own order id, as the HTTP route gives one to each request. */
  orderId: string;
  member: number;
  key: string;
  product: string;
  direction: 'up' | 'down';
  durationSec: number;
  stake: bigint;
  wallet: 'practice' | 'cash';
  termsVersion: number | null;
}

/** Ends the backend of a transaction before its nth statement, or after COMMIT, so that the answer is lost. */
export type SimCrash = number | 'answer of commit' | null;

/** What a client would send, without its key. Equal texts are the same request. */
export function bodyOf(attempt: SimAttempt): string {
  const { product, direction, durationSec, stake, wallet, termsVersion } = attempt;
  return JSON.stringify([product, direction, durationSec, stake.toString(), wallet, termsVersion]);
}

export interface SimTerms {
  product: string;
  version: number;
  feeRate: number;
  durations: { seconds: number; payoutRate: number; minStake: number; maxStake: number }[];
}

export interface SimTick {
  product: string;
  second: number;
  price: number;
  status: TickStatus;
}

export type SimStep =
  /** The clock then stands in the last of their seconds, or so many seconds before it, as after a step back. */
  | { kind: 'ticks'; ticks: SimTick[]; second: number; behind: number }
  | { kind: 'terms'; terms: SimTerms }
  | { kind: 'freeze'; member: number; frozen: boolean }
  | { kind: 'forbid'; product: string; forbidden: boolean }
  | { kind: 'drain' }
  | {
      /** All its parts run at the same time. */
      kind: 'race';
      batches: { attempts: SimAttempt[]; crash: SimCrash }[];
      queued: SimAttempt[];
      workers: { crash: SimCrash }[];
      /** After this many milliseconds, all running transactions are ended. */
      killAfterMs: number | null;
    };

export interface SimPlan {
  balances: bigint[];
  terms: SimTerms[];
  steps: SimStep[];
}

const TRADED = ['SIMA', 'SIMB', 'SIMC'];
/** Never in session, and without a fresh tick. */
export const SHUT = 'SIMSHUT';
export const QUIET = 'SIMQUIET';
export const PRODUCTS = [...TRADED, SHUT, QUIET];
const BALANCES = [10_000_000n, 50_000n, 25_000n, 1_000_000n, 3_000n, 100_000n];
const LONGEST_SEC = 8;
const STATEMENTS_MAX = 20;

function firstTerms(product: string): SimTerms {
  return {
    product,
    version: 1,
    feeRate: product === 'SIMA' ? 100 : 0,
    durations: [1, 5, LONGEST_SEC].map((seconds) => ({
      seconds,
      payoutRate: 8500,
      minStake: 1000,
      maxStake: 5_000_000,
    })),
  };
}

export function makePlan(seed: number, rounds: number): SimPlan {
  const random = createPrng(seed);
  const terms = new Map(PRODUCTS.map((product) => [product, firstTerms(product)]));
  const plan: SimPlan = { balances: BALANCES, terms: [...terms.values()], steps: [] };
  const market = createMarket(random);
  const sent: SimAttempt[] = [];
  plan.steps.push(market.next(3));
  for (let round = 0; round < rounds; round += 1) {
    plan.steps.push({ ...market.next(1 + random.below(3)), behind: random.chance(0.2) ? 1 + random.below(4) : 0 });
    if (random.chance(0.1)) plan.steps.push({ kind: 'terms', terms: changeTerms(random, terms) });
    if (random.chance(0.08))
      plan.steps.push({ kind: 'freeze', member: random.below(BALANCES.length), frozen: random.chance(0.2) });
    if (random.chance(0.08))
      plan.steps.push({ kind: 'forbid', product: random.pick(TRADED), forbidden: random.chance(0.15) });
    plan.steps.push(random.chance(0.15) ? { kind: 'drain' } : makeRace(random, sent));
  }
  // All placed orders become due, and clients without a sure answer ask again with the same key and body.
  plan.steps.push(market.next(LONGEST_SEC + 2, true), { kind: 'drain' });
  const bodies = new Map<string, SimAttempt>();
  for (const attempt of sent) bodies.set(JSON.stringify([attempt.member, attempt.key, bodyOf(attempt)]), attempt);
  plan.steps.push(market.next(1));
  for (const attempt of bodies.values()) {
    const again = { ...attempt, orderId: random.uuid() };
    plan.steps.push({
      kind: 'race',
      batches: [{ attempts: [again], crash: null }],
      queued: [],
      workers: [],
      killAfterMs: null,
    });
  }
  plan.steps.push(market.next(LONGEST_SEC + 2, true), { kind: 'drain' });
  return plan;
}

/** The commands and everything around them as one digest: two plans of one seed must agree. */
export function planHash(plan: SimPlan): string {
  return createHash('sha256')
    .update(JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)))
    .digest('hex');
}

type Published = Extract<SimStep, { kind: 'ticks' }>;

/** `whole`: no gap in the last second, so every order that closes by then is due. */
function createMarket(random: Prng): { next: (seconds: number, whole?: boolean) => Published } {
  const prices = new Map(TRADED.map((product) => [product, 10_000]));
  let second = 0;
  return {
    next: (seconds, whole = false) => {
      const ticks: SimTick[] = [];
      for (const end = second + seconds; second < end; second += 1) {
        for (const product of TRADED) {
          if (random.chance(0.12) && !(whole && second === end - 1)) continue;
          // Small steps, so that equal prices are common.
          const price = (prices.get(product) ?? 0) + random.below(5) - 2;
          prices.set(product, price);
          const status = random.chance(0.87) ? 'OK' : random.pick(['STALE', 'DISAGREE', 'DEAD', 'CLOSED'] as const);
          ticks.push({ product, second, price, status });
        }
      }
      return { kind: 'ticks', ticks, second: second - 1, behind: 0 };
    },
  };
}

function changeTerms(random: Prng, terms: Map<string, SimTerms>): SimTerms {
  const product = random.pick(TRADED);
  const before = terms.get(product) ?? firstTerms(product);
  const changed: SimTerms = {
    product,
    version: before.version + 1,
    feeRate: random.pick([0, 100, 250]),
    durations: before.durations.map((offer) => ({
      ...offer,
      payoutRate: 7000 + random.below(30) * 100,
      minStake: random.pick([1000, 2000]),
    })),
  };
  terms.set(product, changed);
  return changed;
}

function makeRace(random: Prng, sent: SimAttempt[]): SimStep {
  const viaQueue = random.chance(0.3);
  const makeAttempts = (count: number) =>
    Array.from({ length: count }, () => {
      const attempt = makeAttempt(random, sent);
      sent.push(attempt);
      return attempt;
    });
  return {
    kind: 'race',
    batches: Array.from({ length: viaQueue ? random.below(2) : 1 + random.below(3) }, () => ({
      attempts: makeAttempts(1 + random.below(4)),
      crash: makeCrash(random, 0.25),
    })),
    queued: viaQueue ? makeAttempts(1 + random.below(5)) : [],
    workers: Array.from({ length: random.below(4) }, () => ({ crash: makeCrash(random, 0.25) })),
    killAfterMs: random.chance(0.15) ? random.below(12) : null,
  };
}

function makeCrash(random: Prng, probability: number): SimCrash {
  if (!random.chance(probability)) return null;
  return random.chance(0.3) ? 'answer of commit' : 1 + random.below(STATEMENTS_MAX);
}

const RECENT = 12;

function makeAttempt(random: Prng, sent: readonly SimAttempt[]): SimAttempt {
  const fresh: SimAttempt = {
    orderId: random.uuid(),
    member: random.below(BALANCES.length),
    key: random.uuid(),
    product: random.chance(0.92) ? random.pick(TRADED) : random.pick([SHUT, QUIET, 'NOSUCH']),
    direction: random.pick(['up', 'down'] as const),
    durationSec: random.chance(0.95) ? random.pick([1, 5, LONGEST_SEC]) : random.pick([0, 2, 60]),
    stake: makeStake(random),
    wallet: random.chance(0.97) ? 'practice' : 'cash',
    termsVersion: random.chance(0.75) ? null : 1 + random.below(6),
  };
  const recent = sent.slice(random.chance(0.7) ? -RECENT : 0);
  if (recent.length === 0 || !random.chance(0.3)) return fresh;
  const earlier = random.pick(recent);
  if (random.chance(0.7)) return { ...earlier, orderId: fresh.orderId };
  return { ...fresh, member: earlier.member, key: earlier.key };
}

function makeStake(random: Prng): bigint {
  if (random.chance(0.1)) return random.pick([0n, -5000n, 1n, 999n, 1999n, 5_000_001n, 10n ** 17n]);
  return BigInt(1000 + random.below(20) * 777);
}
