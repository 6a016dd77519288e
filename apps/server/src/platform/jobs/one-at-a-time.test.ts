import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('work with one key runs one after another, in its order; another key does not wait', async () => {
  const inTurn = oneAtATime(10, () => new Error('full'));
  const done: string[] = [];
  const gate = Promise.withResolvers<null>();
  const first = inTurn('a', async () => {
    await gate.promise;
    done.push('a1');
  });
  const second = inTurn('a', async () => void done.push('a2'));
  const other = inTurn('b', async () => void done.push('b'));
  await settle();
  expect(done).toEqual(['b']);
  gate.resolve(null);
  await Promise.all([first, second, other]);
  expect(done).toEqual(['b', 'a1', 'a2']);
});

test('work that fails lets the next one in, and too many are refused at once', async () => {
  const inTurn = oneAtATime(1, () => new Error('full'));
  const gate = Promise.withResolvers<null>();
  const fails = inTurn('a', async () => await gate.promise);
  const waits = inTurn('a', async () => 'done');
  await expect(inTurn('a', async () => 'never')).rejects.toThrow('full');
  gate.reject(new Error('broken'));
  await expect(fails).rejects.toThrow('broken');
  expect(await waits).toBe('done');
  expect(await inTurn('a', async () => 'again')).toBe('again');
});
