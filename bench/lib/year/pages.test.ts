import { expect, test } from 'vitest';
import { readsOfPages } from './operations.ts';
import { asksOf, KNOWN, LEFT_OUT, NAMED } from './pages.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('every call that opens a page is measured, or left out for a reason', async () => {
  const reads = await readsOfPages();
  expect(reads.length).toBeGreaterThan(100);
  for (const read of reads) {
    const asked = asksOf(read);
    if (asked === undefined) expect(LEFT_OUT[read.path]).toMatch(/\w+ \w+/);
    else
      for (const { path } of asked)
        for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(Object.keys(KNOWN), path).toContain(name);
  }
});

test('what is asked is what the contract takes', async () => {
  const sample = (name: string): string =>
    ({ day: '2026-01-01', later: '2026-01-04', halfAYear: '2025-07-01', yesterday: '2026-01-09' })[name] ??
    (['username', 'operator', 'depositRef', 'bankRef', 'orderNo', 'txid'].includes(name) ? '77' : ID);
  for (const read of await readsOfPages())
    for (const { name, path } of asksOf(read) ?? []) {
      const { searchParams } = new URL(
        path.replaceAll(/\{(\w+)\}/g, (_, word: string) => sample(word)),
        'http://site',
      );
      const asked = read.query?.safeParse(Object.fromEntries(searchParams));
      expect(asked?.error?.issues, name).toBeUndefined();
    }
});

test('nothing is named that no call is', async () => {
  const paths = (await readsOfPages()).map(({ path }) => path);
  expect(NAMED.filter((path) => !paths.some((each) => each === path))).toEqual([]);
});
