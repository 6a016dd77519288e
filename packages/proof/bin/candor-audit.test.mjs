import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { witnessKeyText } from '../src/order-log/cosignature.ts';
import { logCheckpointText } from '../src/order-log/log-checkpoint.ts';
import { verifierKeyText } from '../src/signed-note.ts';
import { makeEntries } from '../src/testing/naive-tree.ts';
import { testSigner, testWitness } from '../src/testing/web-crypto.ts';
import { START_MS, startPublicSite } from './testing/public-site.ts';
import { headOf } from './testing/test-site.ts';

const COMMAND = fileURLToPath(new URL('candor-audit.mjs', import.meta.url));
const TIMEOUT_MS = 60_000;
/** Back to the site's first price. Each day is a call to the site. */
const DAYS = String(Math.max(1, Math.ceil((Date.now() - START_MS) / 86_400_000) + 2));

let folder = '';
/** @type {import('./testing/public-site.ts').PublicSite} */
let shown;
/** @type {string[]} */
let args = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-audit-'));
  shown = await startPublicSite();
  await shown.grow(100);
  args = ['--key', verifierKeyText(shown.site.signer.key), '--days', DAYS, shown.site.url.href];
});

afterAll(async () => {
  await shown.site.close();
  await rm(folder, { recursive: true });
});

/** @param {string[]} args */
const command = (...args) =>
  new Promise((resolve) => {
    // The program has the machine's clock.
    shown.aheadMs = Date.now() - (shown.ticks.at(-1)?.at ?? 0);
    execFile(process.execPath, [COMMAND, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const report = async () => JSON.parse(await readFile(join(folder, 'candor-audit', 'report.json'), 'utf8'));

it('goes on where it was, and says what does not hold', { timeout: TIMEOUT_MS }, async () => {
  const first = await command(...args);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain(
    'Order log: 18 entries of orders, settlements and terms, 18 new\nOpened: 0 orders with their settlement, 0 entries of orders that still run\nPrices: 100 new, of 1 products\n',
  );
  expect(first.stdout).toContain('Verdict: HOLDS. Report: ');
  await shown.grow(100);
  expect(await command(...args)).toMatchObject({ code: 0 });
  expect(await report()).toMatchObject({
    verdict: 'holds',
    log: { size: 38, newEntries: 20 },
    products: [{ ticks: 100 }],
  });
  shown.site.entries = makeEntries(40, 'forged');
  const third = await command(...args);
  expect(third.code).toBe(1);
  expect(third.stdout).toContain(
    '✗ The order log does not begin with what the site signed before: an entry was dropped',
  );
  expect(await readFile(join(folder, 'candor-audit', 'report.html'), 'utf8')).toContain('LOG_FORKED');
  shown.site.entries = makeEntries(40);
  expect(await command(...args)).toMatchObject({ code: 0 });
});

it('a damaged state, and that of another site, is refused', { timeout: TIMEOUT_MS }, async () => {
  const path = join(folder, 'candor-audit', 'state.json');
  const state = await readFile(path, 'utf8');
  const elsewhere = [...args.slice(0, -1), 'http://127.0.0.1:1/'];
  expect((await command(...elsewhere)).stderr).toContain('is of another site');
  await writeFile(path, state.replace('"chains"', '"chain"'));
  expect(await command(...args)).toMatchObject({ code: 64, stderr: expect.stringContaining('is damaged') });
});

it('a policy names site and key, and its witnesses must have seen the log', { timeout: TIMEOUT_MS }, async () => {
  const witness = await testWitness('w1');
  const { signer, url } = shown.site;
  const lines = [
    `log ${verifierKeyText(signer.key)} ${url.href}`,
    `witness w ${witnessKeyText(witness.key)}`,
    'quorum w',
  ];
  const file = join(folder, 'policy.txt');
  await writeFile(file, `${lines.join('\n')}\n`);
  const unseen = await command('--policy', file, '--days', DAYS, '--state', 'witnessed');
  expect(unseen).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining('(WITNESSES_FEW)') });
  const text = logCheckpointText(headOf(shown.site.entries));
  const checkpoint = `${await signer.sign(text)}${await witness.cosign(text, 1_000)}`;
  shown.site.answers.set('/api/log/witnesses', { items: [{ checkpoint }] });
  expect((await command('--policy', file, '--days', DAYS, '--state', 'witnessed')).stdout).not.toContain('WITNESS');
  const other = ['--policy', file, '--key', verifierKeyText((await testSigner()).key)];
  expect(await command(...other)).toMatchObject({ code: 64, stderr: expect.stringContaining('one of another site') });
});

it('wrong use exits with 64', { timeout: TIMEOUT_MS }, async () => {
  const tooManyDays = args.map((arg) => (arg === DAYS ? '4001' : arg));
  const other = [['--key', 'candor', 'https://x.example'], args.slice(2), [...args, 'again'], ['nowhere'], tooManyDays];
  for (const wrong of [[], ...other]) {
    const { code, stdout, stderr } = await command(...wrong);
    expect({ code, stdout }, wrong.join(' ')).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain('Usage: candor-audit');
  }
});
