/** Random numbers from a seed: the same seed gives the same sequence on every machine. */
export interface Prng {
  /** A whole number in [0, bound). */
  below: (bound: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  uuid: () => string;
}

const UINT32 = 2 ** 32;

/** mulberry32 */
export function createPrng(seed: number): Prng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => Math.floor((next() / UINT32) * bound);
  const hex = (): string => next().toString(16).padStart(8, '0');
  return {
    below,
    chance: (probability) => next() / UINT32 < probability,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('nothing can be picked from an empty list');
      return found;
    },
    uuid: () => {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
  };
}
