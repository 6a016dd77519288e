import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue.ts';
import { createRandomness } from './keystream.ts';
import { startWalk } from './price-walk.ts';
import { createSimulator } from './simulator.ts';
import type { Instrument } from './source.ts';

const AT = Date.parse('2026-11-20T12:00:00.000Z');
const models = new Map(CATALOGUE.map(({ code, model }) => [code, model]));
function instrument(code: string): Instrument {
  const product = CATALOGUE.find((entry) => entry.code === code);
  if (product === undefined) throw new Error(code);
  return { ...product, product: code };
}

function simulate(seed: string, first: bigint | null, seconds: number): bigint[] {
  const prices: bigint[] = [];
  const simulator = createSimulator({ seed, historyDays: 30, models, lastPrice: () => prices.at(-1) ?? first });
  for (let i = 0; i < seconds; i += 1) prices.push(simulator.sampleAt?.('BTCUSDT', AT + i * 1000)?.price ?? 0n);
  return prices;
}

describe('the simulator', () => {
  it('gives the same prices for the same seed, and other prices for another', () => {
    expect(simulate('a', null, 50)).toEqual(simulate('a', null, 50));
    expect(simulate('a', null, 50)).not.toEqual(simulate('b', null, 50));
  });

  it('continues from the last stored price', () => {
    const [next = 0n] = simulate('a', 5_000_000n, 1);
    expect(Number(next)).toBeGreaterThan(4_990_000);
    expect(Number(next)).toBeLessThan(5_010_000);
  });

  it('does not jump after one of its prices was refused', () => {
    const simulator = createSimulator({ seed: 'a', historyDays: 30, models, lastPrice: () => 5_000_000n });
    for (let i = 0; i < 300; i += 1) {
      const price = Number(simulator.sampleAt?.('BTCUSDT', AT + i * 1000)?.price);
      expect(Math.abs(price - 5_000_000)).toBeLessThan(3000);
    }
  });

  it('gives one price per second, however often it is asked', () => {
    const simulator = createSimulator({ seed: 'a', historyDays: 30, models, lastPrice: () => null });
    expect(simulator.sampleAt?.('BTCUSDT', AT)).toEqual(simulator.sampleAt?.('BTCUSDT', AT));
  });

  it('makes a history of connected bars for the minutes in session', async () => {
    const simulator = createSimulator({ seed: 'a', historyDays: 30, models, lastPrice: () => null });
    const crypto = await simulator.history(instrument('BTCUSDT'), AT - 3 * 86_400_000, AT);
    expect(crypto).toHaveLength(3 * 1440);
    expect(crypto.slice(1).every((bar, i) => bar.o === crypto[i]?.c)).toBe(true);
    expect(crypto.every((bar) => bar.l <= bar.o && bar.l <= bar.c && bar.h >= bar.o && bar.h >= bar.c)).toBe(true);
    const friday = Date.parse('2026-11-20T21:50:00.000Z');
    const forex = await simulator.history(instrument('EURUSD'), friday, friday + 2 * 86_400_000 + 30 * 60_000);
    const times = forex.map((bar) => new Date(bar.t).toISOString());
    expect(times.slice(7, 9)).toEqual(['2026-11-20T21:57:00.000Z', '2026-11-22T22:03:00.000Z']);
  });
});

describe('the walk', () => {
  const model = models.get('BTCUSDT') ?? { level: 1, sigmaPerSecond: 1 };

  it('moves about as much as its volatility says, in clusters', () => {
    const walk = startWalk({ level: 1e9, sigmaPerSecond: model.sigmaPerSecond }, 1e9, createRandomness('c'));
    let before = 1e9;
    const moves = Array.from({ length: 40_000 }, () => {
      const now = walk.step(1);
      const move = Math.log(now / before);
      before = now;
      return move;
    });
    const variance = moves.reduce((sum, move) => sum + move * move, 0) / moves.length;
    const ratio = Math.sqrt(variance) / model.sigmaPerSecond;
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
    // Squares of neighbouring moves are correlated. For independent moves they are not (0.015 is three deviations).
    const squares = moves.map((move) => move * move - variance);
    const covariance = squares.slice(1).reduce((sum, square, i) => sum + square * (squares[i] ?? 0), 0);
    expect(covariance / squares.reduce((sum, square) => sum + square * square, 0)).toBeGreaterThan(0.015);
  });
});
