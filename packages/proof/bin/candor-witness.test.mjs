import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifierKeyText } from '../src/signed-note.ts';
import { makeEntries } from '../src/testing/naive-tree.ts';
import { startTestSite } from './testing/test-site.ts';

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
  const first = await command(...once, '--name', 'me.example');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^Witness: me\.example\+[0-9a-f]{8}\+\S+\ncosigned size 300, root [0-9a-f]{64}\n$/);
  site.entries = makeEntries(400, 'forged');
  const second = await command(...once);
  expect(second.code).toBe(1);
  expect(second.stdout).toContain('HISTORY CHANGED: the log does not begin with what the site signed before.');
  const path = second.stdout.trim().split(' ').at(-1);
  expect(await readFile(path, 'utf8')).toContain(await site.checkpoint());
});

it('listens until it is told to stop, alone with its state', { timeout: TIMEOUT_MS }, async () => {
  const args = ['--log-key', key, '--name', 'two.example', '--state', 'two', '--listen', '127.0.0.1:0'];
  const running = spawn(process.execPath, [COMMAND, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
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
