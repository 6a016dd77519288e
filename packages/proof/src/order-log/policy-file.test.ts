import { expect, it } from 'vitest';
import { testSigner, testWitness, webCrypto } from '../testing/web-crypto.ts';
import { verifierKeyText } from '../signed-note.ts';
import { witnessKeyText } from './cosignature.ts';
import { majorityOf, parsePolicyFile, policyText } from './policy-file.ts';

const [log, one, two] = [await testSigner(), await testWitness('w1.example'), await testWitness('w2.example')];
const base = [
  '# who watches',
  `log ${verifierKeyText(log.key)} https://site.example`,
  `witness one ${witnessKeyText(one.key)}\thttps://w1.example`,
  ` witness two ${witnessKeyText(two.key)}`,
  '',
];

it.each([
  [['quorum none'], 0, []],
  [['quorum two'], 1, ['w2.example']],
  [['group both all one two', 'quorum both'], 2, ['w1.example', 'w2.example']],
  [['group some any one two', 'quorum some'], 1, ['w1.example', 'w2.example']],
  [['group some 2 one two', 'quorum some'], 2, ['w1.example', 'w2.example']],
])('reads %j', async (lines, quorum, names) => {
  const read = await parsePolicyFile([...base, ...lines, ''].join('\n'), webCrypto);
  expect(read.ok && read.value.quorum).toBe(quorum);
  expect(read.ok && read.value.keys.map(({ name }) => name)).toEqual(names);
  expect(read.ok && read.value.witnesses.map(({ url }) => url)).toEqual(['https://w1.example', null]);
  expect(read.ok && read.value.logs.map(({ url }) => url)).toEqual(['https://site.example']);
});

it.each([
  [[]],
  [['quorum three']],
  [['quorum one', 'quorum one']],
  [['group none any one', 'quorum one']],
  [['group g 3 one two', 'quorum g']],
  [['group g 0 one', 'quorum g']],
  [['group g any', 'quorum g']],
  [['group g any one one', 'quorum g']],
  [['group g any one', 'group h any g', 'quorum h']],
  [[`witness again ${witnessKeyText(one.key)}`, 'quorum one']],
  [[`witness site ${verifierKeyText(log.key)}`, 'quorum one']],
  [[`log ${verifierKeyText(log.key)}`, 'quorum one']],
  [['quorum one\r']],
  [['unknown line', 'quorum one']],
])('refuses %j', async (lines) => {
  expect(await parsePolicyFile([...base, ...lines].join('\n'), webCrypto)).toEqual({
    ok: false,
    error: 'POLICY_MALFORMED',
  });
});

it.each([
  [[], 0],
  [[one], 1],
  [[one, two], 2],
])('what it writes is read again: %#', async (witnesses, quorum) => {
  const text = policyText({
    logs: [{ key: verifierKeyText(log.key), url: 'https://site.example' }],
    witnesses: witnesses.map(({ key }) => ({ name: key.name, key: witnessKeyText(key), url: `https://${key.name}` })),
    quorum: majorityOf(witnesses.length),
  });
  const read = await parsePolicyFile(text, webCrypto);
  expect(read.ok && read.value).toMatchObject({
    logs: [{ key: log.key, url: 'https://site.example' }],
    witnesses: witnesses.map(({ key }) => ({ key, url: `https://${key.name}` })),
    quorum,
  });
});
