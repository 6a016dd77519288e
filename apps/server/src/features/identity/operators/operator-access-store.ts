import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { bytes, int4, int8, moment } from '../../../platform/db/rows.ts';
import { asGiven, firstRow, firstValue, manyRows, write } from '../../../platform/db/statement.ts';

/** SQL about how operators log in. Secrets are sealed here, and codes are keyed hashes. */

const credentials = z.object({ operatorId: int8, passwordHash: z.string(), mayLogIn: z.boolean() });
export type OperatorCredentials = z.infer<typeof credentials>;

/** Of members without a role of an operator, the database tells nothing. */
export const selectOperatorCredentials = firstRow(
  credentials,
  `select operator_id, password_hash, may_log_in
   from operator_credentials($1)`,
  (username: FoldedUsername) => [username],
);

const accessRow = z.object({
  secretSealed: z.nullable(bytes),
  freshSealed: z.nullable(bytes),
  usedStep: z.nullable(int8),
  failures: int4,
  waitSec: int4,
  nowMs: moment,
});
export type AccessRow = z.infer<typeof accessRow>;

const ACCESS = `secret_sealed, fresh_sealed, used_step, failures,
  coalesce(greatest(0, ceil(extract(epoch from locked_until - clock_timestamp()))), 0)::int as wait_sec,
  clock_timestamp() as now_ms`;

const lockAccessRow = firstRow(
  accessRow,
  `select ${ACCESS} from operator_access where operator_id = $1 for update`,
  asGiven,
);

/** An operator's access, locked: codes of one operator are judged one after another. Opens the row if there is none. */
export async function lockAccess(db: Db, operatorId: bigint): Promise<AccessRow> {
  const id = operatorId.toString();
  // Only a row that exists can be locked.
  await db.query('insert into operator_access (operator_id) values ($1) on conflict do nothing', [id]);
  const row = await lockAccessRow(db, id);
  if (row === undefined) throw new Error('an access row was not written');
  return { ...row, nowMs: Math.floor(row.nowMs) };
}

export const writeFreshSecret = write(
  'update operator_access set fresh_sealed = $2 where operator_id = $1',
  (operatorId: bigint, freshSealed: Buffer) => [operatorId, freshSealed],
);

/** The fresh secret becomes the one that counts, and the code that proved it is used. */
export const takeFreshSecret = write(
  `update operator_access set secret_sealed = fresh_sealed, fresh_sealed = null, used_step = $2, failures = 0,
   locked_until = null where operator_id = $1`,
  (operatorId: bigint, usedStep: number) => [operatorId, usedStep],
);

/** @param usedStep null leaves the newest used step as it is */
export const writeCodeTaken = write(
  `update operator_access set used_step = coalesce($2, used_step), failures = 0, locked_until = null
   where operator_id = $1`,
  (operatorId: bigint, usedStep: number | null) => [operatorId, usedStep],
);

export const writeCodeFailed = write(
  `update operator_access set failures = $2,
     locked_until = case when $3 > 0 then clock_timestamp() + make_interval(secs => $3) end
   where operator_id = $1`,
  (operatorId: bigint, failures: number, lockSec: number) => [operatorId, failures, lockSec],
);

export async function replaceRecoveryCodes(db: Db, operatorId: bigint, hashes: readonly Buffer[]): Promise<void> {
  const id = operatorId.toString();
  await db.query('select clear_operator_codes($1)', [id]);
  await db.query(
    'insert into operator_recovery_code (operator_id, code_hash) select $1, hash from unnest($2::bytea[]) as t (hash)',
    [id, [...hashes]],
  );
}

/** True when the code was there: it is used up now. */
export const useRecoveryCode = firstValue(
  z.boolean(),
  'select use_operator_code($1, $2) as done',
  (operatorId: bigint, codeHash: Buffer) => [operatorId, codeHash],
  { or: false },
);

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
export const selectOperatorSessions = manyRows(
  sessionRow,
  `select id, user_agent, address, created_at, last_seen_at,
     expires_at
   from operator_session where operator_id = $1 and stage = 'full' and expires_at > clock_timestamp() order by id desc`,
  (operatorId: bigint) => [operatorId],
);

/** The operator with this name; undefined for a member without a role, and for nobody. */
export const selectOperatorId = firstValue(
  int8,
  `select id from operator o where lower(username collate "C") = $1 and left_at is null and exists (select from role r where r.name = any(o.roles))`,
  (username: FoldedUsername) => [username],
);

/** Changes the password of the operator who acts, if it is still the seen one. Their other sessions end. */
export const changeOperatorPassword = firstValue(
  z.boolean(),
  'select change_operator_password($1, $2) as changed',
  ({ seenHash, newHash }: { seenHash: string; newHash: string }) => [seenHash, newHash],
  { or: false },
);

/** Gives an operator another password, ends every console session of them, and writes it down. */
export const setOperatorPassword = write(
  'select set_operator_password($1, $2)',
  (operatorId: bigint, newHash: string) => [operatorId, newHash],
);

/** Removes the second factor of an operator, with its recovery codes, ends every console session, and writes it down. */
export const resetSecondFactor = write('select reset_operator_factor($1)', (operatorId: bigint) => [operatorId]);

/** Makes an owner of the site, or one again. */
export const employOwnerRow = write('select employ_owner($1, $2)', (username: string, passwordHash: string) => [
  username,
  passwordHash,
]);

/** Whether no session of theirs works before a second factor is set up. */
export const mustSecure = firstValue(
  z.boolean(),
  'select must_secure from operator where id = $1',
  (operatorId: bigint) => [operatorId],
  { or: true },
);

export interface Acceptance {
  /** SHA-256 of the link's token. */
  readonly token: Buffer;
  readonly code: string;
  readonly passwordHash: string;
  /** SHA-256 of the token of the session that it opens. */
  readonly session: Buffer;
  readonly userAgent: string;
  readonly address: string;
}

/** Makes the operator of an invitation, with a session that can only set the second factor up. A wrong code is counted. */
export const acceptInvitation = firstValue(
  z.enum(['joined', 'code', 'unknown']),
  'select accept_invitation($1, $2, $3, $4, $5, $6) as answer',
  ({ token, code, passwordHash, session, userAgent, address }: Acceptance) => [
    token,
    code,
    passwordHash,
    session,
    userAgent,
    address,
  ],
);
