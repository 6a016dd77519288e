import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { parse } from 'acorn';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAMS as PROGRAMS_FILE, programsToServe } from '../../apps/client/vite-programs.ts';
import { packProof } from './pack-proof.mjs';
import { ROOT } from './project.mjs';

const VECTORS = join(ROOT, 'packages', 'proof', 'vectors');
const PROGRAMS = join('node_modules', 'candor-proof');
const execute = promisify(execFile);
/** Newer functions that a library uses only where they are: @noble/hashes asks hasHexBuiltin first. */
const ASKED_FIRST = ['toHex', 'fromHex'];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-pack-'));
  const file = await packProof(folder);
  await mkdir(join(folder, 'reader'));
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: join(folder, 'reader') });
}, 120_000);

afterAll(async () => await rm(folder, { recursive: true }));

/** The oldest Node of this machine that is not too old; else the one that runs the tests. */
async function olderNode() {
  for (const path of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(path, 'node');
    if (!existsSync(node)) continue;
    const { stdout } = await execute(node, ['--version']);
    if (stdout.startsWith('v20.')) return node;
  }
  return process.execPath;
}

it('one file, installed without network into an empty folder, verifies receipts', { timeout: 120_000 }, async () => {
  const reader = join(folder, 'reader');
  const installed = await readdir(join(reader, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['candor-proof']);
  const node = await olderNode();
  const answers = [];
  for (const name of ['true-logged-won.json', 'changed-digit.json']) {
    const { receipt, trustedKeys } = JSON.parse(await readFile(join(VECTORS, name), 'utf8'));
    await writeFile(join(reader, 'receipt.json'), receipt);
    const args = [join(PROGRAMS, 'bin', 'candor-verify.mjs'), '--key', trustedKeys[0], 'receipt.json'];
    answers.push(
      await execute(node, args, { cwd: reader }).then(
        ({ stderr }) => [0, stderr],
        ({ code, stderr }) => [code, stderr],
      ),
    );
  }
  expect(answers).toEqual([
    [0, ''],
    [1, ''],
  ]);
  for (const name of ['candor-verify', 'candor-audit', 'candor-witness']) {
    const program = join(PROGRAMS, 'bin', `${name}.mjs`);
    const help = await execute(node, [program, '--help'], { cwd: reader });
    expect(help).toMatchObject({ stdout: expect.stringContaining(`Usage: ${name}`), stderr: '' });
    await expect(execute(node, [program], { cwd: reader })).rejects.toMatchObject({
      code: 64,
      stderr: expect.stringContaining(`Usage: ${name}`),
    });
  }
});

it('uses no syntax and no function that is newer than Node 20', async () => {
  const installed = join(folder, 'reader', PROGRAMS);
  const { builtins } = bcd.javascript;
  const newer = new Set();
  const older = new Set();
  for (const owner of Object.values(builtins)) {
    for (const [name, member] of Object.entries(owner)) {
      const support = member.__compat?.support.nodejs;
      const first = Array.isArray(support) ? support[0] : support;
      if (first === undefined) continue;
      const isNewer = typeof first.version_added !== 'string' || Number.parseFloat(first.version_added) > 20;
      (isNewer ? newer : older).add(name);
    }
  }
  expect(newer).toContain('withResolvers');
  let read = 0;
  for (const part of ['bin', 'lib']) {
    for (const name of await readdir(join(installed, part))) {
      const code = await readFile(join(installed, part, name), 'utf8');
      parse(code, { ecmaVersion: 2023, sourceType: 'module', allowHashBang: true });
      const called = [...code.matchAll(/\.(\w+)\(/g)].map(([, member = '']) => member);
      expect(
        called.filter((member) => newer.has(member) && !older.has(member) && !ASKED_FIRST.includes(member)),
        name,
      ).toEqual([]);
      expect([...code.matchAll(/from "([^"]+)"/g)].filter(([, from = '']) => !/^(?:node:|\.)/.test(from))).toEqual([]);
      read += 1;
    }
  }
  expect(read).toBeGreaterThan(3);
});

it('the site serves this file, and says its bytes and its SHA-256', { timeout: 120_000 }, async () => {
  const served = new Map();
  const emitFile = ({ fileName, source }) => served.set(fileName, Buffer.from(source));
  await programsToServe().generateBundle.call({ emitFile });
  const { file, bytes, sha256 } = JSON.parse(served.get(PROGRAMS_FILE).toString());
  expect([...served.keys()].toSorted()).toEqual([PROGRAMS_FILE, file].toSorted());
  expect(bytes).toBe(served.get(file).length);
  expect(sha256).toBe(createHash('sha256').update(served.get(file)).digest('hex'));
  // What a reader installs from it is what was installed above.
  const again = join(folder, 'served');
  await mkdir(again);
  await writeFile(join(again, file), served.get(file));
  await execute('tar', ['-xzf', file], { cwd: again });
  for (const name of ['candor-verify', 'candor-audit', 'candor-witness']) {
    const program = join('bin', `${name}.mjs`);
    const installed = await readFile(join(folder, 'reader', PROGRAMS, program));
    expect(await readFile(join(again, 'package', program))).toEqual(installed);
  }
});
