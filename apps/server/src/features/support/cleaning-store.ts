// SQL of what ends by itself: conversations of visitors, and the bytes of pictures. The worker has no other right here.

import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, rowOf, rowsOf } from '../../platform/db/rows.ts';

/** Returns how many conversations of visitors it deleted. How old they must be, the database says. */
export async function expireVisitors(db: Db, limit: number): Promise<number> {
  const result = await db.query('select expire_visitor_conversations($1) as gone', [limit]);
  return Number(rowOf(z.object({ gone: int8 }), result)?.gone ?? 0n);
}

/** Returns how many conversations of visitors it deleted that nobody answered. */
export async function expireSilentVisitors(db: Db, limit: number): Promise<number> {
  const result = await db.query('select expire_silent_visitors($1) as gone', [limit]);
  return Number(rowOf(z.object({ gone: int8 }), result)?.gone ?? 0n);
}

export async function selectPicturesToErase(
  db: Db,
  { days, except, limit }: { days: number; except: readonly string[]; limit: number },
): Promise<string[]> {
  const result = await db.query(
    `select id from file
     where purpose = 'supportPicture' and erased_at is null and unused_since is null and id <> all($2::uuid[])
       and created_at < clock_timestamp() - make_interval(days => $1)
     order by created_at limit $3`,
    [days, except, limit],
  );
  return rowsOf(z.object({ id: z.uuid() }), result).map(({ id }) => id);
}

export async function markPictureErased(db: Db, id: string): Promise<void> {
  await db.query(`update file set erased_at = clock_timestamp() where id = $1 and purpose = 'supportPicture'`, [id]);
}
