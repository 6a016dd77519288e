import { describe, expect, it } from 'vitest';
import { cursorId, cursorLike, cursorNumber, pageOf } from './paging.ts';

const ROWS = [9, 8, 7, 6, 5];
/** The rows after the cursor, as a statement would read them. */
async function page(cursor: number | undefined, limit: number) {
  return await pageOf({
    paging: { limit },
    read: async (count) =>
      await Promise.resolve(ROWS.filter((row) => cursor === undefined || row < cursor).slice(0, count)),
    view: (row) => `row ${row}`,
    cursorOf: (row) => row,
  });
}

describe('a page', () => {
  it.each([
    [undefined, 2, ['row 9', 'row 8'], '8'],
    [8, 2, ['row 7', 'row 6'], '6'],
    [6, 2, ['row 5'], null],
    [undefined, 5, ['row 9', 'row 8', 'row 7', 'row 6', 'row 5'], null],
    [5, 2, [], null],
  ])('after %s, of %s: %j, then %s', async (cursor, limit, items, nextCursor) => {
    expect(await page(cursor, limit)).toEqual({ items, nextCursor });
  });

  it('reads one row more than it has', async () => {
    const counts: number[] = [];
    const read = async (count: number) => await Promise.resolve(counts.push(count) > 9 ? [1] : []);
    await pageOf({ read, view: String, cursorOf: (row: number) => row, paging: { limit: 3 } });
    expect(counts).toEqual([4]);
  });
});

const REFUSED = expect.objectContaining({ key: 'FIELD_INVALID', fields: { cursor: 'FIELD_INVALID' } });

describe('a cursor', () => {
  it('is a number of at most 18 digits', () => {
    expect([cursorNumber(undefined), cursorNumber('17'), cursorNumber('9'.repeat(18))]).toEqual([
      undefined,
      17n,
      999_999_999_999_999_999n,
    ]);
    for (const text of ['', '-1', '1.5', 'x', '9'.repeat(19), '１'])
      expect(() => cursorNumber(text), text).toThrow(REFUSED);
    expect(cursorNumber('5', 5n)).toBe(5n);
    expect(() => cursorNumber('6', 5n)).toThrow(REFUSED);
  });

  it('is the id of a row', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect([cursorId(undefined), cursorId(id)]).toEqual([undefined, id]);
    expect(cursorId(id.toUpperCase())).toBe(id.toUpperCase());
    for (const text of ['', 'x', `${id}0`, id.replaceAll('-', '')]) expect(() => cursorId(text), text).toThrow(REFUSED);
  });

  it('is text of several parts, of which the reader may refuse one', () => {
    const read = (text: string | undefined) =>
      cursorLike(text, /^(\d+)-([A-Z]+)$/, (slot, code) => (code === 'NONE' ? undefined : { slot, code }));
    expect([read(undefined), read('7-BTC')]).toEqual([undefined, { slot: '7', code: 'BTC' }]);
    for (const text of ['', '7', '7-btc', '7-NONE', 'BTC-7']) expect(() => read(text), text).toThrow(REFUSED);
  });
});
