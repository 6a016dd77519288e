import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { witnessKeyText } from '../src/order-log/cosignature.ts';
import { logCheckpointText } from '../src/order-log/log-checkpoint.ts';
import { verifierKeyText } from '../src/signed-note.ts';
import { makeEntries } from '../src/testing/naive-tree.ts';
import { testWitness } from '../src/testing/web-crypto.ts';
import { headOf, startTestSite } from './testing/test-site.ts';

const COMMAND = fileURLToPath(new URL('candor-witness.mjs', import.meta.url));
const TIMEOUT_MS = 60_000;

let folder = '';
/** @type {import('./testing/test-site.ts').TestSite} */
let site;
let key = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-witness-command-'));
  site = await startTestSite(makeEntries(300));
  key = verifierKeyText(site.signer.key);
});

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

it('looks at a site once, and says what it saw', { timeout: TIMEOUT_MS }, async () => {
  const once = ['--site', site.url.href, '--log-key', key, '--once'];
  const first = await command(...once, '--name', 'me.example', '--first-witness');
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('FIRST WITNESS: nobody else was asked.') });
  expect(first.stdout).toMatch(/^Witness: me\.example\+[0-9a-f]{8}\+\S+\ncosigned size 300, root [0-9a-f]{64}\n$/);
  site.entries = makeEntries(400, 'forged');
  const second = await command(...once);
  expect(second.code).toBe(1);
  expect(second.stdout).toContain('HISTORY CHANGED: the log does not begin with what the site signed before.');
  const path = second.stdout.trim().split(' ').at(-1);
  expect(await readFile(path, 'utf8')).toContain(await site.checkpoint());
});

it('listens until it is told to stop, alone with its state', { timeout: TIMEOUT_MS }, async () => {
  const args = [
    '--log-key',
    key,
    '--name',
    'two.example',
    '--state',
    'two',
    '--listen',
    '127.0.0.1:0',
    '--first-witness',
  ];
  const running = spawn(process.execPath, [COMMAND, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  for await (const part of running.stdout) {
    said += part;
    if (said.includes('Listening on ')) break;
  }
  expect(said).toMatch(/^Witness: two\.example\+\S+\nListening on 127\.0\.0\.1:\d+\n$/);
  expect(await command(...args)).toMatchObject({ code: 64, stderr: 'Another witness runs with this state.\n' });
  running.kill('SIGTERM');
  expect(await once(running, 'exit')).toEqual([0, null]);
  expect((await command(...args, '--name', 'three.example')).stderr).toContain('is named two.example');
});

it('cosigns nothing of a log that it never saw, until it knows whom to ask', { timeout: TIMEOUT_MS }, async () => {
  const fresh = ['--log-key', key, '--name', 'fresh.example', '--state', 'fresh'];
  const file = join(folder, 'policy.txt');
  const other = await testWitness('other.example');
  const policy = (quorum) =>
    writeFile(file, `log ${key} ${site.url.href}\nwitness o ${witnessKeyText(other.key)}\nquorum ${quorum}\n`);
  for (const args of [['--site', site.url.href, '--once'], []]) {
    const refused = await command(...fresh, ...args);
    expect(refused).toMatchObject({ code: 64, stdout: '' });
    expect(refused.stderr).toContain('cannot know whether it is the one that everybody else is shown');
  }
  await policy('none');
  expect((await command(...fresh, '--policy', file)).stderr).toContain('The policy asks for no witness');
  await policy('o');
  expect((await command(...fresh, '--policy', file, '--first-witness')).code).toBe(64);
  // The others cosigned the log of the first test; the site shows this witness a fork.
  const honest = logCheckpointText(headOf(makeEntries(300)));
  const checkpoint = `${await site.signer.sign(honest)}${await other.cosign(honest, Math.floor(Date.now() / 1000))}`;
  site.answers.set('/api/log/witnesses', { items: [{ checkpoint }] });
  site.entries = makeEntries(400, 'forged');
  const forked = await command(...fresh, '--policy', file, '--site', site.url.href, '--once');
  expect(forked).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('FORK: other witnesses cosigned another log'),
  });
  site.entries = makeEntries(300);
  const agreed = await command(...fresh, '--policy', file, '--site', site.url.href, '--once');
  expect(agreed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('cosigned size 300') });
  // From now on it knows the log itself.
  expect(await command(...fresh, '--site', site.url.href, '--once')).toMatchObject({ code: 0, stderr: '' });
});

it('wrong use exits with 64', { timeout: TIMEOUT_MS }, async () => {
  for (const args of [
    [],
    ['--log-key', 'candor'],
    ['--log-key', key, '--listen', 'nowhere'],
    ['--log-key', key, '--site', 'nowhere'],
    ['--log-key', key, '--every', '0'],
    ['--unknown'],
  ]) {
    const { code, stdout, stderr } = await command(...args);
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain('Usage: candor-witness');
  }
});
