import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** SQL about pictures of members. Their bytes are elsewhere, see sealed-files.ts. */

export type FilePurpose = 'identity' | 'avatar' | 'depositProof' | 'supportPicture';

export interface NewFile {
  readonly id: string;
  readonly memberId: bigint;
  readonly purpose: FilePurpose;
  readonly bytes: number;
  readonly sha256: Buffer;
}

export interface DayLimit {
  readonly filesMax: number;
  readonly bytesMax: number;
}

/**
 * Writes the row unless the member's files of the last day are at the limit. Needs a transaction: calls for one member
 * wait for each other, so that many at once cannot pass together.
 */
export async function insertFile(db: Db, file: NewFile, { filesMax, bytesMax }: DayLimit): Promise<boolean> {
  const memberId = file.memberId.toString();
  await db.query(`select wait_turn('file/' || $1)`, [memberId]);
  const { rowCount } = await db.query(
    `insert into file (id, member_id, purpose, bytes, sha256)
     select $1, $2, $3, $4::integer, $5
     from (select count(*) as files, coalesce(sum(bytes), 0) as bytes from file
       where member_id = $2 and created_at > clock_timestamp() - interval '1 day') today
     where today.files < $6 and today.bytes + $4::integer <= $7`,
    [file.id, memberId, file.purpose, file.bytes, file.sha256, filesMax, bytesMax],
  );
  return rowCount === 1;
}

/** Says that rows of this transaction refer to these files, so that they stay. @throws Error when one is gone */
export async function keepFiles(db: Db, ids: readonly string[]): Promise<void> {
  const { rowCount } = await db.query(
    'update file set unused_since = null where id = any($1::uuid[]) and erased_at is null',
    [ids],
  );
  if (rowCount !== new Set(ids).size) throw new Error('a file that should be kept was erased');
}

/** Says that nothing refers to these files any more. They are deleted after a day. */
export const releaseFiles = write(
  'update file set unused_since = clock_timestamp() where id = any($1::uuid[])',
  (ids: readonly string[]) => [ids],
);

const unused = z.object({ id: z.string() });

/** Files that nothing has referred to for a day, the oldest first. */
export const selectUnusedFiles = manyRows(
  unused,
  `select id from file
   where unused_since < clock_timestamp() - interval '1 day' and id <> all($1::uuid[])
   order by unused_since limit $2`,
  (except: readonly string[], limit: number) => [except, limit],
);

/** False when the file is in use again, or gone. @throws when a row still refers to it */
export const deleteUnusedFile = firstValue(z.boolean(), 'select drop_unused_file($1) as done', (id: string) => [id], {
  or: false,
});

/** Those of these whose bytes were not erased: pictures, files of statements, and requests of everything about a member. */
export const selectKeptFiles = manyRows(
  z.object({ id: z.string() }),
  `select id from file where id = any($1::uuid[]) and erased_at is null
   union all select id from statement_file where id = any($1::uuid[]) and erased_at is null
   union all select id from data_request where id = any($1::uuid[]) and status in ('asked', 'ready')`,
  (ids: readonly string[]) => [ids],
);
