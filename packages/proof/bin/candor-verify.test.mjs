import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WARNING_KEYS } from '../src/warnings.ts';
import { WARNINGS } from './warning-words.mjs';
import { verifierKeyText } from '../src/signed-note.ts';
import { ENTRY_AT, makeReceipt, rising } from '../src/testing/receipts.ts';
import { testSigner } from '../src/testing/web-crypto.ts';

const COMMAND = fileURLToPath(new URL('candor-verify.mjs', import.meta.url));
const TIMEOUT_MS = 60_000;

let folder = '';
let key = '';
let otherKey = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-verify-'));
  const signer = await testSigner();
  key = verifierKeyText(signer.key);
  otherKey = verifierKeyText((await testSigner()).key);
  const receipt = await makeReceipt({}, signer);
  await writeFile(join(folder, 'valid.json'), receipt);
  await writeFile(join(folder, 'open.json'), await makeReceipt({ endsAt: ENTRY_AT }, signer));
  const tickAt = (at) => (at === ENTRY_AT + 9000 ? null : rising(at));
  await writeFile(join(folder, 'gap.json'), await makeReceipt({ tickAt }, signer));
  await writeFile(
    join(folder, 'changed.json'),
    receipt.replace(`"credited":"${amount('185')}"`, `"credited":"${amount('195')}"`),
  );
  await writeFile(join(folder, 'none.json'), '\u001b[31m');
}, TIMEOUT_MS);

afterAll(async () => await rm(folder, { recursive: true }));

/** @param {string[]} args */
const command = (...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

it('a valid receipt prints every step, the result and the key, and exits with 0', { timeout: TIMEOUT_MS }, async () => {
  const { code, stdout, stderr } = await command('--key', key, 'valid.json');
  expect(stderr).toBe('');
  expect(stdout.match(/^✓/gm)).toHaveLength(11);
  expect(stdout).not.toContain('undefined');
  expect(stdout).toContain(`order 42, BTC-USD up, stake ${amount('100')} CNY, won, ${amount('185')} CNY credited.`);
  expect(stdout).toContain(`Key: ${key} (trusted)\nVerdict: VALID\n`);
  expect(code).toBe(0);
});

it(
  'without a key it is never valid: it prints the key it used, and exits with 3',
  { timeout: TIMEOUT_MS },
  async () => {
    const { code, stdout } = await command('valid.json');
    expect(stdout).toContain(`Key: ${key} (not vouched for; compare it with the key you know)`);
    expect(stdout).toContain('Verdict: CONSISTENT, but signed by a key nobody vouched for.');
    expect(stdout).not.toContain('Verdict: VALID');
    expect(code).toBe(3);
  },
);

it('what is left to ask is printed as a warning', { timeout: TIMEOUT_MS }, async () => {
  const { code, stdout } = await command('--key', key, 'gap.json');
  expect(stdout).toContain('! 1 seconds from entry to close have no price (SECONDS_MISSING)\n');
  expect(stdout).toContain('Verdict: VALID\n');
  expect(code).toBe(0);
  const json = await command('--json', '--key', key, 'gap.json');
  expect(JSON.parse(json.stdout)).toMatchObject({ warnings: [{ key: 'SECONDS_MISSING', count: 1 }] });
});

it('a changed receipt prints the failed steps and exits with 1', { timeout: TIMEOUT_MS }, async () => {
  const { code, stdout } = await command('changed.json');
  expect(stdout).toContain('✗ The receipt is signed (signature: TEXT_DIFFERS)');
  expect(stdout).toContain('✗ The transfers are those of this result (amounts: CREDITED_DIFFERS)');
  expect(stdout).toContain('Verdict: NOT VALID');
  expect(code).toBe(1);
});

it('a receipt by another key exits with 1', { timeout: TIMEOUT_MS }, async () => {
  const { code, stdout } = await command('--json', '--key', otherKey, 'valid.json');
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'invalid', keyTrust: 'unknown', keys: [] });
  expect(code).toBe(1);
  expect((await command('--key', otherKey, '--key', key, 'valid.json')).code).toBe(0);
});

it('an open order exits with 2', { timeout: TIMEOUT_MS }, async () => {
  const { code, stdout } = await command('open.json');
  expect(stdout).toContain('not settled yet');
  expect(code).toBe(2);
});

it('a file that is not a receipt exits with 1, and none of it is printed', { timeout: TIMEOUT_MS }, async () => {
  const { code, stdout } = await command('none.json');
  expect(stdout).toBe('✗ The file is a receipt, to the byte (format: NOT_CANONICAL)\n\nVerdict: NOT VALID\n');
  expect(code).toBe(1);
});

it('no text in a receipt or key can control the terminal', { timeout: TIMEOUT_MS }, async () => {
  // CSI as one character, a character that turns the line right to left, an invisible one, a private-use one.
  const hostile = '\u009b31m\u202eDSU\u200b\ue000';
  await writeFile(
    join(folder, 'hostile.json'),
    (await readFile(join(folder, 'valid.json'), 'utf8')).replaceAll('BTC-USD', hostile),
  );
  const shown = await command('hostile.json');
  expect(shown.stdout).toContain('order 42, ?31m?DSU?? up');
  expect(shown.code).toBe(1);

  const signer = await testSigner('can\u202edor');
  await writeFile(join(folder, 'named.json'), await makeReceipt({}, signer));
  const named = await command('named.json');
  expect(named.stdout).toContain('Key: can?dor+');
  const json = await command('--json', 'named.json');
  expect(JSON.parse(json.stdout)).toMatchObject({ verdict: 'consistent', keys: [verifierKeyText(signer.key)] });
  const key = await command('--key', '\u001b]0;owned\u0007', 'valid.json');
  expect(key.stderr).toBe('This is not a verifier key: ?]0;owned?\n');
  const path = await command('\u001b[2J.json');
  expect(path.stderr).toBe('The file cannot be read: ?[2J.json\n');
  for (const { stdout, stderr } of [shown, named, json, key, path]) {
    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  }
});

it('wrong use exits with 64', { timeout: TIMEOUT_MS }, async () => {
  for (const args of [
    [],
    ['a', 'b'],
    ['--unknown', 'valid.json'],
    ['missing.json'],
    ['--key', 'candor', 'valid.json'],
  ]) {
    const { code, stdout, stderr } = await command(...args);
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 64, stdout: '' });
    expect(stderr).not.toBe('');
  }
});

it('has words for every warning: one without them would end the command', () => {
  expect(Object.keys(WARNINGS).toSorted()).toEqual([...WARNING_KEYS].toSorted());
  for (const words of Object.values(WARNINGS)) expect(words(2)).not.toBe('');
});
