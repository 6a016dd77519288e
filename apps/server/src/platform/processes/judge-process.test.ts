import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLook, judgeProcess, UNBROKEN } from './judge-process.ts';
import type { Silence } from './judge-process.ts';
import type { ProcessReading } from './read-process.ts';

const READY = { isReady: true, isMachineBusy: false };
const START = { isReady: false, isMachineBusy: false };

function silence(silentMs: number, ranMs?: number, idleMs?: number): Silence {
  return { ...UNBROKEN, silentMs, ranMs, idleMs };
}

/** A silent process whose other threads run. */
function blocked(mainIdleMs: number, helpersRanMs: number): Silence {
  return { ...silence(60_000, 0, 0), mainIdleMs, helpersRanMs };
}

describe('what a silence means', () => {
  it.each<[what: string, Silence, typeof READY, string]>([
    ['a process that was heard of', silence(0), READY, 'healthy'],
    ['a late beat', silence(2_999, 10, 0), READY, 'healthy'],
    ['a silence in which it got no time', silence(600_000, 100, 50), READY, 'starving'],
    ['a silence in which it ran for long', silence(60_000, 4_000, 0), READY, 'hanging'],
    ['a silence in which it nearly ran for long', silence(60_000, 3_999, 0), READY, 'starving'],
    ['a silence in which it did nothing', silence(60_000, 0, 7_000), READY, 'hanging'],
    ['a silence in which it nearly did nothing', silence(60_000, 0, 6_999), READY, 'starving'],
    ['a main thread that others keep waiting', blocked(7_000, 10_000), READY, 'hanging'],
    ['a main thread that waits for others, which had little time', blocked(600_000, 9_999), READY, 'starving'],
    ['a main thread that did something while others ran', blocked(6_999, 600_000), READY, 'starving'],
    [
      'a start in which others keep the main thread waiting',
      { ...blocked(60_000, 60_000), silentMs: 90_000 },
      START,
      'hanging',
    ],
    [
      'a start in which the main thread waits for others',
      { ...blocked(60_000, 59_000), silentMs: 90_000 },
      START,
      'starting',
    ],
    ['a short silence, whatever it did', silence(7_999, 7_999, 7_999), READY, 'starving'],
    ['a start that is not heard of', silence(89_000, 59_000, 0), START, 'starting'],
    ['a start that gets no time', silence(3_600_000, 2_000, 1_000), START, 'starting'],
    ['a start that runs in a circle', silence(90_000, 60_000, 0), START, 'hanging'],
    ['a start that does nothing', silence(90_000, 0, 60_000), START, 'hanging'],
    ['without /proc: eight seconds', silence(8_000), READY, 'hanging'],
    ['without /proc: less', silence(7_999), READY, 'starving'],
    ['without /proc, on a busy machine: eight seconds', silence(8_000), { ...READY, isMachineBusy: true }, 'starving'],
    ['without /proc, on a busy machine: 80', silence(80_000), { ...READY, isMachineBusy: true }, 'hanging'],
    ['without /proc: a start', silence(90_000), START, 'hanging'],
    ['without /proc, on a busy machine: a start', silence(90_000), { ...START, isMachineBusy: true }, 'starting'],
    ['what has ended', { ...silence(90_000, 0, 60_000), isGone: true }, READY, 'dead'],
  ])('%s', (_, seen, facts, verdict) => {
    expect(judgeProcess(seen, facts)).toBe(verdict);
  });
});

/** Looks one second apart, after which the process had run, and used, so much. */
function look(...readings: (ProcessReading | undefined)[]): Silence {
  return readings.reduce<Silence>((seen, reading) => addLook(seen, 1_000, reading), UNBROKEN);
}

function reading(ranMs: number, waitedMs: number, state: ProcessReading['state'] = 'waits'): ProcessReading {
  const usedMs = ranMs + waitedMs;
  return { ranMs, waitedMs, usedMs, mainUsedMs: usedMs, mainWants: state === 'wants to run', state };
}

describe('what is seen of a silent process', () => {
  it('counts from the first look, because a process runs for years before', () => {
    expect(look(reading(5_000, 7_000), reading(5_100, 7_200))).toMatchObject({
      silentMs: 2_000,
      ranMs: 100,
      idleMs: 1_700,
    });
  });

  it('takes a process that wants to run for no idle one: its wait is booked when it is over', () => {
    const waiting = look(reading(0, 0), ...Array.from({ length: 60 }, () => reading(10, 0, 'wants to run')));
    expect(waiting).toMatchObject({ silentMs: 61_000, idleMs: 0 });
    // It ran, and sleeps again: now the wait is booked.
    expect(addLook(waiting, 1_000, reading(20, 61_500))).toMatchObject({ idleMs: 480 });
  });

  it('finds a main thread that is blocked while another thread is busy, within twelve looks of a second', () => {
    const busy = Array.from({ length: 12 }, (_, at) => ({
      ...reading(0, 0, 'wants to run'),
      usedMs: at * 1_000,
      mainUsedMs: 0,
      mainWants: false,
    }));
    const seen = look(...busy);
    expect(seen).toMatchObject({ ranMs: 0, idleMs: 0, mainIdleMs: 12_000, helpersRanMs: 11_000 });
    expect(judgeProcess(seen, READY)).toBe('hanging');
  });

  it('does not call a main thread blocked that waits for a processor', () => {
    const waits = Array.from({ length: 60 }, (_, at) => ({
      ...reading(0, 0, 'wants to run'),
      usedMs: at * 1_000,
      mainUsedMs: 0,
    }));
    expect(judgeProcess(look(...waits), READY)).toBe('starving');
  });

  it('knows nothing on a system that says nothing', () => {
    expect(look(undefined, undefined)).toMatchObject({ silentMs: 2_000, ranMs: undefined, idleMs: undefined });
  });

  it('adds two seconds at most for a look: a machine that slept saw nothing', () => {
    expect(addLook(UNBROKEN, 3_600_000, undefined).silentMs).toBe(2_000);
  });

  it('never calls a process idle that used all of its time, however the looks fall', () => {
    const step = fc.record({
      elapsedMs: fc.integer({ min: 1, max: 20_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      wants: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 200 }), (steps) => {
        let [ran, waited] = [0, 0];
        let seen = UNBROKEN;
        for (const { elapsedMs, share, wants } of steps) {
          ran += elapsedMs * share * 0.01;
          waited += elapsedMs * (1 - share * 0.01);
          seen = addLook(seen, elapsedMs, reading(ran, waited, wants ? 'wants to run' : 'waits'));
        }
        // The wait before the first reading is not known.
        expect(seen.idleMs ?? 0).toBeLessThanOrEqual(2_000 + 1e-3);
        expect(judgeProcess(seen, READY)).not.toBe('hanging');
      }),
    );
  });

  it('finds a process that never uses its time, within ten looks of a second', () => {
    const stopped = look(...Array.from({ length: 10 }, () => reading(0, 0)));
    expect(judgeProcess(stopped, { ...READY, isMachineBusy: true })).toBe('hanging');
  });
});
