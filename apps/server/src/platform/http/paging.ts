import { Refused } from './http-app.ts';

/** `?cursor=&limit=` of a paged list, as the schema read it: it has a limit also when the caller names none. */
export interface Paging {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface PageOptions<Row, Item> {
  readonly paging: Paging;
  /** Reads so many rows: one more than the page has, to know whether there is another. */
  readonly read: (limit: number) => Promise<readonly Row[]>;
  readonly view: (row: Row) => Item;
  /** The place of a row, from which the next page goes on. */
  readonly cursorOf: (row: Row) => { toString: () => string };
}

/** One page of a list, with the cursor of the next. */
export async function pageOf<Row, Item>({ paging, read, view, cursorOf }: PageOptions<Row, Item>): Promise<Page<Item>> {
  const { limit } = paging;
  const rows = await read(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(view), nextCursor: last === undefined ? null : cursorOf(last).toString() };
}

/** The cursor of a list is the number of the last row seen. */
export function cursorNumber(cursor: string | undefined, max?: bigint): bigint | undefined {
  return cursorLike(cursor, /^\d{1,18}$/, (text) => {
    const number = BigInt(text);
    return max !== undefined && number > max ? undefined : number;
  });
}

/** The cursor of a list is the id of the last row seen. */
export function cursorId(cursor: string | undefined): string | undefined {
  return cursorLike(cursor, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, (text) => text);
}

/** The cursor of a list is the date of the last row seen, YYYY-MM-DD. */
export function cursorDate(cursor: string | undefined): string | undefined {
  return cursorLike(cursor, /^[1-9]\d{3}-\d\d-\d\d$/, (text) => {
    const isDate = !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
    return isDate ? text : undefined;
  });
}

/**
 * A cursor of another form. `read` gets the groups of the form, or the whole text if it has none, and returns undefined for a
 * text that is no cursor.
 */
export function cursorLike<Place>(
  cursor: string | undefined,
  form: RegExp,
  read: (...parts: [string, string, string]) => Place | undefined,
): Place | undefined {
  if (cursor === undefined) return undefined;
  const [text, ...groups] = form.exec(cursor) ?? [];
  const [first = text, second = '', third = ''] = groups;
  const place = first === undefined ? undefined : read(first, second, third);
  if (place === undefined) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return place;
}
