/**
 * The movement of simulated bars, before the first tick: a random walk of the logarithm whose variance follows GARCH(1,1), so
 * that calm and volatile times cluster as in a real market. Floating point is fine here: nothing is settled on them, and they
 * become exact integers before anyone sees them. Ticks have a rule of their own (@candor/domain/market/simulated-price).
 */
import type { Category } from '@candor/contract/market';
import type { Randomness } from './keystream.ts';
import type { Simulated } from './source.ts';

export interface WalkModel {
  /** The price before anything is stored, in units of the product. */
  readonly level: number;
  /** Standard deviation of the logarithm over a second. */
  readonly sigmaPerSecond: number;
}

const ALPHA = 0.03;
const BETA = 0.965;
const OMEGA = 1 - ALPHA - BETA;
/** Variance stays within these multiples of its long-run value. */
const [VARIANCE_MIN, VARIANCE_MAX] = [0.2, 20];

const SECONDS_OF_YEAR = 365.25 * 86_400;
/** The share of the year a market is open; the yearly volatility is spread over that time. */
const OPEN_SHARE: Readonly<Record<Category, number>> = { crypto: 1, forex: 0.7, metal: 0.67, index: 0.65, stock: 0.19 };

export function walkModel(category: Category, { level, volatility }: Simulated): WalkModel {
  return { level, sigmaPerSecond: volatility / 10_000 / Math.sqrt(SECONDS_OF_YEAR * OPEN_SHARE[category]) };
}

export interface Walk {
  /** Moves on by `seconds` and returns the price in whole units, never below 1. */
  step(seconds: number): number;
}

export function startWalk(model: WalkModel, fromUnits: number, random: Randomness): Walk {
  let log = Math.log(Math.max(fromUnits, 1));
  const units = (): number => Math.max(1, Math.round(Math.exp(log)));
  let variance = 1;
  return {
    step: (seconds) => {
      const shock = random.normal() * Math.sqrt(variance);
      log += shock * model.sigmaPerSecond * Math.sqrt(seconds);
      variance = Math.min(VARIANCE_MAX, Math.max(VARIANCE_MIN, OMEGA + ALPHA * shock * shock + BETA * variance));
      return units();
    },
  };
}
