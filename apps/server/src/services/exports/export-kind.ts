import { formatMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';

/** How values are written into the file of one operator. */
export interface ExportStyle {
  readonly language: 'zh-Hans' | 'zh-Hant' | 'en';
  readonly money: (amount: Money | null) => string;
  /** In the zone of the business, so that spreadsheets read it as a moment. */
  readonly moment: (atMs: number | null) => string;
}

interface Batch {
  /** What each column that was asked for writes of each row. */
  readonly rows: readonly (readonly string[])[];
  /** The place of the last row. */
  readonly after: string;
}

/** A list that can be a file: what it shows to whom is what its page shows. */
export interface ExportKind {
  readonly list: string;
  /** That of its page. */
  readonly permission: string;
  readonly columns: readonly string[];
  /** Where its rows are large: how many of them are read at once. */
  readonly batchMax?: number | undefined;
  /** Whether it reads files too, or on connections of its own: then no transaction is held meanwhile. */
  readonly isApart?: boolean | undefined;
  /** Before anything is sent. @throws Refused where there is no such file */
  readonly check: (filter: Readonly<Record<string, string>>) => Promise<void>;
  /** Undefined where the list has no such filter. */
  readonly open: (
    filter: Readonly<Record<string, string>>,
    operatorId: bigint,
    columns: readonly string[],
    style: ExportStyle,
  ) => ((db: Db, after: string | undefined, limit: number) => Promise<Batch | undefined>) | undefined;
}

interface Declared<Query, Row> {
  readonly list: string;
  readonly permission: string;
  readonly batchMax?: number;
  readonly isApart?: boolean;
  readonly check?: (query: Query) => Promise<void>;
  /** The query of its page. */
  readonly query: z.ZodMiniType<Query>;
  readonly read: (
    query: Query,
    operatorId: bigint,
  ) => (db: Db, after: string | undefined, limit: number) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row) => string;
  readonly cells: Readonly<Record<string, (row: Row, style: ExportStyle) => string | null>>;
}

export function exportKind<Query, Row>(declared: Declared<Query, Row>): ExportKind {
  const { list, permission, cells } = declared;
  return {
    list,
    permission,
    columns: Object.keys(cells),
    batchMax: declared.batchMax,
    isApart: declared.isApart,
    check: async (filter) => await declared.check?.(z.parse(declared.query, filter)),
    open(filter, operatorId, columns, style) {
      const query = z.safeParse(declared.query, filter);
      if (!query.success) return undefined;
      const read = declared.read(query.data, operatorId);
      return async (db, after, limit) => {
        const rows = await read(db, after, limit);
        const last = rows.at(-1);
        if (last === undefined) return undefined;
        return {
          rows: rows.map((row) => columns.map((name) => cells[name]?.(row, style) ?? '')),
          after: declared.placeOf(last),
        };
      };
    },
  };
}

/** Writes moments in one zone. What the zone is ahead is looked up once for each quarter of an hour: zones change at those. */
export function momentWriter(timeZone: string, offsetOf: (timeZone: string, atMs: number) => number) {
  const known = new Map<number, number>();
  return (atMs: number | null): string => {
    if (atMs === null) return '';
    const quarter = Math.floor(atMs / QUARTER_MS);
    let offset = known.get(quarter);
    if (offset === undefined) {
      if (known.size >= KNOWN_MAX) known.clear();
      offset = offsetOf(timeZone, atMs);
      known.set(quarter, offset);
    }
    return new Date(atMs + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}

const QUARTER_MS = 15 * 60_000;
const KNOWN_MAX = 50_000;

export function moneyWriter(currency: Currency): ExportStyle['money'] {
  return (amount) => (amount === null ? '' : formatMoney(amount, currency));
}
