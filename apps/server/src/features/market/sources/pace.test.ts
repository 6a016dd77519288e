import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('lets the first call through at once and the others one after the other', async () => {
  const pace = createPace(40, new AbortController().signal);
  const startedAt = performance.now();
  const passed: [name: string, afterMs: number][] = [];
  const go = async (name: string): Promise<void> => {
    await pace();
    passed.push([name, performance.now() - startedAt]);
  };
  const all = Promise.all([go('first'), go('second'), go('third')]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(passed.map(([name]) => name)).toEqual(['first']);
  await all;
  expect(passed.map(([name]) => name)).toEqual(['first', 'second', 'third']);
  const [, second = 0, third = 0] = passed.map(([, afterMs]) => afterMs);
  // Timers sometimes fire a millisecond early, and on a busy machine all of them fire late.
  expect(second).toBeGreaterThan(35);
  expect(third).toBeGreaterThan(70);
});

it('ends every wait when it is stopped', async () => {
  const stopping = new AbortController();
  const pace = createPace(60_000, stopping.signal);
  await pace();
  const waiting = pace();
  stopping.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
