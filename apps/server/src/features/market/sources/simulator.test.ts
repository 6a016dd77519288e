import { createHash } from 'node:crypto';
import { checkSimulatedPath, seedText } from '@candor/proof/simulated-path';
import { roundOfSecond } from '@candor/proof/beacon';
import { parseSimulatorSource } from '@candor/proof/simulator-source';
import { RECORDED_FROM_MS, recordedRound } from '@candor/proof/testing/quicknet-rounds';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../../../services/receipts/node-crypto.ts';
import { CATALOGUE } from '../catalogue.ts';
import { type DaySeeds, createDaySeeds } from './day-seeds.ts';
import { createRandomness } from './keystream.ts';
import { startWalk, walkModel } from './price-walk.ts';
import { type LastPrice, createSimulator } from './simulator.ts';
import type { Instrument, Sample } from './source.ts';

const AT = Date.parse('2026-11-20T12:00:00.000Z');
const models = new Map(CATALOGUE.map(({ code, category, simulated }) => [code, walkModel(category, simulated)]));
function instrument(code: string): Instrument {
  const product = CATALOGUE.find((entry) => entry.code === code);
  if (product === undefined) throw new Error(code);
  return { ...product, product: code };
}

const options = { historySeed: 'a', historyDays: 30, models };

function seedsOf(secret: string): DaySeeds {
  return createDaySeeds({ secret, since: '2026-11-19' });
}

/** Each list of seconds is one process: it is killed at its end, and the next one goes on. */
function simulate(seed: string, first: bigint | null, ...processes: (number | readonly number[])[]): Sample[] {
  const samples: Sample[] = [];
  const lastPrice = (): LastPrice | null => {
    const last = samples.at(-1);
    if (last !== undefined) return { price: last.price, okAt: last.at, isFirst: false };
    return first === null ? null : { price: first, okAt: null, isFirst: true };
  };
  for (const seconds of processes) {
    const simulator = createSimulator({ ...options, seeds: seedsOf(seed), lastPrice });
    for (const second of typeof seconds === 'number' ? Array.from({ length: seconds }, (_, i) => i) : seconds) {
      const sample = simulator.sampleAt?.('BTCUSDT', AT + second * 1000);
      if (sample !== null && sample !== undefined) samples.push(sample);
    }
  }
  return samples;
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
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
    const last: LastPrice = { price: 5_000_000n, okAt: null, isFirst: true };
    const simulator = createSimulator({ ...options, seeds: seedsOf('a'), lastPrice: () => last });
    for (let i = 0; i < 300; i += 1) {
      const price = Number(simulator.sampleAt?.('BTCUSDT', AT + i * 1000)?.price);
      expect(Math.abs(price - 5_000_000)).toBeLessThan(6000);
    }
  });

  it('gives one price per second, however often it is asked', () => {
    const simulator = createSimulator({ ...options, seeds: seedsOf('a'), lastPrice: () => null });
    expect(simulator.sampleAt?.('BTCUSDT', AT)).toEqual(simulator.sampleAt?.('BTCUSDT', AT));
  });

  it('names its commitment at first, every minute, and after a pause or a second that was sampled and not published', () => {
    let okAt: number | null = null;
    const lastPrice = () => ({ price: 8_800_000n, okAt, isFirst: false });
    const simulator = createSimulator({ ...options, seeds: seedsOf('a'), lastPrice });
    const labels = [7, 8, 9, 60, 61, 64, 65, 66, 67].map((second) => {
      const label = simulator.sampleAt?.('BTCUSDT', AT + second * 1000)?.label;
      // The write of second 65 is lost.
      if (second !== 65) okAt = AT + second * 1000;
      return label;
    });
    expect(labels.map((label) => label !== 'simulator2')).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    const source = parseSimulatorSource(labels[0] ?? '');
    const { seed } = seedsOf('a').at(AT);
    const commitment = createHash('sha256').update(seedText(seed)).digest('hex');
    expect(source).toEqual({ version: 2, named: { commitment, deviationPpb: 89_006n }, round: null });
  });

  it('goes on over kills and restarts as if there had been none, also over seconds that nobody published', () => {
    const whole = new Map(simulate('a', 8_800_000n, 400).map((sample) => [sample.at, sample.price]));
    for (const processes of [
      [span(0, 130), span(130, 400)],
      [span(0, 1), span(1, 2), span(2, 400)],
      [span(0, 60), span(97, 200), span(350, 400)],
    ])
      for (const { at, price } of simulate('a', 8_800_000n, ...processes)) expect(price).toBe(whole.get(at));
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
    const { seed, commitment } = seedsOf('a').at(AT);
    const report = await checkSimulatedPath('BTCUSDT', ticks, new Map([[commitment, seed]]), nodeCrypto);
    expect(report).toMatchObject({ checked: 129, problems: [] });
    const guess = new Map([[commitment, seedsOf('b').at(AT).seed]]);
    expect((await checkSimulatedPath('BTCUSDT', ticks, guess, nodeCrypto)).problems.length).toBeGreaterThan(100);
  });

  it('makes a history of connected bars for the minutes in session', async () => {
    const simulator = createSimulator({ ...options, seeds: seedsOf('a'), lastPrice: () => null });
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

describe('a simulator with public randomness', () => {
  const beacon = {
    roundAt: (at: number) => recordedRound(roundOfSecond(at)),
    start: async () => undefined,
    stop: async () => undefined,
  };
  const roundsOf = (simulator: ReturnType<typeof createSimulator>, seconds: readonly number[]) =>
    seconds.map((second) => {
      const label = simulator.sampleAt?.('BTCUSDT', second)?.label ?? '';
      return parseSimulatorSource(label)?.round?.round ?? null;
    });

  it('takes a round only from a whole minute on, so that nobody chooses by the second', () => {
    const simulator = createSimulator({ ...options, beacon, seeds: seedsOf('a'), lastPrice: () => null });
    const from = RECORDED_FROM_MS;
    expect(from % 60_000).not.toBe(0);
    expect(roundsOf(simulator, [from, from + 1000])).toEqual([null, null]);
    const always = { ...beacon, roundAt: () => recordedRound(1000) };
    const other = createSimulator({ ...options, beacon: always, seeds: seedsOf('a'), lastPrice: () => null });
    const minute = Math.ceil(from / 60_000) * 60_000;
    expect(roundsOf(other, [minute - 1000, minute, minute + 1000, minute + 3000, minute + 4000])).toEqual([
      null,
      1000,
      1000,
      null,
      null,
    ]);
  });

  it('makes other prices than without', () => {
    const minute = Math.ceil(RECORDED_FROM_MS / 60_000) * 60_000;
    const priceWith = (more: object) =>
      createSimulator({ ...options, ...more, seeds: seedsOf('a'), lastPrice: () => null }).sampleAt?.('BTCUSDT', minute)
        ?.price;
    expect(priceWith({ beacon: { ...beacon, roundAt: () => recordedRound(1000) } })).not.toBe(priceWith({}));
  });
});

describe('the seeds of days', () => {
  it('are one a day for every process, and handed out when the day is over, also by one that was started later', () => {
    const seeds = seedsOf('a');
    const today = seeds.at(AT);
    expect(seeds.at(AT + 3_600_000)).toEqual(today);
    expect(seedsOf('a').at(AT)).toEqual(today);
    const tomorrow = seeds.at(AT + 86_400_000);
    expect(tomorrow.seed).not.toBe(today.seed);
    expect(seeds.over(AT)).toEqual([seeds.at(AT - 86_400_000)]);
    const later = seedsOf('a');
    expect(later.over(AT + 86_400_000).map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20']);
    later.forget(later.over(AT + 86_400_000));
    expect(later.over(AT + 86_400_000)).toEqual([]);
    expect(later.over(AT + 2 * 86_400_000)).toEqual([tomorrow]);
  });

  it('of days long past are left out', () => {
    expect(createDaySeeds({ secret: 'a', since: '1999-01-01' }).over(AT)).toHaveLength(400);
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
