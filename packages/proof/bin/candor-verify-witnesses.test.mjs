import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { witnessKeyText } from '../src/order-log/cosignature.ts';
import { logCheckpointText } from '../src/order-log/log-checkpoint.ts';
import { verifierKeyText } from '../src/signed-note.ts';
import { makeReceipt } from '../src/testing/receipts.ts';
import { serveLogOf } from '../src/testing/served-log.ts';
import { testSigner, testWitness } from '../src/testing/web-crypto.ts';
import { startTestSite } from './testing/test-site.ts';

const COMMAND = fileURLToPath(new URL('candor-verify.mjs', import.meta.url));
const TIMEOUT_MS = 60_000;
const SIZE = 900;

const signer = await testSigner();
const [one, two] = [await testWitness('w1'), await testWitness('w2')];
const file = await makeReceipt({}, signer);
const ours = await serveLogOf(JSON.parse(file), SIZE);
const another = await serveLogOf({ ...JSON.parse(file), log: null }, SIZE);

let folder = '';
/** @type {import('./testing/test-site.ts').TestSite} */
let site;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-witnesses-'));
  await writeFile(join(folder, 'receipt.json'), file);
  await writeFile(join(folder, 'unlogged.json'), await makeReceipt({ logFrom: null }, signer));
  site = await startTestSite(ours.entries, signer);
}, TIMEOUT_MS);

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** @param {string[]} args */
const command = (...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

/** @param {string[]} more */
const verify = async (...more) =>
  await command('--key', verifierKeyText(signer.key), '--site', site.url.href, ...more, 'receipt.json');

const both = ['--witness', witnessKeyText(one.key), '--witness', witnessKeyText(two.key)];

const cosigned = async (log, size, witness) => {
  const text = logCheckpointText(log.head(size));
  return `${await signer.sign(text)}${await witness.cosign(text, 1000)}`;
};

/** What the site says that its witnesses cosigned. */
const list = (...notes) => {
  const items = notes.map((checkpoint) => ({ name: 'w', key: 'k', checkpoint, size: null, cosignedAt: null }));
  site.answers.set('/api/log/witnesses', { items });
};

it('a receipt whose log all the witnesses have seen is valid, and exits with 0', { timeout: TIMEOUT_MS }, async () => {
  list(await cosigned(ours, 880, one), await cosigned(ours, SIZE, two));
  const { code, stdout, stderr } = await verify(...both);
  expect(stderr).toBe('');
  expect(stdout).toContain('✓ Witnesses cosigned the log that the receipt names: w1, w2 (2 of 2 needed)\n');
  expect(stdout).toContain('Verdict: VALID');
  expect(code).toBe(0);
  expect(JSON.parse((await verify(...both, '--json')).stdout)).toMatchObject({
    verdict: 'valid',
    witnesses: { kind: 'covered', names: ['w1', 'w2'] },
  });
});

it('one that not enough have seen is provisional, and exits with 2', { timeout: TIMEOUT_MS }, async () => {
  list(await cosigned(ours, 200, one), await cosigned(ours, SIZE, two));
  const { code, stdout } = await verify(...both);
  expect(stdout).toContain('! Not yet witnessed by enough: w2 (2 of 2 needed).');
  expect(code).toBe(2);
  expect((await verify(...both, '--quorum', '1')).code).toBe(0);
  list();
  expect((await verify(...both, '--quorum', '1')).stdout).toContain('nobody (1 of 2 needed)');
});

it('one of another log than a witness cosigned is not valid, and exits with 1', { timeout: TIMEOUT_MS }, async () => {
  list(await cosigned(ours, SIZE, one), await cosigned(another, SIZE, two));
  const { code, stdout } = await verify(...both, '--quorum', '1');
  expect(stdout).toContain('✗ TWO LOGS: w2 cosigned another log');
  expect(stdout).toContain('Verdict: NOT VALID');
  expect(code).toBe(1);
  const { witnesses } = JSON.parse((await verify(...both, '--quorum', '1', '--json')).stdout);
  expect(witnesses).toEqual({ kind: 'contradicted', by: 'w2', note: await cosigned(another, SIZE, two) });
});

it(
  'a log that the site does not serve shows nothing, and a receipt without one needs nothing',
  { timeout: TIMEOUT_MS },
  async () => {
    list(await cosigned(ours, SIZE, one), await cosigned(ours, SIZE, two));
    site.entries = ours.entries.slice(0, 10);
    const unread = await verify(...both);
    site.entries = ours.entries;
    expect(unread.stdout).toContain('! The site did not serve');
    expect(unread.code).toBe(2);
    const key = verifierKeyText(signer.key);
    const unlogged = await command('--key', key, '--site', site.url.href, ...both, 'unlogged.json');
    expect(unlogged.stdout).toContain('! The receipt names no order log');
    expect(unlogged.code).toBe(0);
  },
);

/** @param {string[]} lines */
const policy = async (...lines) => {
  const text = [
    `log ${verifierKeyText(signer.key)} ${site.url.href}`,
    `witness one ${witnessKeyText(one.key)}`,
    `witness two ${witnessKeyText(two.key)}`,
    ...lines,
    '',
  ].join('\n');
  await writeFile(join(folder, 'policy.txt'), text);
  return text;
};

it('a policy file names key, site and witnesses, and vouches for the key', { timeout: TIMEOUT_MS }, async () => {
  list(await cosigned(ours, SIZE, one));
  await policy('group both all one two', 'quorum both');
  const missing = await command('--policy', 'policy.txt', 'receipt.json');
  expect(missing.stdout).toContain('! Not yet witnessed by enough: w1 (2 of 2 needed).');
  expect(missing.code).toBe(2);
  list(await cosigned(ours, SIZE, one), await cosigned(ours, SIZE, two));
  const { code, stdout, stderr } = await command('--policy', 'policy.txt', 'receipt.json');
  expect(stderr).toBe('');
  expect(stdout).toContain('✓ Witnesses cosigned the log that the receipt names: w1, w2 (2 of 2 needed)\n');
  expect(code).toBe(0);
});

it('a witness of the policy that its quorum does not need still contradicts', { timeout: TIMEOUT_MS }, async () => {
  list(await cosigned(ours, SIZE, one), await cosigned(another, SIZE, two));
  await policy('quorum one');
  expect(await command('--policy', 'policy.txt', 'receipt.json')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('✗ TWO LOGS: w2'),
  });
  await policy('quorum none');
  expect((await command('--policy', 'policy.txt', 'receipt.json')).code).toBe(1);
});

it('a policy that an address serves chooses witnesses, and vouches for no key', { timeout: TIMEOUT_MS }, async () => {
  list(await cosigned(ours, SIZE, one), await cosigned(ours, SIZE, two));
  site.answers.set('/api/log/policy', new TextEncoder().encode(await policy('quorum one')));
  const from = new URL('/api/log/policy', site.url).href;
  const unknown = await command('--policy', from, 'receipt.json');
  expect(unknown.stdout).toContain('! The policy comes from an address');
  expect(unknown.code).toBe(3);
  expect((await command('--policy', from, '--key', verifierKeyText(signer.key), 'receipt.json')).code).toBe(0);
});

it('a policy of another site, or none, is refused', { timeout: TIMEOUT_MS }, async () => {
  await policy('quorum one');
  const strange = verifierKeyText((await testSigner()).key);
  /** @type {[string, string[]][]} */
  const wrong = [
    ['The policy is one of another site', ['--policy', 'policy.txt', '--key', strange]],
    ['This is not a policy file', ['--policy', 'receipt.json']],
    ['This is not a policy file', ['--policy', 'missing.txt']],
    ['Either --policy, or --witness and --quorum.', ['--policy', 'policy.txt', ...both]],
  ];
  for (const [words, args] of wrong)
    expect(await command(...args, 'receipt.json')).toMatchObject({ code: 64, stderr: expect.stringContaining(words) });
});

it('wrong use is refused', { timeout: TIMEOUT_MS }, async () => {
  const key = verifierKeyText(signer.key);
  const wrong = [
    [...both],
    ['--site', site.url.href],
    [...both, '--site', 'nowhere'],
    [...both, '--site', site.url.href, '--quorum', '3'],
    [...both, '--site', site.url.href, '--quorum', '0'],
    ['--witness', key, '--site', site.url.href],
  ];
  for (const args of wrong) {
    const { code, stderr } = await command('--key', key, ...args, 'receipt.json');
    expect([code, stderr.split('\n')[0]]).toEqual([64, expect.stringContaining('These are not witnesses')]);
  }
});
