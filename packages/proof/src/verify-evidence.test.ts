import { expect, it } from 'vitest';
import { readReceipt } from './read-receipt.ts';
import { signer, trustedKeys, wonFile } from './testing/changed-receipts.ts';
import { webCrypto } from './testing/web-crypto.ts';
import { checkCheckpoints, hashTicks } from './verify-evidence.ts';

it('a checkpoint in the second of the entry proves the start, one after it does not', async () => {
  const read = readReceipt(wonFile);
  if (!read.ok) throw new Error(read.error);
  const { order, ticks } = read.value;
  const hashes = await hashTicks(read.value, webCrypto);
  if (!hashes.ok) throw new Error(hashes.error);
  const [first] = ticks;
  if (first === undefined || first.seq === 1n) throw new Error('the chain began before this receipt');
  const used: string[] = [];
  const context = {
    crypto: webCrypto,
    keys: trustedKeys,
    onKey: ({ keyHash }: { keyHash: string }) => used.push(keyHash),
  };
  const check = async (entryAt: number) =>
    await checkCheckpoints({ ...read.value, order: { ...order, entryAt } }, hashes.value, context);

  expect([await check(first.at), await check(first.at - 1)]).toEqual([null, 'START_UNPROVEN']);
  expect(new Set(used)).toEqual(new Set([signer.key.keyHash]));
});
