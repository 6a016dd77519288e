// SQL of the candles the feed writes, set-based.

import type { Feed } from '@candor/contract/market';
import type { Candle } from '@candor/domain/market/candles';
import type { Price } from '@candor/domain/price';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { moment } from '../../../platform/db/rows.ts';
import { priceUnits } from '../../../services/columns/columns.ts';
import { manyRows, write } from '../../../platform/db/statement.ts';

export interface ProductCandle {
  readonly product: string;
  readonly candle: Candle;
  /** The kind of its prices; null if it is not known. */
  readonly feed?: Feed | null;
}

const INSERT_SQL = `
  insert into candle (product, t, o, h, l, c, v, src, feed)
  select product, to_timestamp(t / 1000), o, h, l, c, v, src, feed
  from unnest($1::text[], $2::float8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::numeric[], $8::text[],
    $9::text[]) as row (product, t, o, h, l, c, v, src, feed)`;

function columns(rows: readonly ProductCandle[]): unknown[] {
  return [
    rows.map(({ product }) => product),
    rows.map(({ candle }) => candle.t),
    rows.map(({ candle }) => candle.o),
    rows.map(({ candle }) => candle.h),
    rows.map(({ candle }) => candle.l),
    rows.map(({ candle }) => candle.c),
    rows.map(({ candle }) => candle.v),
    rows.map(({ candle }) => candle.src ?? null),
    rows.map(({ feed }) => feed ?? null),
  ];
}

/** Writes bars built from ticks and replaces existing bars. */
export async function writeCandles(db: Db, rows: readonly ProductCandle[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `${INSERT_SQL} on conflict (product, t) do update
       set o = excluded.o, h = excluded.h, l = excluded.l, c = excluded.c, v = excluded.v, src = excluded.src,
         feed = excluded.feed`,
    columns(rows),
  );
}

/** Writes bars from a source's history where no bar exists; bars built from ticks stay. */
export const fillCandles = write(
  `${INSERT_SQL} on conflict (product, t) do nothing`,
  (rows: readonly ProductCandle[]) => columns(rows),
);

/** Lets the database plan with the bars that are there now. Plans made before, for fewer bars, are made again. */
export const countCandles = write('select count_candles()');

export interface NewestCandle {
  readonly t: number;
  readonly close: Price;
  /** Whether the bar was built from our own ticks. */
  readonly fromTicks: boolean;
}

const newestCandle = z.object({ product: z.string(), t: moment, c: priceUnits, src: z.nullable(z.string()) });

const readNewestCandlesRows = manyRows(
  newestCandle,
  `select p.code as product, newest.t, newest.c, newest.src from product p
   cross join lateral (select t, c, src from candle where product = p.code order by t desc limit 1) newest`,
);

/** The newest bar of each product that has one. */
export async function readNewestCandles(db: Db): Promise<Map<string, NewestCandle>> {
  const result = await readNewestCandlesRows(db);
  return new Map(result.map((row) => [row.product, { t: row.t, close: row.c, fromTicks: row.src === null }]));
}
