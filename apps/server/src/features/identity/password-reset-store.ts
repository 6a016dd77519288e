import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import { int8 } from '../../platform/db/rows.ts';
import { firstRow, write } from '../../platform/db/statement.ts';
import { FOLDED_USERNAME_SQL } from '../../services/seed/member-store.ts';

/** SQL about a login password that is forgotten. */

const resettable = z.object({ memberId: int8, username: z.string(), phone: z.string() });
export type Resettable = z.infer<typeof resettable>;

/**
 * The member of a user name, or of a phone number that is nobody's user name. Operators are none: who can decide about the money
 * of others does not come in by a text message. An operator who is a member too gets their own account back, and nothing of the console.
 */
export const selectResettable = firstRow(
  resettable,
  `select id as member_id, username, phone from member
   where (${FOLDED_USERNAME_SQL} = $1 or phone = $2)
   order by ${FOLDED_USERNAME_SQL} = $1 desc nulls last limit 1`,
  ({ username, phone }: { username: FoldedUsername | null; phone: string | null }) => [username, phone],
  { name: 'select-resettable' },
);

export const updateForgottenPassword = write(
  `update member set password_hash = $2 where id = $1`,
  (memberId: bigint, newHash: string) => [memberId, newHash],
);
