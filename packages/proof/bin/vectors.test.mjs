import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForgedVectors, makeVectors, vectorOf } from '../src/testing/vectors.ts';
import { fixedSigner } from '../src/testing/web-crypto.ts';

/**
 * The files in packages/proof/vectors are what this verifier says, and a second verifier, written in Python from
 * docs/proof-format.md alone, says the same. `WRITE_VECTORS=1` writes the files anew.
 */
const FOLDER = fileURLToPath(new URL('../vectors/', import.meta.url));
const VERIFIER = fileURLToPath(new URL('../../../verifiers/python/candor_verify.py', import.meta.url));
const TIMEOUT_MS = 120_000;
const MUTATIONS = 60;

const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;
if (!hasPython) console.warn('SKIPPED: the verifier in Python was not run, because there is no python3 from 3.9 on.');

/** @type {Map<string, import('../src/testing/vectors.ts').Vector>} */
let vectors = new Map();
let scratch = '';

beforeAll(async () => {
  vectors = await makeVectors();
  scratch = await mkdtemp(join(tmpdir(), 'candor-vectors-'));
}, TIMEOUT_MS);

afterAll(async () => await rm(scratch, { recursive: true }));

it('the files are those that the generator makes', async () => {
  if (process.env['WRITE_VECTORS'] === '1') await writeVectors(FOLDER, vectors);
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).toSorted();
  expect(names).toEqual([...vectors.keys()].map((name) => `${name}.json`).toSorted());
  for (const [name, vector] of vectors) {
    expect(JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8')), name).toEqual(vector);
  }
});

it('every verdict and every warning is among them', () => {
  const all = [...vectors.values()].map(({ expected }) => expected);
  expect([...new Set(all.map(({ verdict }) => verdict))].toSorted()).toEqual([
    'consistent',
    'invalid',
    'provisional',
    'valid',
  ]);
  for (const [name, { expected }] of vectors) {
    if (name.startsWith('true-')) expect(expected.failed, name).toBeNull();
  }
});

describe.skipIf(!hasPython)('the verifier in Python', { timeout: TIMEOUT_MS }, () => {
  it('says the same about the files', async () => {
    expect(await pythonSays(FOLDER)).toEqual(saidBy(vectors));
  });

  it('says the same about every lie signed with the key', async () => {
    const forged = await makeForgedVectors();
    const folder = join(scratch, 'lies');
    await writeVectors(folder, forged);
    expect(await pythonSays(folder)).toEqual(saidBy(forged));
  });

  it('says the same about files with a changed character', async () => {
    const site = await fixedSigner(1);
    const receipt = vectors.get('true-won')?.receipt ?? '';
    const changed = new Map();
    for (let n = 0; n < MUTATIONS; n += 1) {
      // Spread over the file, and the same each time.
      const at = Math.floor(((n + 0.5) / MUTATIONS) * receipt.length);
      const other = receipt[at] === '7' ? '8' : '7';
      const text = receipt.slice(0, at) + other + receipt.slice(at + 1);
      changed.set(`changed-${String(n).padStart(3, '0')}`, await vectorOf('a changed character', text, site));
    }
    expect([...changed.values()].every(({ expected }) => expected.verdict === 'invalid')).toBe(true);
    const folder = join(scratch, 'changed');
    await writeVectors(folder, changed);
    expect(await pythonSays(folder)).toEqual(saidBy(changed));
  });

  it('ends with the same status as candor-verify', () => {
    const file = join(scratch, 'receipt.txt');
    const key = vectors.get('true-won')?.trustedKeys?.[0] ?? '';
    const statuses = ['true-won', 'changed-digit', 'true-not-final'].map((name) => {
      const status = spawnSync('sh', ['-c', 'cat > "$1"', 'sh', file], { input: vectors.get(name)?.receipt }).status;
      expect(status).toBe(0);
      return spawnSync('python3', [VERIFIER, '--key', key, file]).status;
    });
    expect(statuses).toEqual([0, 1, 2]);
    expect(spawnSync('python3', [VERIFIER]).status).toBe(64);
  });
});

/**
 * @param {string} folder
 * @param {Map<string, import('../src/testing/vectors.ts').Vector>} some
 */
async function writeVectors(folder, some) {
  await mkdir(folder, { recursive: true });
  for (const [name, vector] of some) await writeFile(join(folder, `${name}.json`), `${JSON.stringify(vector)}\n`);
}

/** @param {Map<string, import('../src/testing/vectors.ts').Vector>} some */
function saidBy(some) {
  return new Map([...some].map(([name, { expected }]) => [`${name}.json`, expected]));
}

/** @param {string} folder */
async function pythonSays(folder) {
  const { stdout } = await promisify(execFile)('python3', [VERIFIER, '--vectors', folder], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(lines.map(({ name, ...said }) => [name, said]));
}
