import { beforeAll, describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../encoding.ts';
import type { Receipt } from '../receipt.ts';
import { fixedDevice } from '../testing/devices.ts';
import { makeEntries } from '../testing/naive-tree.ts';
import { makeReceipt } from '../testing/receipts.ts';
import { serveLogOf } from '../testing/served-log.ts';
import type { ServedLog } from '../testing/served-log.ts';
import { testSigner, webCrypto } from '../testing/web-crypto.ts';
import { entryOf, findEntry, judgePlace } from './check-logged.ts';
import type { KeptOrder, PlaceClaim } from './check-logged.ts';
import { fetchInclusionProof } from './tile-proof.ts';
import type { EntryBundle } from './tiles.ts';

let log: ServedLog;
let kept: KeptOrder;
let claim: PlaceClaim;

beforeAll(async () => {
  const receipt = JSON.parse(await makeReceipt({}, await testSigner())) as Receipt;
  const place = receipt.log;
  if (place === undefined || place === null) throw new Error('the order is in the log');
  log = await serveLogOf(receipt, 900);
  kept = { order: receipt.order, nonce: place.nonce };
  const proof = await fetchInclusionProof(place.index, { size: 900, readTile: log.readTile, crypto: webCrypto });
  claim = { nonce: place.nonce, ...log.head(), index: place.index, proof: proof.map(toHex) };
});

describe('an order that this device kept', () => {
  it('is logged if the proof leads from it to the head', async () => {
    expect(await judgePlace(kept, claim, webCrypto)).toBe('logged');
  });

  it('is not, if the log has another one: direction, moment, or number', async () => {
    for (const change of [{ direction: 'down' as const }, { acceptedAt: '2026-11-21T08:59:29.301Z' }, { no: '43' }]) {
      const other = { ...kept, order: { ...kept.order, ...change } };
      expect(await judgePlace(other, claim, webCrypto)).toBe('LOG_PROOF_WRONG');
    }
  });

  it('is not, if the proof is of another place, of another head, or no proof', async () => {
    const wrong = [
      { index: (claim.index ?? 0) + 1 },
      { root: 'ab'.repeat(32) },
      { size: claim.index ?? 0 },
      { proof: ['xy'] },
    ];
    for (const change of wrong) {
      expect(await judgePlace(kept, { ...claim, ...change }, webCrypto)).toBe('LOG_PROOF_WRONG');
    }
    expect(await judgePlace(kept, { ...claim, proof: claim.proof.slice(1) }, webCrypto)).toBe('LOG_PROOF_WRONG');
  });

  it('has the nonce that the device was told', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    expect(await judgePlace(kept, { ...claim, nonce: other }, webCrypto)).toBe('LOG_NONCE_DIFFERS');
    expect(await judgePlace(kept, { ...claim, nonce: null, index: null }, webCrypto)).toBe('LOG_NONCE_DIFFERS');
    expect(await entryOf({ ...kept, nonce: 'none' }, webCrypto)).toBeNull();
  });

  it('is absent if the site says so', async () => {
    expect(await judgePlace(kept, { ...claim, index: null, proof: [] }, webCrypto)).toBe('absent');
  });
});

describe('an order with a deadline', () => {
  it('is logged by the entry that will be opened, and another order is not', async () => {
    const made = await makeReceipt({ device: await fixedDevice(7), acceptWithinMs: 3000 }, await testSigner());
    const { order, log: place } = JSON.parse(made) as Receipt;
    if (place === undefined || place === null) throw new Error('the order is in the log');
    const served = await serveLogOf({ order, log: place }, 900);
    const proof = await fetchInclusionProof(place.index, { size: 900, readTile: served.readTile, crypto: webCrypto });
    const said = { nonce: place.nonce, ...served.head(), index: place.index, proof: proof.map(toHex) };
    expect(await judgePlace({ order, nonce: place.nonce }, said, webCrypto)).toBe('logged');
    // The first change is in both halves, the second in the seal alone.
    for (const change of [{ direction: 'down' as const }, { stake: '99.00' }]) {
      const other = { order: { ...order, ...change }, nonce: place.nonce };
      expect(await judgePlace(other, said, webCrypto)).toBe('LOG_PROOF_WRONG');
    }
  });
});

describe('an entry', () => {
  const entries = makeEntries(1_600);
  const asked: EntryBundle[] = [];
  const readEntries = async (bundle: EntryBundle) => {
    asked.push(bundle);
    return entries.slice(bundle.n * 256, bundle.n * 256 + bundle.width);
  };
  const at = (index: number) => fromHex(toHex(entries[index] ?? new Uint8Array(0))) ?? new Uint8Array(0);

  it.each([
    [899, 900],
    [767, 768],
    [0, 1],
    [300, 900],
  ])('at %d is found in a log of %d', async (index, size) => {
    expect(await findEntry(at(index), size, readEntries)).toBe(index);
  });

  it('is looked for among the newest alone, and never behind the end', async () => {
    asked.length = 0;
    expect(await findEntry(at(0), 1_600, readEntries)).toBeNull();
    expect(asked).toEqual([6, 5, 4, 3].map((n) => ({ n, width: n === 6 ? 64 : 256 })));
    expect(await findEntry(at(900), 900, readEntries)).toBeNull();
    expect(await findEntry(at(0), 0, readEntries)).toBeNull();
  });

  it('is not one that only begins with it, or that it begins with', async () => {
    const near = [at(0).slice(0, 31), Uint8Array.of(...at(0), 0), at(0)];
    expect(await findEntry(at(0), 3, () => Promise.resolve(near))).toBe(2);
    expect(await findEntry(at(0), 2, () => Promise.resolve(near.slice(0, 2)))).toBeNull();
  });
});
