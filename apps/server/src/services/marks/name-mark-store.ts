import * as z from 'zod/mini';
import { bytes, int8 } from '../../platform/db/rows.ts';
import { anyRow, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of the marks by which the desk finds a member's full name, which is sealed itself. */

export const insertNameMark = write(
  'insert into name_mark (mark, member_id) values ($1, $2) on conflict do nothing',
  (mark: Buffer, memberId: bigint) => [mark, memberId],
);

export const hasNameMarks = anyRow('select from name_mark limit 1');

/** Names as given at registration, for those who gave one. */
export const selectGivenNames = manyRows(
  z.object({ id: int8, inviteCode: z.string(), nameSealed: z.nullable(bytes) }),
  `select id, invite_code, real_name_sealed as name_sealed from member
   where id > $1 order by id limit $2`,
  (after: bigint, limit: number) => [after, limit],
);

/** Names as submitted with documents. */
export const selectSubmittedNames = manyRows(
  z.object({ id: int8, memberId: int8, nameSealed: bytes }),
  'select id, member_id, name_sealed from verification where id > $1 order by id limit $2',
  (after: bigint, limit: number) => [after, limit],
);
