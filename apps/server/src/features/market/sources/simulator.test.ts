import { createHash } from 'node:crypto';
import { checkSimulatedPath, parseSimulatorSource, seedText } from '@candor/proof/simulated-path';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../../../services/receipts/node-crypto.ts';
import { CATALOGUE } from '../catalogue.ts';
import { createDaySeeds } from './day-seeds.ts';
import { createRandomness } from './keystream.ts';
import { startWalk } from './price-walk.ts';
import { createSimulator } from './simulator.ts';
import type { Instrument, Sample } from './source.ts';

const AT = Date.parse('2026-11-20T12:00:00.000Z');
const models = new Map(CATALOGUE.map(({ code, model }) => [code, model]));
function instrument(code: string): Instrument {
  const product = CATALOGUE.find((entry) => entry.code === code);
  if (product === undefined) throw new Error(code);
  return { ...product, product: code };
}

const options = { historySeed: 'a', historyDays: 30, models };

function simulate(seed: string, first: bigint | null, seconds: number): Sample[] {
  const samples: Sample[] = [];
  const lastPrice = () => samples.at(-1)?.price ?? first;
  const simulator = createSimulator({ ...options, seeds: createDaySeeds(seed), lastPrice });
  for (let i = 0; i < seconds; i += 1) {
    const sample = simulator.sampleAt?.('BTCUSDT', AT + i * 1000);
    if (sample !== null && sample !== undefined) samples.push(sample);
  }
  return samples;
}

function pricesOf(samples: readonly Sample[]) {
  return samples.map((sample) => sample.price);
}

describe('the simulator', () => {
  it('gives the same prices for the same seed, and other prices for another', () => {
    expect(simulate('a', null, 50)).toEqual(simulate('a', null, 50));
    expect(pricesOf(simulate('a', null, 50))).not.toEqual(pricesOf(simulate('b', null, 50)));
  });

  it('continues from the last published price, also after one of its prices was refused', () => {
    const simulator = createSimulator({ ...options, seeds: createDaySeeds('a'), lastPrice: () => 5_000_000n });
    for (let i = 0; i < 300; i += 1) {
      const price = Number(simulator.sampleAt?.('BTCUSDT', AT + i * 1000)?.price);
      expect(Math.abs(price - 5_000_000)).toBeLessThan(6000);
    }
  });

  it('gives one price per second, however often it is asked', () => {
    const simulator = createSimulator({ ...options, seeds: createDaySeeds('a'), lastPrice: () => null });
    expect(simulator.sampleAt?.('BTCUSDT', AT)).toEqual(simulator.sampleAt?.('BTCUSDT', AT));
  });

  it('names its commitment at first, every minute, and after a pause', () => {
    const simulator = createSimulator({ ...options, seeds: createDaySeeds('a'), lastPrice: () => null });
    const labels = [7, 8, 9, 60, 61, 64].map((second) => simulator.sampleAt?.('BTCUSDT', AT + second * 1000)?.label);
    expect(labels.map((label) => label !== undefined)).toEqual([true, false, false, true, false, true]);
    const source = parseSimulatorSource(labels[0] ?? '');
    const { seed } = createDaySeeds('a').at(AT);
    expect(source).toEqual({
      commitment: createHash('sha256').update(seedText(seed)).digest('hex'),
      deviationPpb: 89_006n,
    });
  });

  it('makes prices that anyone computes again with the seed', async () => {
    const simulated = simulate('a', 8_800_000n, 130);
    const ticks = simulated.map((sample, index) => ({
      seq: BigInt(index + 1),
      at: sample.at,
      price: sample.price,
      status: 'OK' as const,
      feed: 'simulated',
      epoch: 1n,
      sources: [sample.label ?? sample.source],
    }));
    const { seed, commitment } = createDaySeeds('a').at(AT);
    const report = await checkSimulatedPath('BTCUSDT', ticks, new Map([[commitment, seed]]), nodeCrypto);
    expect(report).toMatchObject({ checked: 129, problems: [] });
    const guess = new Map([[commitment, createDaySeeds('b').at(AT).seed]]);
    expect((await checkSimulatedPath('BTCUSDT', ticks, guess, nodeCrypto)).problems.length).toBeGreaterThan(100);
  });

  it('makes a history of connected bars for the minutes in session', async () => {
    const simulator = createSimulator({ ...options, seeds: createDaySeeds('a'), lastPrice: () => null });
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

describe('the seeds of days', () => {
  it('are one a day, and handed out when the day is over', () => {
    const seeds = createDaySeeds();
    const today = seeds.at(AT);
    expect(seeds.at(AT + 3_600_000)).toEqual(today);
    const tomorrow = seeds.at(AT + 86_400_000);
    expect(tomorrow.seed).not.toBe(today.seed);
    expect(seeds.over(AT)).toEqual([]);
    expect(seeds.over(AT + 86_400_000)).toEqual([today]);
    seeds.forget([today]);
    expect(seeds.over()).toEqual([tomorrow]);
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
