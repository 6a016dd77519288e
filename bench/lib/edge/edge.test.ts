import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, firstTerms } from '../../../apps/server/src/features/market/catalogue.ts';
import { createRandomness } from '../../../apps/server/src/features/market/sources/keystream.ts';
import { bestOf, verdictOf } from './judge.ts';
import { type EdgeMarket, ticksOf } from './market.ts';
import { playAll, watch } from './play.ts';
import { readExchange, readQuotes, simulate } from './read-markets.ts';
import { createChooser, type Strategy, strategiesFor } from './strategies.ts';
import { delayed, lastAt, priceAt, type Tape, thinned } from './tape.ts';

const [BITCOIN] = CATALOGUE;
if (BITCOIN === undefined) throw new Error('the catalogue is empty');
const terms = firstTerms(BITCOIN, TEST_CURRENCY);
const RULE = { freshMs: 5_000, nearPpm: 5_000, minSources: 1 };
const START = Date.parse('2026-01-05T00:00:00.000Z');

/** Ten prices a second, each a step up or down from the one before. `known` are those a member watches, if not the same. */
function market(step: (row: number) => number, seconds: number, lateMs = 0): EdgeMarket {
  const at = Float64Array.from({ length: seconds * 10 }, (_, row) => START + row * 100);
  let level = 1_000_000;
  const seen: Tape = { at, price: Float64Array.from(at, (_, row) => (level += step(row))) };
  const made = delayed(seen, lateMs);
  const ticks = ticksOf([{ name: 'made', tape: made, isConfirmed: false }], RULE, 'live');
  return { name: 'made', terms, feed: 'live', ticks, seen, book: null, behind: lateMs === 0 ? [] : [made] };
}

function judge(made: EdgeMarket, delaySec: number) {
  return bestOf([watch(made, strategiesFor(made), 0)], { durationSec: 5, delaySec });
}

const random = createRandomness('edge test');
const chance = market(() => Math.round(random.normal() * 20), 4000);
/** What was known 0.8 s ago is the price now. */
const late = market(() => Math.round(random.normal() * 20), 4000, 800);

describe('the bench', () => {
  it('finds nothing where prices move by chance', () => {
    expect(judge(chance, 0)?.verdict).not.toBe('pays');
  });

  it('finds who sees the price before the ticks have it', () => {
    expect(judge(late, 0)).toMatchObject({ verdict: 'pays' });
    expect(judge(late, 0)?.name).toContain('lags');
  });

  it('finds nothing in it once orders enter after the ticks have it', () => {
    expect(judge(late, 1)?.verdict).not.toBe('pays');
  });

  it('takes several markets together', () => {
    const alone = judge(chance, 0)?.win.decided ?? 0;
    const play = { durationSec: 5, delaySec: 0 };
    const seen = watch(chance, strategiesFor(chance), 0);
    expect(bestOf([seen, seen], play)?.win.decided).toBeGreaterThan(alone);
  });

  it('judges by the break-even of the terms', () => {
    expect(judge(chance, 0)?.breakEven).toBeCloseTo(0.5405, 4);
    expect(['pays', 'chance', 'not']).toEqual([
      verdictOf({ low: 0.55, high: 0.6 }, 0.5405),
      verdictOf({ low: 0.5, high: 0.6 }, 0.5405),
      verdictOf({ low: 0.4, high: 0.5 }, 0.5405),
    ]);
  });
});

describe('an order', () => {
  const up: Strategy = { name: 'up', signal: () => 1, isChoosy: false };

  it('wins, loses or ties by the ticks of its seconds', () => {
    const play = (made: EdgeMarket) => playAll(watch(made, [up], 0), { durationSec: 5, delaySec: 0 })[0];
    const [rising, falling, still] = [market(() => 1, 60), market(() => -1, 60), market(() => 0, 60)].map(play);
    expect(rising?.blocks.every(({ wins, losses }) => wins > 0 && losses === 0)).toBe(true);
    expect(falling?.blocks.every(({ wins, losses }) => wins === 0 && losses > 0)).toBe(true);
    expect(still).toMatchObject({ blocks: [], ties: 49 });
  });

  it('is one at a time for one member: five seconds, and the next one enters a second later', () => {
    const played = playAll(
      watch(
        market(() => 1, 66),
        [up],
        0,
      ),
      { durationSec: 5, delaySec: 0 },
    )[0];
    expect(played?.oneByOne).toBe(10);
  });

  it('that enters later ends later, and still lasts as long', () => {
    // One step up at second 30: of orders of 5 s, those with an entry before it and a close at or after it win.
    const step = market((row) => (row === 300 ? 1 : 0), 60);
    const wins = (delaySec: number): readonly number[] =>
      playAll(watch(step, [up], 0), { durationSec: 5, delaySec }).map(({ blocks }) =>
        blocks.reduce((sum, block) => sum + block.wins, 0),
      );
    expect([wins(0), wins(3)]).toEqual([[5], [5]]);
  });

  it('is void without a valid price, and counts for nothing', () => {
    const gap = market(() => 1, 60);
    const ticks = gap.ticks.map((tick) => ({ ...tick, status: 'STALE' as const }));
    expect(playAll(watch({ ...gap, ticks }, [up], 0), { durationSec: 5, delaySec: 0 })[0]).toMatchObject({
      blocks: [],
      ties: 0,
    });
  });
});

describe('a member', () => {
  it('sees nothing that is newer than the reaction allows', () => {
    const latest: number[] = [];
    const spy: Strategy = { name: 'spy', signal: ({ at }) => latest.push(at), isChoosy: false };
    const made = market(() => 1, 20);
    watch(made, [spy], 250);
    expect(latest).toEqual(made.ticks.map(({ at }) => at - 1 - 250));
  });

  it('does not know a tick before it is published', () => {
    const known: (number | undefined)[] = [];
    const made = market(() => 1, 20);
    const second = START + 10_000;
    const spy: Strategy = {
      name: 'spy',
      signal: ({ at, tickAt }) => known.push(at === second + 999 ? tickAt(second + 1_000) : tickAt(second + 5_000)),
      isChoosy: false,
    };
    watch({ ...made, ticks: made.ticks.filter(({ at }) => at <= second + 1_000) }, [spy], 0);
    expect(known.every((each) => each === undefined)).toBe(true);
  });

  it('who is choosy plays about a fifth', () => {
    const chooses = createChooser();
    const chosen = Array.from({ length: 5000 }, () => Math.abs(random.normal())).filter((each) => chooses(each)).length;
    expect(chosen / 5000).toBeGreaterThan(0.17);
    expect(chosen / 5000).toBeLessThan(0.23);
  });
});

describe('a tape', () => {
  const tape: Tape = { at: Float64Array.of(10, 20, 20, 30), price: Float64Array.of(1, 2, 3, 4) };

  it('has the last row at or before a moment', () => {
    expect([9, 10, 19, 20, 29, 99].map((moment) => lastAt(tape.at, moment))).toEqual([-1, 0, 0, 2, 2, 3]);
    expect(priceAt(tape, 9)).toBeUndefined();
    expect(priceAt(delayed(tape, 5), 20)).toBe(1);
  });

  it('that is thin keeps the first row of each gap', () => {
    expect([...thinned(tape, () => 10).price]).toEqual([1, 2, 4]);
  });
});

describe('the markets', () => {
  it('of the simulator have its price of every second', () => {
    const made = simulate(BITCOIN, 100);
    expect(made.ticks).toHaveLength(100);
    expect(made.ticks.every(({ status, feed }) => status === 'OK' && feed === 'simulated')).toBe(true);
  });

  it('of a recording have the trades by their own time, and the best prices at the latest time that they can have', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'edge-'));
    await mkdir(join(folder, 'wire'));
    const trade = (receivedMs: number, T: number, t: number, p: string): string =>
      `${receivedMs}000000 {"stream":"btcusdt@trade","data":{"e":"trade","s":"BTCUSDT","t":${t},"p":"${p}","q":"0.1","T":${T},"m":true}}`;
    const lines = [
      'recv_ns raw_json',
      trade(START, START + 990, 7, '100.02'),
      trade(START + 20, START + 1_000, 8, '100.03'),
      trade(START + 20, START + 1_000, 9, '100.04'),
      `${START + 50}000000 {"stream":"btcusdt@bookTicker","data":{"u":1,"s":"BTCUSDT","b":"100.01","B":"3.0","a":"100.05","A":"1.0"}}`,
      trade(START + 3_020, START + 4_000, 10, '100.00'),
    ];
    await writeFile(join(folder, 'wire/binance-spot-combined.ndjson.gz'), gzipSync(lines.join('\n')));
    const [bitcoin, late, ...others] = await readExchange(folder);
    await rm(folder, { recursive: true });
    expect(others).toEqual([]);
    expect(bitcoin?.ticks.map(({ at, price }) => [at - START, price])).toEqual([
      [1_000, 10_004n],
      [2_000, 10_004n],
      [3_000, 10_004n],
      [4_000, 10_000n],
    ]);
    // The recorder was 990 ms behind: what it heard at 50 ms was said at 1,040 ms or before.
    expect(bitcoin?.book?.at[0]).toBeCloseTo(START + 1_040, 2);
    expect(bitcoin?.book?.bidQty).toEqual(Float64Array.of(3));
    expect(late?.behind).toHaveLength(3);
    expect(late?.ticks[0]).toMatchObject({ at: START + 2_000, price: 10_004n });
  });

  it('of a folder without recordings are none', async () => {
    expect(await readExchange('/nowhere')).toEqual([]);
    expect(await readQuotes('/nowhere')).toEqual([]);
  });
});
