import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import { asGiven, firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** A member's name as `foldUsername` folds it, and as the unique index has it. */
export const FOLDED_USERNAME_SQL = 'lower(username collate "C")';

export interface NewMember {
  username: string;
  passwordHash: string;
  withdrawPasswordHash: string;
  phone: string;
  country: string | null;
  realNameSealed: Buffer | null;
  idNumberSealed: Buffer | null;
  inviteCode: string;
  invitedBy: bigint | null;
}

/**
 * Opens a normal member, without operator rights. Returns the id, or undefined when the username, phone or invite code
 * is taken. Waits for a transaction that is just taking one of them.
 */
export const insertMember = firstValue(
  int8,
  `insert into member (username, password_hash, withdraw_password_hash, phone, country, real_name_sealed,
     id_number_sealed, invite_code, invited_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
  (member: NewMember) => [
    member.username,
    member.passwordHash,
    member.withdrawPasswordHash,
    member.phone,
    member.country,
    member.realNameSealed,
    member.idNumberSealed,
    member.inviteCode,
    member.invitedBy ?? null,
  ],
);

/** Who registers agrees to the texts that hold now. */
export const insertFirstAcceptances = write(
  `insert into text_acceptance (member_id, slug, version)
   select $1, slug, max(version) from text_version where slug in ('agreement', 'privacy', 'risk') group by slug`,
  (memberId: bigint) => [memberId],
);

const selectTakenUsernamesRows = manyRows(
  z.object({ username: z.string() }),
  `select ${FOLDED_USERNAME_SQL} as username from member where ${FOLDED_USERNAME_SQL} = any($1)
   union select ${FOLDED_USERNAME_SQL} from operator where ${FOLDED_USERNAME_SQL} = any($1)`,
  asGiven,
);

/** Which of these names are taken. */
export async function selectTakenUsernames(db: Db, usernames: readonly FoldedUsername[]): Promise<Set<string>> {
  const result = await selectTakenUsernamesRows(db, usernames);
  return new Set(result.map((row) => row.username));
}
