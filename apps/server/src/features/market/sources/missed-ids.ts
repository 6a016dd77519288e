/** Numbers of trades that did not come: those asked for, and those that were given up. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface MissedIds {
  add(range: Range): void;
  /** Takes one out. False if it is not missed; else whether it had been given up before. */
  take(id: number): 'open' | 'given up' | false;
  /** Gives up what is still open of a range. @returns how many that are */
  giveUp(range: Range): number;
  /** Forgets those after this number. @returns how many of them had been given up */
  forgetAfter(id: number): number;
}

interface Missed extends Range {
  readonly isGivenUp: boolean;
}

/** A late trade is some seconds late. What is older than so many gaps comes no more. */
const RANGES_MAX = 1024;

/** @param onForgotten told how many open ones are forgotten because there are too many gaps. */
export function createMissedIds(onForgotten: (count: number) => void): MissedIds {
  let missed: Missed[] = [];
  const keep = (ranges: Missed[]): void => {
    const forgotten = ranges.slice(0, -RANGES_MAX).filter(({ isGivenUp }) => !isGivenUp);
    if (forgotten.length > 0) onForgotten(forgotten.reduce((sum, range) => sum + sizeOf(range), 0));
    missed = ranges.slice(-RANGES_MAX);
  };
  /** Replaces each range by what is left of it. */
  const cut = (part: (range: Missed) => Missed[]): void => keep(missed.flatMap(part));
  return {
    add: (range) => keep([...missed, { ...range, isGivenUp: false }]),
    take: (id) => {
      const found = missed.find(({ from, to }) => id >= from && id <= to);
      if (found === undefined) return false;
      cut((range) => (range === found ? without(range, { from: id, to: id }) : [range]));
      return found.isGivenUp ? 'given up' : 'open';
    },
    giveUp: (gone) => {
      let count = 0;
      cut((range) => {
        const both = overlap(range, gone);
        if (range.isGivenUp || both === null) return [range];
        count += sizeOf(both);
        return [...without(range, both), { ...both, isGivenUp: true }].toSorted((a, b) => a.from - b.from);
      });
      return count;
    },
    forgetAfter: (id) => {
      let count = 0;
      cut((range) => {
        const both = overlap(range, { from: id + 1, to: Number.MAX_SAFE_INTEGER });
        if (both === null) return [range];
        if (range.isGivenUp) count += sizeOf(both);
        return without(range, both);
      });
      return count;
    },
  };
}

function sizeOf({ from, to }: Range): number {
  return to - from + 1;
}

function overlap(a: Range, b: Range): Range | null {
  const both = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
  return both.from <= both.to ? both : null;
}

/** What is left of a range before and after a part of it. */
function without(range: Missed, part: Range): Missed[] {
  return [
    { ...range, to: part.from - 1 },
    { ...range, from: part.to + 1 },
  ].filter(({ from, to }) => from <= to);
}
