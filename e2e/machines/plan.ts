/** What breaks, when, and for how long: the same for the same seed. */

export const MACHINES = ['http-1', 'http-2', 'feed-1', 'feed-2', 'worker-1', 'worker-2', 'console'] as const;
export type MachineName = (typeof MACHINES)[number];

/** What happens to a process. */
export type MachineFault =
  | { readonly kind: 'kill'; readonly machine: MachineName; readonly forMs: number }
  /** It stands still, and goes on as if nothing had been. */
  | { readonly kind: 'freeze'; readonly machine: MachineName; readonly forMs: number }
  /** Nothing gets through, in either direction, and nobody is told. */
  | { readonly kind: 'cut'; readonly machine: MachineName; readonly from: Link; readonly forMs: number }
  | { readonly kind: 'clock'; readonly machine: MachineName; readonly bySec: number; readonly forMs: number }
  | { readonly kind: 'killNews'; readonly forMs: number }
  /** What the store of files does with every call. */
  | { readonly kind: 'files'; readonly how: FilesFault; readonly forMs: number };
export type Link = 'database' | 'news' | 'files' | 'all';

export type FilesFault = 'error' | 'reset' | 'silent' | 'cut' | 'throttled';

/** What happens to the database; one after the other. */
export type DatabaseFault =
  /** Killed, and started again with its data. */
  | { readonly kind: 'killPrimary'; readonly forMs: number }
  | { readonly kind: 'killStandby'; readonly forMs: number }
  /** The primary is lost for good, the standby takes its place and gets a standby of its own. */
  | { readonly kind: 'failover'; readonly forMs: number }
  /** Every process of it stands still, as while a disk does. */
  | { readonly kind: 'stall'; readonly forMs: number }
  | { readonly kind: 'clock'; readonly bySec: number; readonly forMs: number };

export interface Timed<Fault> {
  /** After the one before it ended. */
  readonly afterMs: number;
  readonly fault: Fault;
}

export interface Plan {
  readonly machines: readonly Timed<MachineFault>[];
  readonly database: readonly Timed<DatabaseFault>[];
}

/** @param forMs how long faults go on; both lists fill it, and no fault begins later */
export function planOf(seed: number, forMs: number): Plan {
  const dice = diceOf(seed);
  return { machines: fill(forMs, () => machineFault(dice)), database: fill(forMs, () => databaseFault(dice)) };
}

function fill<Fault extends { readonly forMs: number }>(forMs: number, next: () => Timed<Fault>): Timed<Fault>[] {
  const all: Timed<Fault>[] = [];
  for (let atMs = 0; ;) {
    const one = next();
    atMs += one.afterMs;
    if (atMs > forMs) return all;
    all.push(one);
    atMs += one.fault.forMs;
  }
}

function machineFault(dice: Dice): Timed<MachineFault> {
  const afterMs = dice.between(200, 1_800);
  const machine = dice.of(MACHINES);
  const kind = dice.of(['kill', 'kill', 'kill', 'kill', 'freeze', 'cut', 'cut', 'clock', 'killNews', 'files'] as const);
  if (kind === 'killNews') return { afterMs, fault: { kind, forMs: dice.between(300, 3_000) } };
  if (kind === 'files')
    return {
      afterMs,
      fault: { kind, how: dice.of(['error', 'reset', 'silent', 'cut', 'throttled']), forMs: dice.between(500, 6_000) },
    };
  if (kind === 'cut')
    return {
      afterMs,
      fault: { kind, machine, from: dice.of(['database', 'news', 'files', 'all']), forMs: dice.between(500, 8_000) },
    };
  if (kind === 'clock') return { afterMs, fault: { kind, machine, bySec: dice.of([-3, 3]), forMs: 1_500 } };
  return {
    afterMs,
    fault: { kind, machine, forMs: dice.between(kind === 'kill' ? 50 : 500, kind === 'kill' ? 1_000 : 8_000) },
  };
}

function databaseFault(dice: Dice): Timed<DatabaseFault> {
  const afterMs = dice.between(4_000, 10_000);
  const kind = dice.of(['killPrimary', 'killStandby', 'failover', 'failover', 'stall', 'clock'] as const);
  if (kind === 'clock') return { afterMs, fault: { kind, bySec: dice.of([-3, 3]), forMs: 1_500 } };
  return { afterMs, fault: { kind, forMs: dice.between(200, kind === 'stall' ? 3_000 : 2_000) } };
}

interface Dice {
  readonly between: (min: number, max: number) => number;
  readonly of: <T>(choices: readonly T[]) => T;
}

/** The generator mulberry32. */
function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    of: (choices) => {
      const one = choices[Math.floor(next() * choices.length)];
      if (one === undefined) throw new Error('there is nothing to choose');
      return one;
    },
  };
}
