// SQL of the time stamps of the order log. The worker writes them; http reads them.

import * as z from 'zod/mini';
import { int8, moment } from '../../../platform/db/rows.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { asGiven, firstRow, manyRows } from '../../../platform/db/statement.ts';

/** A head with the token of an authority over the bytes of `checkpoint`. */
export interface StampedHead {
  /** When the hour began, epoch milliseconds. */
  readonly hour: number;
  readonly size: number;
  readonly checkpoint: string;
  readonly authority: string;
  /** The authority's time, epoch milliseconds. */
  readonly stampedAt: number;
  readonly token: Uint8Array;
}

const selectUnstampedHourRow = firstRow(
  z.object({ hour: moment, size: int8 }),
  `select h.hour, coalesce((select size from log_time_stamp order by hour desc limit 1), 0) as size
   from (select to_timestamp(floor(extract(epoch from clock_timestamp()) / 3600) * 3600) as hour) h
   where not exists (select from log_time_stamp s where s.hour = h.hour)`,
);

/** The hour that has no time stamp yet, and the size of the head that has the newest one. Null if it has one. */
export async function selectUnstampedHour(db: Db): Promise<{ hour: number; newestSize: number } | null> {
  const row = await selectUnstampedHourRow(db);
  return row === undefined ? null : { hour: row.hour, newestSize: Number(row.size) };
}

/** False if another machine was faster. @throws if the note is not of a head of the log */
export async function insertTimeStamp(db: Db, stamped: StampedHead): Promise<boolean> {
  const { hour, size, checkpoint, authority, stampedAt, token } = stamped;
  const { rowCount } = await db.query(
    `insert into log_time_stamp (hour, size, checkpoint, authority, stamped_at, token)
     values (to_timestamp($1::float8 / 1000), $2, $3, $4, to_timestamp($5::float8 / 1000), $6) on conflict do nothing`,
    [hour, size, checkpoint, authority, stampedAt, Buffer.from(token)],
  );
  return rowCount === 1;
}

const stampedRow = z.object({
  hour: moment,
  size: int8,
  checkpoint: z.string(),
  authority: z.string(),
  stampedAt: moment,
  token: z.instanceof(Uint8Array),
});

const selectTimeStampsRows = manyRows(
  stampedRow,
  `select hour, size, checkpoint, authority, stamped_at, token from log_time_stamp
   where $1::float8 is null or hour < to_timestamp($1::float8 / 1000) order by hour desc limit $2`,
  asGiven,
);

/** Newest first. `before`: only of earlier hours, epoch milliseconds. */
export async function selectTimeStamps(db: Db, before: number | null, limit: number): Promise<StampedHead[]> {
  return (await selectTimeStampsRows(db, before, limit)).map(({ size, stampedAt, ...row }) => ({
    ...row,
    size: Number(size),
    stampedAt,
  }));
}
