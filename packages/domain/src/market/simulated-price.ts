/**
 * The next simulated price. In whole numbers alone, so that every machine computes the same one: who learns the seed of
 * a day afterwards can compute its prices again (packages/proof/src/simulated-path.ts).
 */
import { assert } from '../assert.ts';
import { largerOf } from '../decimal.ts';
import { price } from '../price.ts';
import type { Price } from '../price.ts';

/** What chance gives a second: hashes of the seed with the second, with its minute and with its hour. 32 bytes each. */
export type Chance = {
  readonly second: Uint8Array;
  readonly minute: Uint8Array;
  readonly hour: Uint8Array;
};

const HASH_BYTES = 32;
/** So many 16-bit numbers added up are close to a normal distribution, with a deviation of 2^16. */
const DRAWS = 12;
const WORD = 65_536n;
const MEAN = (BigInt(DRAWS) * (WORD - 1n)) / 2n;
const BILLION = 1_000_000_000n;
/** How lively a minute is: from 25 to 175 %, a part for the hour and a part for the minute, so that lively times cluster. */
const LIVELY_MIN = 25n;
const LIVELY_PART = 76n;

/**
 * @param before the price before, at least one unit; `deviationPpb`: the standard deviation of a second, in billionths of the
 *   price. What is left of a unit is rounded up or down by chance, so that small moves do not vanish.
 */
export function simulatedPrice(before: Price, deviationPpb: bigint, chance: Chance): Price {
  assert(before > 0n && deviationPpb > 0n, 'a simulated price is above zero, and moves');
  let sum = -MEAN;
  for (let draw = 0; draw < DRAWS; draw += 1) sum += wordAt(chance.second, draw);
  const lively = LIVELY_MIN + (wordAt(chance.hour, 0) % LIVELY_PART) + (wordAt(chance.minute, 0) % LIVELY_PART);
  const whole = BILLION * 100n * WORD;
  const moved = before * whole + before * deviationPpb * lively * sum + wordAt(chance.second, DRAWS) * (whole / WORD);
  const after = moved / whole;
  return price(largerOf(after, 1n));
}

function wordAt(hash: Uint8Array, place: number): bigint {
  assert(hash.length === HASH_BYTES, 'a hash has 32 bytes');
  return BigInt(new DataView(hash.buffer, hash.byteOffset).getUint16(2 * place));
}
