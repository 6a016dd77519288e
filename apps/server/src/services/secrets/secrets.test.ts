import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets, rotateSigningKey } from './secrets.ts';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'candor-secrets-'));
  folder = join(parent, 'secrets');
});

afterEach(async () => {
  await rm(parent, { recursive: true, force: true });
});

async function modeOf(path: string) {
  return (await stat(path)).mode & 0o777;
}

test('the first start creates keys that only their owner can read', async () => {
  const { fingerprint, seal, tick, push } = await loadSecrets(folder);
  const keys = [fingerprint, seal, tick ?? Buffer.alloc(0), push];
  expect(keys.map((key) => key.length)).toEqual([32, 32, 32, 32]);
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(4);
  expect(await modeOf(folder)).toBe(0o700);
  expect((await readdir(folder)).toSorted()).toEqual(['fingerprint.key', 'push.key', 'seal.key', 'tick.key']);
  for (const name of await readdir(folder)) expect(await modeOf(join(folder, name))).toBe(0o600);
});

test('the next start reads the same keys', async () => {
  expect(await loadSecrets(folder)).toEqual(await loadSecrets(folder));
});

test('processes that start at once get the same keys', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, async () => await loadSecrets(folder)));
  for (const other of others) expect(other).toEqual(first);
  expect(await readdir(folder)).toHaveLength(4);
});

test('no file is made for a key on a token, and one from before is read', async () => {
  expect((await loadSecrets(folder, true)).tick).toBeNull();
  expect(await readdir(folder)).not.toContain('tick.key');
  const { tick } = await loadSecrets(folder);
  expect((await loadSecrets(folder, true)).tick).toEqual(tick);
});

test('a rotation puts a new key in place and keeps the old one until its end', async () => {
  const before = await loadSecrets(folder);
  expect(before.previousTick).toBeNull();
  await rotateSigningKey(folder);
  const after = await loadSecrets(folder);
  expect(after.previousTick).toEqual(before.tick);
  expect(after.tick).not.toEqual(before.tick);
  expect({ ...after, tick: null, previousTick: null }).toEqual({ ...before, tick: null, previousTick: null });
  expect(await modeOf(join(folder, 'tick.key.previous'))).toBe(0o600);
  await expect(rotateSigningKey(folder)).rejects.toThrow('from the last rotation');
  expect(await loadSecrets(folder)).toEqual(after);
});

test('without a key there is nothing to rotate', async () => {
  await expect(rotateSigningKey(folder)).rejects.toThrow(/ENOENT/);
});

test.each([0o604, 0o644, 0o602, 0o620, 0o777])('a key with mode %o is refused', async (mode) => {
  await loadSecrets(folder);
  await chmod(join(folder, 'seal.key'), mode);
  await expect(loadSecrets(folder)).rejects.toThrow(/seal\.key is open to other users/);
});

test('a key that its group may read is accepted: secret stores mount files this way', async () => {
  await loadSecrets(folder);
  await chmod(join(folder, 'seal.key'), 0o440);
  await expect(loadSecrets(folder)).resolves.toBeDefined();
});

test.each([0, 31, 33])('a key of %i bytes is refused', async (length) => {
  await loadSecrets(folder);
  await writeFile(join(folder, 'fingerprint.key'), Buffer.alloc(length));
  await expect(loadSecrets(folder)).rejects.toThrow(/must hold exactly 32 bytes/);
});
