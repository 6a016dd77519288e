import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pageWithArchive, readBeside } from './archived-files.ts';
import type { ArchivedFile } from './archived-files.ts';
import { memberLines } from './member-lines.ts';

/** A file whose lines are the numbers of its orders, and how often it was opened. */
function fileOf(month: string, numbers: readonly bigint[], lastNo = numbers[0] ?? 0n) {
  const opened = { times: 0 };
  const archived: ArchivedFile = {
    month,
    lastNo,
    lines: async () => {
      opened.times += 1;
      return await Promise.resolve(numbers.map((no) => JSON.stringify({ order: { no: Number(no) } })));
    },
  };
  return { archived, opened };
}

const numbered = z.object({ order: z.object({ no: z.int() }) });
const made = { lines: 0 };

async function readLines(lines: readonly string[]) {
  made.lines += lines.length;
  return await Promise.resolve(lines.map((line) => ({ no: BigInt(z.parse(numbered, JSON.parse(line)).order.no) })));
}

async function pageOf(rows: readonly bigint[], files: readonly ArchivedFile[], limit: number, beforeNo?: bigint) {
  const page = await pageWithArchive({ rows: rows.map((no) => ({ no })), files, beforeNo, limit, readLines });
  return page.map(({ no }) => no);
}

describe('a page of what is here and what has left', () => {
  it('opens no file that it does not need', async () => {
    const [newer, older] = [fileOf('2026-02-01', [6n, 5n]), fileOf('2026-01-01', [4n, 3n])];
    const files = [newer.archived, older.archived];
    expect(await pageOf([9n, 8n], files, 2)).toEqual([9n, 8n]);
    expect([newer.opened.times, older.opened.times]).toEqual([0, 0]);
    expect(await pageOf([9n], files, 3)).toEqual([9n, 6n, 5n]);
    expect([newer.opened.times, older.opened.times]).toEqual([1, 0]);
    expect(await pageOf([], files, 10)).toEqual([6n, 5n, 4n, 3n]);
  });

  it('merges numbers near the end of a month', async () => {
    const files = [fileOf('2026-02-01', [7n, 4n]).archived, fileOf('2026-01-01', [6n, 3n]).archived];
    expect(await pageOf([8n, 5n], files, 4)).toEqual([8n, 7n, 6n, 5n]);
  });

  it('has an order once that was read before its month left', async () => {
    expect(await pageOf([5n, 4n], [fileOf('2026-01-01', [4n, 3n]).archived], 10)).toEqual([5n, 4n, 3n]);
  });
});

it('a page of a file with many orders makes rows of those near it alone', async () => {
  const numbers = Array.from({ length: 1_000 }, (_, at) => BigInt(2_000 - at));
  for (const [beforeNo, first] of [
    [undefined, 2_000n],
    [1_501n, 1_500n],
    [1_003n, 1_002n],
  ] as const) {
    made.lines = 0;
    const page = await pageOf([], [fileOf('2026-01-01', numbers).archived], 120, beforeNo);
    expect(page).toEqual(numbers.filter((no) => no <= first).slice(0, 120));
    expect(made.lines).toBeLessThanOrEqual(240);
  }
  // What the database has is older here, and does not keep the file's from the page.
  const mixed = await pageOf([5n, 4n], [fileOf('2026-01-01', numbers).archived], 2);
  expect(mixed).toEqual([2_000n, 1_999n]);
});

describe('a sum', () => {
  const { archived } = fileOf('2026-01-01', [1n]);

  it.each([
    ['reads once where nothing has left', [[]], 1],
    ['reads again where a month has left', [[archived], [archived]], 2],
    ['reads until no month leaves meanwhile', [[], [archived], [archived]].slice(1), 2],
  ] as const)('%s', async (_, lists, reads) => {
    let [listed, read] = [0, 0];
    const { files } = await readBeside(
      async () => await Promise.resolve(lists[Math.min(listed++, lists.length - 1)] ?? []),
      async () => await Promise.resolve((read += 1)),
    );
    expect(read).toBe(reads);
    expect(files).toEqual(lists.at(-1));
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
