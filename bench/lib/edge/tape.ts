/** What one source said, in order of time: prices in units of the product, and best bids and asks with their quantities. */
export interface Tape {
  /** Epoch ms by the clock of the source. */
  readonly at: Float64Array;
  readonly price: Float64Array;
}

export interface BookTape {
  readonly at: Float64Array;
  readonly bid: Float64Array;
  readonly bidQty: Float64Array;
  readonly ask: Float64Array;
  readonly askQty: Float64Array;
}

/** The place of the last row at or before a moment; -1 before the first. */
export function lastAt(at: Float64Array, moment: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The last price at or before a moment; undefined before the first. */
export function priceAt({ at, price }: Tape, moment: number): number | undefined {
  return price[lastAt(at, moment)];
}

/** The same tape as a source has it that is late by so much. */
export function delayed({ at, price }: Tape, ms: number): Tape {
  return { at: at.map((each) => each + ms), price };
}

/** Some rows of a tape: the first one, and each that is `gapMs()` or more after the one taken before. */
export function thinned({ at, price }: Tape, gapMs: () => number): Tape {
  const taken: number[] = [];
  let next = Number.NEGATIVE_INFINITY;
  at.forEach((moment, row) => {
    if (moment < next) return;
    taken.push(row);
    next = moment + gapMs();
  });
  return {
    at: Float64Array.from(taken, (row) => at[row] ?? 0),
    price: Float64Array.from(taken, (row) => price[row] ?? 0),
  };
}

/** The first part of a tape: at most so long. */
export function cut({ at, price }: Tape, ms: number): Tape {
  const until = lastAt(at, (at[0] ?? 0) + ms) + 1;
  return { at: at.subarray(0, until), price: price.subarray(0, until) };
}
