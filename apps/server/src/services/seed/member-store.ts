import type { FoldedUsername } from '@candor/domain/identity/username';
import type { Db } from '../../platform/db/pool.ts';

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
  roles: readonly string[];
  permissions: readonly string[];
}

/** The new member's id, or undefined when username, phone or invite code are taken: waits for whoever is taking them. */
export async function insertMember(db: Db, member: NewMember): Promise<bigint | undefined> {
  const { rows } = await db.query<{ id: bigint }>(
    `insert into member (username, password_hash, withdraw_password_hash, phone, country, real_name_sealed,
       id_number_sealed, invite_code, invited_by, roles, permissions)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
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
      member.roles,
      member.permissions,
    ],
  );
  return rows[0]?.id;
}

/** Which of these names are taken. */
export async function selectTakenUsernames(db: Db, usernames: readonly FoldedUsername[]): Promise<Set<string>> {
  const { rows } = await db.query<{ username: string }>(
    `select ${FOLDED_USERNAME_SQL} as username from member where ${FOLDED_USERNAME_SQL} = any($1)`,
    [usernames],
  );
  return new Set(rows.map((row) => row.username));
}
