// SQL of what ends by itself: conversations of visitors, and the bytes of pictures. The worker has no other right here.

import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import { asGiven, firstRow, manyValues, write } from '../../platform/db/statement.ts';

const expireVisitorsRow = firstRow(
  z.object({ gone: int8 }),
  'select expire_visitor_conversations($1) as gone',
  asGiven,
);

/** Returns how many conversations of visitors it deleted. How old they must be, the database says. */
export async function expireVisitors(db: Db, limit: number): Promise<number> {
  return Number((await expireVisitorsRow(db, limit))?.gone ?? 0n);
}

const expireSilentVisitorsRow = firstRow(
  z.object({ gone: int8 }),
  'select expire_silent_visitors($1) as gone',
  asGiven,
);

/** Returns how many conversations of visitors it deleted that nobody answered. */
export async function expireSilentVisitors(db: Db, limit: number): Promise<number> {
  return Number((await expireSilentVisitorsRow(db, limit))?.gone ?? 0n);
}

export const selectPicturesToErase = manyValues(
  z.uuid(),
  `select id from file
   where purpose = 'supportPicture' and erased_at is null and unused_since is null and id <> all($2::uuid[])
     and created_at < clock_timestamp() - make_interval(days => $1)
   order by created_at limit $3`,
  ({ days, except, limit }: { days: number; except: readonly string[]; limit: number }) => [days, except, limit],
);

export const markPictureErased = write(
  `update file set erased_at = clock_timestamp() where id = $1 and purpose = 'supportPicture'`,
  (id: string) => [id],
);
