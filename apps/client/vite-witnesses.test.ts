import { witnessKeyText } from '@candor/proof/order-log/cosignature';
import { verifierKeyText } from '@candor/proof/signed-note';
import { testSigner, testWitness } from '@candor/proof/testing/web-crypto';
import { expect, test } from 'vitest';
import { witnessesInHtml } from './vite-witnesses.ts';

const PAGE = '<head><meta name="candor-witnesses" content="" /></head>';

async function built(policy: string, page = PAGE, file = ''): Promise<unknown> {
  const { transformIndexHtml: transform } = witnessesInHtml(policy, file);
  return typeof transform === 'function' ? await Reflect.apply(transform, undefined, [page]) : null;
}

test('the witnesses of a build are in its page', async () => {
  const key = witnessKeyText((await testWitness('witness.example')).key);
  expect(await built(`1\n${key} `)).toBe(PAGE.replace('content=""', `content="1 ${key}"`));
  expect(await built(' ')).toBe(PAGE);
});

test('a build with other witnesses than can be read is refused', async () => {
  await expect(built('1 nobody')).rejects.toThrow('CANDOR_WITNESSES');
  const key = witnessKeyText((await testWitness('witness.example')).key);
  await expect(built(`2 ${key}`)).rejects.toThrow('CANDOR_WITNESSES');
  await expect(built(`1 ${key}`, '<head></head>')).rejects.toThrow('no place');
});

test('a policy file names the witnesses and the keys of the site', async () => {
  const [witness, site] = [witnessKeyText((await testWitness('w')).key), verifierKeyText((await testSigner()).key)];
  const policy = (quorum: string) => `log ${site} https://s.example\nwitness w ${witness}\nquorum ${quorum}\n`;
  const page = (content: string) => PAGE.replace('content=""', `content="${content}" data-site-keys="${site}"`);
  expect(await built('', PAGE, policy('w'))).toBe(page(`1 ${witness}`));
  expect(await built('', PAGE, policy('none'))).toBe(page(''));
  await expect(built('', PAGE, policy('x'))).rejects.toThrow('CANDOR_POLICY');
  await expect(built('', PAGE, 'quorum none\n')).rejects.toThrow('names the key of the site');
  await expect(built(`1 ${witness}`, PAGE, policy('w'))).rejects.toThrow('exclude each other');
});
