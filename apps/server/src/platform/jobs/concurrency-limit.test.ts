import { expect, test } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

class Full extends Error {}

/** A call that works until it is told to end. */
function call() {
  const end = Promise.withResolvers<string>();
  let isWorking = false;
  return {
    work: async () => {
      isWorking = true;
      return await end.promise;
    },
    isWorking: () => isWorking,
    end: end.resolve,
    fail: end.reject,
  };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('two calls work at once, one waits for its turn, and another is refused at once', async () => {
  const pass = concurrencyLimit(2, 1, () => new Full());
  const [first, second, third] = [call(), call(), call()];
  const results = [first, second, third].map(async ({ work }) => await pass(work));
  await expect(pass(call().work)).rejects.toBeInstanceOf(Full);
  await settle();
  expect([first, second, third].map(({ isWorking }) => isWorking())).toEqual([true, true, false]);
  first.end('1');
  await settle();
  expect(third.isWorking()).toBe(true);
  second.end('2');
  third.end('3');
  expect(await Promise.all(results)).toEqual(['1', '2', '3']);
});

test('a call that fails gives its turn on, and every turn is free in the end', async () => {
  const pass = concurrencyLimit(1, 1, () => new Full());
  for (let round = 0; round < 3; round += 1) {
    const [first, second] = [call(), call()];
    const results = Promise.allSettled([pass(first.work), pass(second.work)]);
    await settle();
    expect([first.isWorking(), second.isWorking()]).toEqual([true, false]);
    first.fail(new Error('broken'));
    second.end('done');
    expect(await results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'done' }]);
  }
});
