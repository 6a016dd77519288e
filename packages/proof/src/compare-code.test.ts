import { expect, it } from 'vitest';
import { readCompareCode, writeCompareCode } from './compare-code.ts';
import { keyDigits } from './key-digits.ts';
import { logCheckpointText } from './order-log/log-checkpoint.ts';
import { EMPTY_ROOT } from './order-log/tree.ts';
import { verifierKeyText } from './signed-note.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';

const [site, stranger] = [await testSigner(), await testSigner()];

async function headBy(signer: typeof site, size = 1_234_567, root = 'ab'.repeat(32)) {
  return { size, root, note: await signer.sign(logCheckpointText({ size, root })) };
}

it('a code brings the key and the signed head, also inside an address, and stays short', async () => {
  const head = await headBy(site);
  const code = writeCompareCode(site.key, head);
  expect(code.length).toBeLessThan(210);
  for (const text of [code, `https://site.example/#/pages/x?compare=${code}`, `Look: ${code}\n`])
    expect(await readCompareCode(text, webCrypto), text).toEqual({ key: site.key, head });
});

it('a device without a log brings the key alone', async () => {
  expect(await readCompareCode(writeCompareCode(site.key, null), webCrypto)).toEqual({ key: site.key, head: null });
  const empty = await headBy(site, 0, EMPTY_ROOT);
  expect(await readCompareCode(writeCompareCode(site.key, empty), webCrypto)).toMatchObject({ head: null });
});

it('what is not whole is none', async () => {
  const code = writeCompareCode(site.key, await headBy(site));
  const otherSize = code.replace('.1234567.', '.1234568.');
  const strange = writeCompareCode(stranger.key, await headBy(stranger));
  const [mine, theirs] = [code.split('.'), strange.split('.')];
  const mixed = [...theirs.slice(0, 3), ...mine.slice(3)].join('.');
  const otherHash = [mine[0], theirs[1], ...mine.slice(2)].join('.');
  for (const text of ['', 'candor1', code.slice(0, -1), `${code}A`, otherSize, mixed, otherHash])
    expect(await readCompareCode(text, webCrypto), text).toBeNull();
});

it('a key has thirty digits to read aloud, and another key has others', async () => {
  const digits = await keyDigits(verifierKeyText(site.key), webCrypto);
  expect(digits).toMatch(/^\d{5}( \d{5}){5}$/);
  expect(await keyDigits(verifierKeyText(stranger.key), webCrypto)).not.toBe(digits);
  // Fixed: a printed line must hold for ever.
  expect(await keyDigits('candor+00000000+AQ', webCrypto)).toBe('21641 43141 13798 61274 46127 63339');
});
