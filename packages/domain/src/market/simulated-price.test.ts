import { describe, expect, it } from 'vitest';
import { price } from '../price.ts';
import { simulatedPrice } from './simulated-price.ts';
import type { Chance } from './simulated-price.ts';

/** 32 bytes that look random; mulberry32. */
function bytesOf(seed: number): Uint8Array {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return new Uint8Array(32).map(() => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 255;
  });
}

/** Chance whose 16-bit numbers are all `word`. */
function even(word: number): Uint8Array {
  return new Uint8Array(32).map((_, index) => (index % 2 === 0 ? word >> 8 : word & 255));
}

function chanceOf(second: number): Chance {
  return {
    second: bytesOf(second),
    minute: bytesOf(1_000_000 + Math.floor(second / 60)),
    hour: bytesOf(2_000_000 + Math.floor(second / 3600)),
  };
}
/** A twentieth of a percent in a second. */
const DEVIATION = 500_000n;

describe('a simulated price', () => {
  it('stays where it is when chance is in the middle', () => {
    const chance = { second: even(32_767), minute: even(0), hour: even(0) };
    expect(simulatedPrice(price(1_000_000n), DEVIATION, chance)).toBe(1_000_000n);
  });

  it('moves by six deviations at most, and more in a lively minute', () => {
    const calm = { second: even(65_535), minute: even(0), hour: even(0) };
    const lively = { second: even(65_535), minute: even(75), hour: even(75) };
    // 6 × 0.05 % × 25 % and × 175 %, rounded up by the last draw.
    expect(simulatedPrice(price(1_000_000_000n), DEVIATION, calm)).toBe(1_000_749_989n);
    expect(simulatedPrice(price(1_000_000_000n), DEVIATION, lively)).toBe(1_005_249_920n);
    expect(simulatedPrice(price(1_000_000_000n), DEVIATION, { ...calm, second: even(0) })).toBe(999_250_011n);
  });

  it('is exact to the unit, however many units there are', () => {
    const calm = { second: even(65_535), minute: even(0), hour: even(0) };
    // 10^15 × 0.05 % × 25 % × 393210 / 65536 = 749,988,555,908.2, rounded up by the last draw.
    expect(simulatedPrice(price(10n ** 15n), DEVIATION, calm)).toBe(1_000_749_988_555_909n);
  });

  it('is as lively as the first number of its minute and its hour says, in steps from 0 to 75', () => {
    const after = (minute: Uint8Array, hour: Uint8Array) =>
      simulatedPrice(price(1_000_000_000n), DEVIATION, { second: even(65_535), minute, hour });
    const [calm, wrapped] = [even(0), even(76)];
    const first = calm.with(1, 75);
    expect(after(wrapped, wrapped)).toBe(after(calm, calm));
    // 6 × 0.05 % × (25 + 75) %.
    expect(after(first, calm)).toBe(1_002_999_955n);
    expect(after(calm, first)).toBe(1_002_999_955n);
  });

  it('is not asked for without a price, nor without a deviation', () => {
    const chance = { second: even(0), minute: even(0), hour: even(0) };
    expect(simulatedPrice(price(1n), 1n, chance)).toBe(1n);
    expect(() => simulatedPrice(price(0n), 1n, chance)).toThrow('above zero');
    expect(() => simulatedPrice(price(1n), 0n, chance)).toThrow('above zero');
  });

  it('never falls below one unit', () => {
    const down = { second: even(0), minute: even(75), hour: even(75) };
    expect(simulatedPrice(price(1n), 900_000_000n, down)).toBe(1n);
  });

  it('moves a price of few units by chance, in both directions alike', () => {
    const moves = Array.from(
      { length: 20_000 },
      (_, n) => Number(simulatedPrice(price(1000n), 20_000n, chanceOf(n * 61))) - 1000,
    );
    const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length;
    expect(Math.abs(mean)).toBeLessThan(0.005);
    expect(moves.filter((move) => move !== 0).length).toBeGreaterThan(100);
  });

  it('moves about as much as its deviation says, in clusters', () => {
    let now = price(100_000_000_000n);
    const moves = Array.from({ length: 36_000 }, (_, n) => {
      const before = Number(now);
      now = simulatedPrice(now, DEVIATION, chanceOf(n));
      return Math.log(Number(now) / before);
    });
    const variance = moves.reduce((sum, move) => sum + move * move, 0) / moves.length;
    expect(Math.sqrt(variance) / 0.0005).toBeGreaterThan(0.8);
    expect(Math.sqrt(variance) / 0.0005).toBeLessThan(1.3);
    // Squares of neighbouring moves are correlated. For independent moves they are not (0.016 is three deviations).
    const squares = moves.map((move) => move * move - variance);
    const covariance = squares.slice(1).reduce((sum, square, i) => sum + square * (squares[i] ?? 0), 0);
    expect(covariance / squares.reduce((sum, square) => sum + square * square, 0)).toBeGreaterThan(0.03);
  });
});
