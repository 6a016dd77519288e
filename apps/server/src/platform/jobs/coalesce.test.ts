import { describe, expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

const ROOM = { waitingMax: 100, full: () => new Error('full') } as const;

/** Calls that stay open until they are answered by hand. */
function openCalls() {
  const calls: {
    items: readonly number[];
    answer: (answers: readonly string[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const ask = async (items: readonly number[]) =>
    await new Promise<readonly string[]>((answer, fail) => calls.push({ items, answer, fail }));
  return { calls, ask };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('coalesce', () => {
  it('asks once for all that come together, and for all that came meanwhile in the next call', async () => {
    const { calls, ask } = openCalls();
    const find = coalesce(ask, { itemsMax: 10, runningMax: 1, ...ROOM });
    const answers = [1, 2].map(async (item) => await find(item));
    await settled();
    answers.push(...[3, 4].map(async (item) => await find(item)));
    await settled();
    expect(calls.map(({ items }) => items)).toEqual([[1, 2]]);
    calls[0]?.answer(['one', 'two']);
    await settled();
    expect(calls.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    calls[1]?.answer(['three', 'four']);
    expect(await Promise.all(answers)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('asks for no more than itemsMax in one call, and has no more than runningMax calls open', async () => {
    const { calls, ask } = openCalls();
    const find = coalesce(ask, { itemsMax: 2, runningMax: 2, ...ROOM });
    const answers = [1, 2, 3, 4, 5, 6, 7].map(async (item) => await find(item));
    await settled();
    expect(calls.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    calls[0]?.answer(['1', '2']);
    await settled();
    expect(calls.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    calls[1]?.answer(['3', '4']);
    calls[2]?.answer(['5', '6']);
    await settled();
    calls[3]?.answer(['7']);
    expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('has no more than runningMax calls open after others have ended', async () => {
    const { calls, ask } = openCalls();
    const find = coalesce(ask, { itemsMax: 1, runningMax: 1, ...ROOM });
    const first = find(1);
    await settled();
    calls[0]?.answer(['1']);
    await first;
    await settled();
    const answers = [2, 3].map(async (item) => await find(item));
    await settled();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2]]);
    calls[1]?.answer(['2']);
    await settled();
    calls[2]?.answer(['3']);
    expect(await Promise.all(answers)).toEqual(['2', '3']);
  });

  it('refuses an item at once while too many wait, and takes the next when there is room', async () => {
    const { calls, ask } = openCalls();
    const find = coalesce(ask, { itemsMax: 10, runningMax: 1, ...ROOM, waitingMax: 2 });
    const answers = [find(1)];
    await settled();
    answers.push(find(2), find(3));
    await expect(find(4)).rejects.toThrow('full');
    calls[0]?.answer(['1']);
    await settled();
    const last = find(5);
    calls[1]?.answer(['2', '3']);
    await settled();
    calls[2]?.answer(['5']);
    expect(await Promise.all([...answers, last])).toEqual(['1', '2', '3', '5']);
  });

  it('fails only the items of a call that failed, or that did not answer for each', async () => {
    const { calls, ask } = openCalls();
    const find = coalesce(ask, { itemsMax: 10, runningMax: 1, ...ROOM });
    const failed = find(1);
    await settled();
    const results = Promise.allSettled([failed, find(2)]);
    calls[0]?.fail(new Error('broken'));
    await settled();
    calls[1]?.answer([]);
    expect((await results).map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual([
      'broken',
      'an answer for each item is needed',
    ]);
    const after = find(3);
    await settled();
    calls[2]?.answer(['3']);
    expect(await after).toBe('3');
  });
});
