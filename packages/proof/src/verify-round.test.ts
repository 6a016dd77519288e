import { describe, expect, it } from 'vitest';
import { QUICKNET, ROUND_AGE_MS_MAX, ROUND_AGE_MS_MIN, newestRound, roundOfSecond, roundTime } from './beacon.ts';
import { fromHex, toHex, utf8 } from './encoding.ts';
import { RANDOMNESS_1000, RECORDED_ROUNDS, recordedRound } from './testing/quicknet-rounds.ts';
import { webCrypto } from './testing/web-crypto.ts';
import { verifyRound } from './verify-round.ts';

describe('a round', () => {
  it.each(RECORDED_ROUNDS.map((round) => [round.round, round] as const))(
    '%d is signed by the network',
    async (_, round) => {
      expect(await verifyRound(round, webCrypto)).toBe(true);
    },
  );

  it('is no other one, and has no other signature', async () => {
    const { signature = '' } = recordedRound(1000) ?? {};
    const changed = signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    // The point at infinity, and the same point with the other sign.
    const zero = `c0${'0'.repeat(94)}`;
    const minus = `9${signature.slice(1)}`;
    for (const [round, text] of [
      [1001, signature],
      [0, signature],
      [1.5, signature],
      [1000, changed],
      [1000, zero],
      [1000, minus],
      [1000, signature.toUpperCase()],
      [1000, signature.slice(2)],
      [1000, 'ff'.repeat(48)],
      [1000, ''],
    ] as const)
      expect(await verifyRound({ round, signature: text }, webCrypto), text).toBe(false);
  });

  it('gives the randomness that the network says', async () => {
    const bytes = fromHex(recordedRound(1000)?.signature ?? '') ?? utf8('');
    expect(toHex(await webCrypto.sha256(bytes))).toBe(RANDOMNESS_1000);
  });
});

it('each second has one round, which is from three to less than six seconds old', () => {
  expect(new Date(roundTime(1000)).toISOString()).toBe('2023-08-23T15:59:24.000Z');
  expect(newestRound(QUICKNET.genesisMs)).toBe(1);
  for (let at = roundTime(1000); at < roundTime(1010); at += 1000) {
    const age = at - roundTime(roundOfSecond(at));
    expect(age).toBeGreaterThanOrEqual(ROUND_AGE_MS_MIN);
    expect(age).toBeLessThan(ROUND_AGE_MS_MAX);
  }
});
