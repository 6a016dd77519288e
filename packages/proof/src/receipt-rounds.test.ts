import { describe, expect, it } from 'vitest';
import { roundOfSecond } from './beacon.ts';
import type { BeaconRound } from './beacon.ts';
import { fixedDevice } from './testing/devices.ts';
import { recordedRound } from './testing/quicknet-rounds.ts';
import { ENTRY_AT, makeReceipt } from './testing/receipts.ts';
import { ROUNDS_SHIFT_MS, simulatedTick } from './testing/simulated-receipts.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';
import { verifyReceipt } from './verify-receipt.ts';

const signer = await testSigner();
const device = await fixedDevice(7);
const [ENTRY, CLOSE] = [ENTRY_AT + ROUNDS_SHIFT_MS, ENTRY_AT + ROUNDS_SHIFT_MS + 5000];

/** What is said of an order of five seconds on simulated prices that name these rounds. */
async function said(roundAt: (at: number) => BeaconRound | null) {
  const tickAt = (at: number) => simulatedTick(at, roundAt(at));
  const endsAt = ENTRY + 30_000;
  const scenario = { durationSec: 5, device, acceptWithinMs: 3000, shiftMs: ROUNDS_SHIFT_MS, endsAt, tickAt };
  const { verdict, steps, warnings } = await verifyReceipt(await makeReceipt(scenario, signer), {
    crypto: webCrypto,
    trustedKeys: [signer.key],
  });
  const failed = steps.find(({ ok }) => !ok);
  return { verdict, problem: failed?.problem ?? null, warnings };
}

function right(at: number) {
  return recordedRound(roundOfSecond(at));
}

function foreseeable(count: number) {
  return { verdict: 'valid', problem: null, warnings: [{ key: 'PRICE_FORESEEABLE', count }] };
}

describe('simulated prices at entry and close', () => {
  it('with the rounds of their seconds are valid, without a warning', async () => {
    expect(await said(right)).toEqual({ verdict: 'valid', problem: null, warnings: [] });
  });

  it('without a round could be known: the receipt says how many', async () => {
    expect(await said(() => null)).toEqual(foreseeable(2));
    expect(await said((at) => (at < CLOSE ? right(at) : null))).toEqual(foreseeable(1));
    expect(await said((at) => (at === CLOSE ? right(at) : null))).toEqual(foreseeable(1));
  });

  it.each<[string, (at: number) => BeaconRound | null]>([
    ['the round before that of the second', (at) => recordedRound(roundOfSecond(at) - 1)],
    [
      'a signature of another round',
      (at) => ({ round: roundOfSecond(at), signature: recordedRound(1000)?.signature ?? '' }),
    ],
    ['a signature that was made up', (at) => ({ round: roundOfSecond(at), signature: 'ab'.repeat(48) })],
  ])('with %s are invalid', async (_, roundAt) => {
    expect(await said((at) => (at === CLOSE ? roundAt(at) : right(at)))).toMatchObject({
      verdict: 'invalid',
      problem: 'ROUND_WRONG',
    });
  });

  it('of another second than entry and close are not looked at', async () => {
    const odd = (at: number) => (at === ENTRY || at === CLOSE ? right(at) : { round: 1, signature: 'ab'.repeat(48) });
    expect(await said(odd)).toEqual({ verdict: 'valid', problem: null, warnings: [] });
  });
});
