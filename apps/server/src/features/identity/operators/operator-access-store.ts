import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { bytes, int4, int8, moment, rowOf, rowsOf, wasDone } from '../../../platform/db/rows.ts';

/** SQL about how operators log in. Secrets are sealed here, and codes are keyed hashes. */

const credentials = z.object({ operatorId: int8, passwordHash: z.string(), mayLogIn: z.boolean() });
export type OperatorCredentials = z.infer<typeof credentials>;

/** Of members without a role of an operator, the database tells nothing. */
export async function selectOperatorCredentials(
  db: Db,
  username: FoldedUsername,
): Promise<OperatorCredentials | undefined> {
  const result = await db.query(
    `select operator_id as "operatorId", password_hash as "passwordHash", may_log_in as "mayLogIn"
     from operator_credentials($1)`,
    [username],
  );
  return rowOf(credentials, result);
}

const accessRow = z.object({
  secretSealed: z.nullable(bytes),
  freshSealed: z.nullable(bytes),
  usedStep: z.nullable(int8),
  failures: int4,
  waitSec: int4,
  nowMs: moment,
});
export type AccessRow = z.infer<typeof accessRow>;

const ACCESS = `secret_sealed as "secretSealed", fresh_sealed as "freshSealed", used_step as "usedStep", failures,
  coalesce(greatest(0, ceil(extract(epoch from locked_until - clock_timestamp()))), 0)::int as "waitSec",
  clock_timestamp() as "nowMs"`;

/** An operator's access, locked: codes of one operator are judged one after another. Opens the row if there is none. */
export async function lockAccess(db: Db, operatorId: bigint): Promise<AccessRow> {
  const id = operatorId.toString();
  // Only a row that exists can be locked.
  await db.query('insert into operator_access (operator_id) values ($1) on conflict do nothing', [id]);
  const result = await db.query(`select ${ACCESS} from operator_access where operator_id = $1 for update`, [id]);
  const row = rowOf(accessRow, result);
  if (row === undefined) throw new Error('an access row was not written');
  return { ...row, nowMs: Math.floor(row.nowMs) };
}

export async function writeFreshSecret(db: Db, operatorId: bigint, freshSealed: Buffer): Promise<void> {
  await db.query('update operator_access set fresh_sealed = $2 where operator_id = $1', [
    operatorId.toString(),
    freshSealed,
  ]);
}

/** The fresh secret becomes the one that counts, and the code that proved it is used. */
export async function takeFreshSecret(db: Db, operatorId: bigint, usedStep: number): Promise<void> {
  await db.query(
    `update operator_access set secret_sealed = fresh_sealed, fresh_sealed = null, used_step = $2, failures = 0,
       locked_until = null where operator_id = $1`,
    [operatorId.toString(), usedStep],
  );
}

/** @param usedStep null leaves the newest used step as it is */
export async function writeCodeTaken(db: Db, operatorId: bigint, usedStep: number | null): Promise<void> {
  await db.query(
    `update operator_access set used_step = coalesce($2, used_step), failures = 0, locked_until = null
     where operator_id = $1`,
    [operatorId.toString(), usedStep],
  );
}

export async function writeCodeFailed(db: Db, operatorId: bigint, failures: number, lockSec: number): Promise<void> {
  await db.query(
    `update operator_access set failures = $2,
       locked_until = case when $3 > 0 then clock_timestamp() + make_interval(secs => $3) end
     where operator_id = $1`,
    [operatorId.toString(), failures, lockSec],
  );
}

export async function replaceRecoveryCodes(db: Db, operatorId: bigint, hashes: readonly Buffer[]): Promise<void> {
  const id = operatorId.toString();
  await db.query('select clear_operator_codes($1)', [id]);
  await db.query(
    'insert into operator_recovery_code (operator_id, code_hash) select $1, hash from unnest($2::bytea[]) as t (hash)',
    [id, [...hashes]],
  );
}

/** True when the code was there: it is used up now. */
export async function useRecoveryCode(db: Db, operatorId: bigint, codeHash: Buffer): Promise<boolean> {
  return wasDone(await db.query('select use_operator_code($1, $2) as done', [operatorId.toString(), codeHash]));
}

const sessionRow = z.object({
  id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
});
export type OperatorSessionRow = z.infer<typeof sessionRow>;

/** Live sessions that may work, newest first. */
export async function selectOperatorSessions(db: Db, operatorId: bigint): Promise<OperatorSessionRow[]> {
  const result = await db.query(
    `select id, user_agent as "userAgent", address, created_at as "createdAt", last_seen_at as "lastSeenAt",
       expires_at as "expiresAt"
     from operator_session where operator_id = $1 and stage = 'full' and expires_at > clock_timestamp() order by id desc`,
    [operatorId.toString()],
  );
  return rowsOf(sessionRow, result);
}

/** The operator with this name; undefined for a member without a role, and for nobody. */
export async function selectOperatorId(db: Db, username: FoldedUsername): Promise<bigint | undefined> {
  const result = await db.query(
    `select id from member m where lower(username collate "C") = $1 and exists (select from role r where r.name = any(m.roles))`,
    [username],
  );
  return rowOf(z.object({ id: int8 }), result)?.id;
}

/** Changes the password of the operator who acts, if it is still the seen one. Their other sessions end. */
export async function changeOperatorPassword(
  db: Db,
  { seenHash, newHash }: { seenHash: string; newHash: string },
): Promise<boolean> {
  const result = await db.query('select change_operator_password($1, $2) as changed', [seenHash, newHash]);
  return rowOf(z.object({ changed: z.boolean() }), result)?.changed ?? false;
}

/** Gives an operator another password, ends every console session of them, and writes it down. */
export async function setOperatorPassword(ownerDb: Db, operatorId: bigint, newHash: string): Promise<void> {
  await ownerDb.query('select set_operator_password($1, $2)', [operatorId.toString(), newHash]);
}

/** Removes the second factor of an operator, with its recovery codes, ends every console session, and writes it down. */
export async function resetSecondFactor(ownerDb: Db, operatorId: bigint): Promise<void> {
  await ownerDb.query('select reset_operator_factor($1)', [operatorId.toString()]);
}
