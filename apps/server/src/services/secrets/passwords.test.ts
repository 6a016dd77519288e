import * as argon2 from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';
import type { Argon2 } from './passwords.ts';

test('a hash is Argon2id with 19 MiB and two passes, and salted', async () => {
  const passwords = createPasswords();
  const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
  expect(first).not.toBe(second);
  expect(argon2.parseOptions(first)).toMatchObject({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await passwords.verify(first, 'correct horse')).toBe(true);
  expect(await passwords.verify(first, 'correct horsE')).toBe(false);
});

test('without a member the same work is done, and no password matches', async () => {
  const seen: string[] = [];
  const passwords = createPasswords({
    ...argon2,
    verify: async (hash, password) => {
      seen.push(String(hash));
      return await argon2.verify(hash, password);
    },
  });
  const hash = await passwords.hash('correct horse');
  expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
  expect(await passwords.verify(hash, 'wrong')).toBe(false);
  const [nobodys = '', members = ''] = seen;
  expect(members).toBe(hash);
  const { algorithm, memoryCost, timeCost, parallelism, outputLen } = argon2.parseOptions(nobodys);
  expect(argon2.parseOptions(members)).toMatchObject({ algorithm, memoryCost, timeCost, parallelism, outputLen });
});

/** Work that ends when the test says so. */
function heldWork() {
  const held: (() => void)[] = [];
  const work: Argon2 = {
    hash: async () => 'nobody',
    verify: async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return true;
    },
  };
  return { held, work };
}

async function settle() {
  return await new Promise((resolve) => setImmediate(resolve));
}

test('three run at once, a hundred wait, and the next one is refused', async () => {
  const { held, work } = heldWork();
  const passwords = createPasswords(work);
  const running = Array.from({ length: 103 }, async () => await passwords.verify('hash', 'x'));
  await settle();
  expect(held).toHaveLength(3);
  await expect(passwords.verify('hash', 'x')).rejects.toMatchObject({ key: 'RATE_LIMITED' });
  for (let done = 0; done < 103; done += 1) {
    held[done]?.();
    await settle();
    expect(held.length).toBeLessThanOrEqual(done + 4);
  }
  expect(await Promise.all(running)).toHaveLength(103);
});

test('failed work frees its place', async () => {
  const passwords = createPasswords({
    hash: async () => await Promise.reject(new Error('out of memory')),
    verify: async () => true,
  });
  for (let i = 0; i < 10; i += 1) await expect(passwords.hash('x')).rejects.toThrow('out of memory');
  expect(await passwords.verify('hash', 'x')).toBe(true);
});
