import { expect, it } from 'vitest';
import { keptFor } from './kept-for.ts';

it('does the work once for all who ask in its time, and anew for other arguments and later', async () => {
  let [nowMs, done] = [0, 0];
  const ask = keptFor(
    1_000,
    () => nowMs,
    async (name: string, days: number) => {
      done += 1;
      return await Promise.resolve(`${name} ${days} ${done}`);
    },
  );
  expect(await Promise.all([ask('a', 1), ask('a', 1), ask('b', 1)])).toEqual(['a 1 1', 'a 1 1', 'b 1 2']);
  nowMs = 999;
  expect(await ask('a', 1)).toBe('a 1 1');
  nowMs = 1_000;
  expect(await ask('a', 1)).toBe('a 1 3');
});

it('does not keep a failure', async () => {
  let tries = 0;
  const ask = keptFor(
    1_000,
    () => 0,
    async () => {
      tries += 1;
      return await (tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve('here'));
    },
  );
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBe('here');
});
