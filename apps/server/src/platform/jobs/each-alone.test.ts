import { expect, test, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { eachAlone } from './each-alone.ts';

test('runs one after the other; one that fails is named in the log, and the next still runs', async () => {
  const [first, failing] = [Promise.withResolvers<void>(), new Error('no database')];
  const began: string[] = [];
  const log = createLog('silent');
  const error = vi.spyOn(log, 'error');
  const all = eachAlone(log, {
    first: async () => {
      began.push('first');
      await first.promise;
    },
    second: async () => {
      began.push('second');
      throw failing;
    },
    third: async () => {
      began.push('third');
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(began).toEqual(['first']);
  first.resolve();
  await all;
  expect(began).toEqual(['first', 'second', 'third']);
  expect(error).toHaveBeenCalledExactlyOnceWith({ err: failing, work: 'second' }, 'a part of a job failed');
});
