import { witnessKeyText } from '@candor/proof/order-log/cosignature';
import { testWitness } from '@candor/proof/testing/web-crypto';
import { expect, test } from 'vitest';
import { witnessesInHtml } from './vite-witnesses.ts';

const PAGE = '<head><meta name="candor-witnesses" content="" /></head>';

async function built(policy: string, page = PAGE): Promise<unknown> {
  const { transformIndexHtml: transform } = witnessesInHtml(policy);
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
