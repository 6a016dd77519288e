import { describe, expect, it } from 'vitest';
import { runApart } from './run-apart.ts';
import { CommitUnknown } from './transaction.ts';

const hundred = Array.from({ length: 100 }, (_, index) => index);

/** Work that throws for some items, and remembers how often it ran. */
function workThat(fails: (item: number) => Error | null) {
  const runs: (readonly number[])[] = [];
  const work = async (items: readonly number[]): Promise<number> => {
    runs.push(items);
    const error = items.map(fails).find((found) => found !== null);
    if (error !== undefined && error !== null) throw error;
    return await Promise.resolve(items.length);
  };
  return { runs, work };
}

describe('runApart', () => {
  it('does everything in one run when nothing throws, and nothing for no items', async () => {
    const { runs, work } = workThat(() => null);
    expect(await runApart(hundred, 8, work)).toMatchObject({ failed: [], stopped: null, untried: [] });
    expect((await runApart([], 8, work)).done).toEqual([]);
    expect(runs).toEqual([hundred]);
  });

  it('finds the failed items in few runs, and does all other items, each once and in order', async () => {
    const { runs, work } = workThat((item) => (item === 3 || item === 77 ? new Error(`bad ${item}`) : null));
    const { done, failed, untried } = await runApart(hundred, 8, work);
    expect(failed).toEqual([
      { item: 3, error: new Error('bad 3') },
      { item: 77, error: new Error('bad 77') },
    ]);
    expect(done.flatMap(({ items }) => items)).toEqual(hundred.filter((item) => item !== 3 && item !== 77));
    expect(done.every(({ items, result }) => items.length === result)).toBe(true);
    expect(untried).toEqual([]);
    expect(runs.length).toBeLessThan(35);
  });

  it('stops after the allowed number of failed items', async () => {
    const { runs, work } = workThat(() => new Error('all bad'));
    const { done, failed, untried } = await runApart(hundred, 4, work);
    expect(done).toEqual([]);
    expect(failed.map(({ item }) => item)).toEqual([0, 1, 2, 3]);
    expect(untried.toSorted((a, b) => a - b)).toEqual(hundred.slice(4));
    expect(runs.length).toBeLessThan(20);
  });

  it('stops when the database is unreachable, and blames no item for it', async () => {
    const gone = new CommitUnknown('no answer');
    const { work } = workThat((item) => (item === 10 ? new Error('bad') : item === 60 ? gone : null));
    const { done, failed, stopped, untried } = await runApart(hundred, 8, work);
    expect(stopped?.error).toBe(gone);
    expect(stopped?.items).toContain(60);
    expect(failed.map(({ item }) => item)).toEqual([10]);
    const seen = [...done.flatMap(({ items }) => items), 10, ...(stopped?.items ?? []), ...untried];
    expect(seen.toSorted((a, b) => a - b)).toEqual(hundred);
  });
});
