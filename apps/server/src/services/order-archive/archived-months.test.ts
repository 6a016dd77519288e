import { describe, expect, it } from 'vitest';
import { pageWithArchive, readBeside } from './archived-months.ts';
import type { ArchivedMonth } from './archived-months.ts';
import { memberLines } from './member-lines.ts';

/** A month whose lines are the numbers of its orders, and how often its file was opened. */
function monthOf(month: string, numbers: readonly bigint[], lastNo = numbers[0] ?? 0n) {
  const opened = { times: 0 };
  const archived: ArchivedMonth = {
    month,
    lastNo,
    lines: async () => {
      opened.times += 1;
      return await Promise.resolve(numbers.map(String));
    },
  };
  return { archived, opened };
}

async function readLines(lines: readonly string[]) {
  return await Promise.resolve(lines.map((line) => ({ no: BigInt(line) })));
}

async function pageOf(rows: readonly bigint[], months: readonly ArchivedMonth[], limit: number) {
  const page = await pageWithArchive({ rows: rows.map((no) => ({ no })), months, limit, readLines });
  return page.map(({ no }) => no);
}

describe('a page of what is here and what has left', () => {
  it('opens no file that it does not need', async () => {
    const [newer, older] = [monthOf('2026-02-01', [6n, 5n]), monthOf('2026-01-01', [4n, 3n])];
    const months = [newer.archived, older.archived];
    expect(await pageOf([9n, 8n], months, 2)).toEqual([9n, 8n]);
    expect([newer.opened.times, older.opened.times]).toEqual([0, 0]);
    expect(await pageOf([9n], months, 3)).toEqual([9n, 6n, 5n]);
    expect([newer.opened.times, older.opened.times]).toEqual([1, 0]);
    expect(await pageOf([], months, 10)).toEqual([6n, 5n, 4n, 3n]);
  });

  it('merges numbers near the end of a month', async () => {
    const months = [monthOf('2026-02-01', [7n, 4n]).archived, monthOf('2026-01-01', [6n, 3n]).archived];
    expect(await pageOf([8n, 5n], months, 4)).toEqual([8n, 7n, 6n, 5n]);
  });

  it('has an order once that was read before its month left', async () => {
    expect(await pageOf([5n, 4n], [monthOf('2026-01-01', [4n, 3n]).archived], 10)).toEqual([5n, 4n, 3n]);
  });
});

describe('a sum', () => {
  const { archived } = monthOf('2026-01-01', [1n]);

  it.each([
    ['reads once where nothing has left', [[]], 1],
    ['reads again where a month has left', [[archived], [archived]], 2],
    ['reads until no month leaves meanwhile', [[], [archived], [archived]].slice(1), 2],
  ] as const)('%s', async (_, lists, reads) => {
    let [listed, read] = [0, 0];
    const { months } = await readBeside(
      async () => await Promise.resolve(lists[Math.min(listed++, lists.length - 1)] ?? []),
      async () => await Promise.resolve((read += 1)),
    );
    expect(read).toBe(reads);
    expect(months).toEqual(lists.at(-1));
  });
});

it('the lines of a member are those, and of no one else', () => {
  const line = (member: number, id: string) => JSON.stringify({ order: { id, member_id: member } });
  const lines = [line(1, 'a'), line(3, 'b'), line(3, 'c'), line(20, 'd')];
  expect(memberLines(lines, 3n)).toEqual([lines[1], lines[2]]);
  expect(memberLines(lines, 20n)).toEqual([lines[3]]);
  for (const none of [0n, 2n, 21n]) expect(memberLines(lines, none)).toEqual([]);
  expect(memberLines([], 1n)).toEqual([]);
});
