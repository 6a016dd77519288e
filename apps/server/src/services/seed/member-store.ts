import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, rowOf, rowsOf } from '../../platform/db/rows.ts';

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
export async function insertMember(db: Db, member: NewMember): Promise<bigint | undefined> {
  const result = await db.query(
    `insert into member (username, password_hash, withdraw_password_hash, phone, country, real_name_sealed,
       id_number_sealed, invite_code, invited_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [
      member.username,
      member.passwordHash,
      member.withdrawPasswordHash,
      member.phone,
      member.country,
      member.realNameSealed,
      member.idNumberSealed,
      member.inviteCode,
      member.invitedBy?.toString() ?? null,
    ],
  );
  return rowOf(z.object({ id: int8 }), result)?.id;
}

/** Who registers agrees to the texts that hold now. */
export async function insertFirstAcceptances(db: Db, memberId: bigint): Promise<void> {
  await db.query(
    `insert into text_acceptance (member_id, slug, version)
     select $1, slug, max(version) from text_version where slug in ('agreement', 'privacy', 'risk') group by slug`,
    [memberId.toString()],
  );
}

/** Makes a member an operator, or removes those rights. Only the owner of the database may do this. */
export async function updateRights(
  db: Db,
  memberId: bigint,
  { roles, permissions }: { roles: readonly string[]; permissions: readonly string[] },
): Promise<void> {
  await db.query('update member set roles = $2, permissions = $3 where id = $1', [
    memberId.toString(),
    roles,
    permissions,
  ]);
}

/** Which of these names are taken. */
export async function selectTakenUsernames(db: Db, usernames: readonly FoldedUsername[]): Promise<Set<string>> {
  const result = await db.query(
    `select ${FOLDED_USERNAME_SQL} as username from member where ${FOLDED_USERNAME_SQL} = any($1)`,
    [usernames],
  );
  return new Set(rowsOf(z.object({ username: z.string() }), result).map((row) => row.username));
}
