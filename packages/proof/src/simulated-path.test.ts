import { simulatedPrice } from '@candor/domain/market/simulated-price';
import { price } from '@candor/domain/price';
import { describe, expect, it } from 'vitest';
import { chanceTexts, checkSimulatedPath, seedText, walkedSeconds } from './simulated-path.ts';
import { parseSimulatorSource, simulatorSourceText } from './simulator-source.ts';
import type { SimulatorVersion } from './simulator-source.ts';
import { roundOfSecond } from './beacon.ts';
import type { BeaconRound } from './beacon.ts';
import { fromHex, textHash, toHex, utf8 } from './encoding.ts';
import { RECORDED_FROM_MS, recordedRound } from './testing/quicknet-rounds.ts';
import { verifyRound } from './verify-round.ts';
import { webCrypto } from './testing/web-crypto.ts';
import type { PathReport, PathTick } from './simulated-path.ts';

const DEVIATION = 89_000n;
/** Two minutes before midnight. */
const START = Date.parse('2026-11-23T23:58:00.000Z');
async function seedOf(name: string): Promise<string> {
  return await textHash(name, webCrypto);
}

async function commitmentOf(seed: string): Promise<string> {
  return await textHash(seedText(seed), webCrypto);
}

/** Ticks of an honest simulator: a seed a day, named by the first tick of the day and of each minute. */
async function path(
  seconds: number,
  {
    epoch = 1n,
    from = START,
    before = 8_800_000n,
    version = 1,
  }: { epoch?: bigint; from?: number; before?: bigint; version?: SimulatorVersion } = {},
): Promise<PathTick[]> {
  const ticks: PathTick[] = [];
  let now = price(before);
  for (let at = from; at < from + seconds * 1000; at += 1000) {
    const seed = await seedOf(`${new Date(at).toISOString().slice(0, 10)}/${epoch}`);
    const texts = chanceTexts(seed, 'BTCUSDT', at);
    const hash = async (text: string) => await webCrypto.sha256(utf8(text));
    const chance = { second: await hash(texts.second), minute: await hash(texts.minute), hour: await hash(texts.hour) };
    now = simulatedPrice(now, DEVIATION, chance);
    const isNamed = ticks.length === 0 || at % 60_000 === 0;
    const commitment = await commitmentOf(seed);
    const source = simulatorSourceText(isNamed ? { commitment, deviationPpb: DEVIATION } : null, version);
    const seq = BigInt(ticks.length + 1);
    ticks.push({ seq, at, price: now, status: 'OK', feed: 'simulated', epoch, sources: [source] });
  }
  return ticks;
}

const named = await Promise.all(['2026-11-23/1', '2026-11-24/1', '2026-11-24/2'].map(seedOf));
const SEEDS = new Map(await Promise.all(named.map(async (seed) => [await commitmentOf(seed), seed] as const)));

async function check(ticks: readonly PathTick[], seeds = SEEDS): Promise<PathReport> {
  return await checkSimulatedPath('BTCUSDT', ticks, seeds, webCrypto);
}

function changed(ticks: readonly PathTick[], index: number, change: Partial<PathTick>): PathTick[] {
  return ticks.map((tick, at) => (at === index ? { ...tick, ...change } : tick));
}

describe('the source that names a commitment', () => {
  it('reads only what it writes', () => {
    const source = { commitment: 'a'.repeat(64), deviationPpb: 15_957n };
    const round = { round: 34_310_872, signature: 'ab'.repeat(48) };
    for (const named of [null, source])
      expect(parseSimulatorSource(simulatorSourceText(named, 2, round))).toEqual({ version: 2, named, round });
    for (const version of [1, 2] as const) {
      expect(parseSimulatorSource(simulatorSourceText(null, version))).toEqual({ version, named: null, round: null });
      for (const deviationPpb of [1n, 15_957n, 999_999_999n]) {
        const named = { ...source, deviationPpb };
        expect(parseSimulatorSource(simulatorSourceText(named, version))).toEqual({ version, named, round: null });
      }
    }
    for (const text of [
      'simulator3',
      `simulator:1:${'ab'.repeat(48)}`,
      `simulator2:0:${'ab'.repeat(48)}`,
      `simulator2:1:${'ab'.repeat(47)}`,
      'binance',
      `simulator:${'a'.repeat(63)}:1`,
      `simulator:${'a'.repeat(64)}:0`,
      `simulator:${'a'.repeat(64)}:1000000000`,
      `x:${'a'.repeat(64)}:1`,
    ])
      expect(parseSimulatorSource(text)).toBeNull();
  });
});

describe('the path of a simulated price', async () => {
  const honest = await path(240);

  it('follows from the seeds, over midnight too; the first price of a seed cannot be checked', async () => {
    expect(await check(honest)).toMatchObject({ checked: 238, unrevealed: 0, unnamed: 0, begun: 1, problems: [] });
  });

  it('is told apart where its seed is not published', async () => {
    const today = new Map([...SEEDS].slice(1));
    expect(await check(honest, today)).toMatchObject({ checked: 119, unrevealed: 119, problems: [] });
  });

  it('shows a price that was moved, and the one after it', async () => {
    const moved = changed(honest, 50, { price: price((honest[50]?.price ?? 0n) + 1n) });
    const { problems } = await check(moved);
    expect(problems[0]).toEqual({ seq: 51n, problem: 'PRICE_DIFFERS' });
  });

  it('shows a price that is not valid and was invented, of any feed, with which later ones could be steered', async () => {
    const invented = price(((honest[49]?.price ?? 0n) * 1004n) / 1000n);
    for (const feed of ['simulated', 'live']) {
      const { problems } = await check(changed(honest, 50, { status: 'STALE', price: invented, feed }));
      expect(problems[0]).toEqual({ seq: 51n, problem: 'NOT_REPEATED' });
    }
  });

  it('shows a second seed on the same day, and another deviation', async () => {
    const swap = (source: string) => changed(honest, 60, { sources: [source] });
    const other = { commitment: await commitmentOf(await seedOf('other')), deviationPpb: DEVIATION };
    const same = { commitment: await commitmentOf(await seedOf('2026-11-23/1')), deviationPpb: DEVIATION + 1n };
    for (const source of [other, same])
      expect((await check(swap(simulatorSourceText(source, 1)))).problems).toContainEqual({
        seq: 61n,
        problem: 'SEED_CHANGED',
      });
  });

  it('shows a day, and a leader, that began without a seed', async () => {
    const silent = changed(honest, 120, { sources: ['simulator'] });
    expect((await check(silent)).problems).toContainEqual({ seq: 121n, problem: 'SEED_UNNAMED' });
    const next = await path(30, { epoch: 2n, from: START + 240_000, before: honest.at(-1)?.price ?? 1n });
    const joined = (second: readonly PathTick[]) => [
      ...honest,
      ...second.map((tick, index) => ({ ...tick, seq: BigInt(241 + index) })),
    ];
    expect(await check(joined(next))).toMatchObject({ checked: 267, begun: 2, problems: [] });
    const hidden = next.map((tick) => ({ ...tick, sources: ['simulator'] }));
    expect((await check(joined(hidden))).problems).toContainEqual({ seq: 241n, problem: 'SEED_UNNAMED' });
  });

  it('may be looked at from its middle', async () => {
    expect(await check(honest.slice(30, 90))).toEqual({
      checked: 29,
      unrevealed: 0,
      withheld: 0,
      unnamed: 30,
      begun: 0,
      foreseeable: 60,
      problems: [],
    });
  });

  it('leaves out other prices, and seconds without one', async () => {
    const paused = changed(changed(honest, 20, { status: 'STALE', price: honest[19]?.price ?? price(1n) }), 21, {
      feed: 'replay',
    });
    expect(await check(paused)).toMatchObject({ checked: 236, problems: [] });
    const live = honest.map((tick) => ({ ...tick, feed: 'live' }));
    expect(await check(live)).toEqual({
      checked: 0,
      unrevealed: 0,
      withheld: 0,
      unnamed: 0,
      begun: 0,
      foreseeable: 0,
      problems: [],
    });
  });
});

describe('the path of version 2', async () => {
  const honest = await path(240, { version: 2 });
  /** From here on another leader published. */
  const restarted = (ticks: readonly PathTick[], index: number): PathTick[] =>
    ticks.map((tick, at) => (at < index ? tick : { ...tick, epoch: 2n }));
  const without = (ticks: readonly PathTick[], from: number, to: number): PathTick[] =>
    ticks.filter((_, index) => index < from || index >= to).map((tick, index) => ({ ...tick, seq: BigInt(index + 1) }));

  it('is one over restarts and over midnight; the first price ever is free', async () => {
    expect(await check(restarted(honest, 50))).toEqual({
      checked: 239,
      unrevealed: 0,
      withheld: 0,
      unnamed: 0,
      begun: 1,
      foreseeable: 240,
      problems: [],
    });
  });

  it('is the same where seconds were not published, or had no valid price', async () => {
    expect(await check(without(honest, 30, 55))).toMatchObject({ checked: 214, problems: [] });
    const last = honest[29]?.price ?? price(1n);
    const stale = honest.map((tick, index) =>
      index >= 30 && index < 55 ? { ...tick, status: 'STALE' as const, price: last } : tick,
    );
    expect(await check(stale)).toMatchObject({ checked: 214, problems: [] });
  });

  it('shows another seed, another first price, and an older version after a restart', async () => {
    const swap = (change: Partial<PathTick>) => restarted(changed(honest, 60, change), 60);
    const other = { commitment: await commitmentOf(await seedOf('other')), deviationPpb: DEVIATION };
    for (const [change, problem] of [
      [{ sources: [simulatorSourceText(other)] }, 'SEED_CHANGED'],
      [{ sources: ['simulator'] }, 'SEED_CHANGED'],
      [{ price: price((honest[60]?.price ?? 0n) + 1n) }, 'PRICE_DIFFERS'],
    ] as const)
      expect((await check(swap(change))).problems[0]).toEqual({ seq: 61n, problem });
    const silent = changed(honest, 120, { sources: ['simulator2'] });
    expect((await check(silent)).problems).toContainEqual({ seq: 121n, problem: 'SEED_UNNAMED' });
  });

  it('follows from the last price of version 1, and of a market', async () => {
    const before = price(8_800_000n);
    const [first] = await path(1);
    if (first === undefined) throw new Error('a path has ticks');
    const older = {
      ...first,
      price: before,
      at: START - 1000,
      sources: [simulatorSourceText({ commitment: 'ab'.repeat(32), deviationPpb: 1n }, 1)],
    };
    for (const previous of [older, { ...older, feed: 'live', sources: ['binance'] }]) {
      const next = honest.map((tick) => ({ ...tick, seq: tick.seq + 1n }));
      expect(await check([previous, ...next])).toMatchObject({ checked: 240, problems: [] });
      const jumped = changed(next, 0, { price: price(9_000_000n) });
      expect((await check([previous, ...jumped])).problems[0]).toEqual({ seq: 2n, problem: 'PRICE_DIFFERS' });
    }
  });

  it('walks no further back than a quarter of an hour', () => {
    expect(walkedSeconds(START - 1000, START)).toEqual([START]);
    expect(walkedSeconds(START - 3000, START)).toEqual([START - 2000, START - 1000, START]);
    expect(walkedSeconds(null, START)).toHaveLength(900);
    expect(walkedSeconds(START - 5_000_000, START)).toHaveLength(900);
  });
});

describe('a path with public randomness', async () => {
  /** The nine seconds whose rounds are recorded, as a simulator with this seed makes them. */
  const seed = await seedOf('beacon');
  const commitment = await commitmentOf(seed);
  const recorded = async (roundOf: (at: number) => BeaconRound | null): Promise<PathTick[]> => {
    const ticks: PathTick[] = [];
    for (let at = RECORDED_FROM_MS; at < RECORDED_FROM_MS + 9000; at += 1000) {
      const round = roundOf(at);
      const randomness = round === null ? null : await randomnessOf(round);
      const texts = chanceTexts(seed, 'BTCUSDT', at, randomness);
      const hash = async (text: string) => await webCrypto.sha256(utf8(text));
      const chance = {
        second: await hash(texts.second),
        minute: await hash(texts.minute),
        hour: await hash(texts.hour),
      };
      const source = ticks.length === 0 ? { commitment, deviationPpb: DEVIATION } : null;
      ticks.push({
        seq: BigInt(ticks.length + 1),
        at,
        price: simulatedPrice(ticks.at(-1)?.price ?? price(8_800_000n), DEVIATION, chance),
        status: 'OK',
        feed: 'simulated',
        epoch: 1n,
        sources: [simulatorSourceText(source, 2, round)],
      });
    }
    return ticks;
  };
  const honestRound = (at: number) => recordedRound(roundOfSecond(at));
  const honest = await recorded(honestRound);
  const crypto = { ...webCrypto, verifyRound: async (round: BeaconRound) => await verifyRound(round, webCrypto) };
  const judged = async (ticks: readonly PathTick[]) =>
    await checkSimulatedPath('BTCUSDT', ticks, new Map([[commitment, seed]]), crypto);

  it('follows from the seed and the rounds of the network, and from neither alone', async () => {
    expect(await judged(honest)).toMatchObject({ checked: 8, foreseeable: 0, problems: [] });
    const without = await recorded(() => null);
    expect(without.at(-1)?.price).not.toBe(honest.at(-1)?.price);
    expect(await judged(without)).toMatchObject({ checked: 8, foreseeable: 9, problems: [] });
  });

  it('shows a price that its round does not give', async () => {
    const moved = changed(honest, 4, { price: price((honest[4]?.price ?? 0n) + 1n) });
    expect((await judged(moved)).problems[0]).toEqual({ seq: 5n, problem: 'PRICE_DIFFERS' });
  });

  it('shows an older round, one from after, and one that the network did not sign', async () => {
    const lie = (seq: number, round: BeaconRound | null) => async () =>
      (await judged(await recorded((at) => (at === RECORDED_FROM_MS + (seq - 1) * 1000 ? round : honestRound(at)))))
        .problems[0];
    expect(await lie(5, recordedRound(1000))()).toEqual({ seq: 5n, problem: 'ROUND_WRONG' });
    expect(await lie(2, recordedRound(1001))()).toEqual({ seq: 2n, problem: 'ROUND_WRONG' });
    const forged = { round: 1001, signature: recordedRound(1002)?.signature ?? '' };
    expect(await lie(4, forged)()).toEqual({ seq: 4n, problem: 'ROUND_WRONG' });
    expect(await lie(4, { round: 1001, signature: 'ff'.repeat(48) })()).toEqual({ seq: 4n, problem: 'ROUND_WRONG' });
    // A second without a round, and the next one with it: nobody chooses by the second.
    expect(await lie(4, null)()).toEqual({ seq: 5n, problem: 'ROUND_RESUMED' });
  });
});

async function randomnessOf({ signature }: BeaconRound): Promise<string> {
  return toHex(await webCrypto.sha256(fromHex(signature) ?? utf8('')));
}
