import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import type { Acting } from './acting-store.ts';
import { asGiven, firstRow, firstValue, manyValues, write } from '../../platform/db/statement.ts';

/** An unused session of an operator ends after this. The database ends any session at the age of twelve hours. */
const IDLE_MINUTES = 30;
/** A session that was used is extended no more often than this, so that reads stay reads. */
const EXTENDED_EVERY_SEC = 60;

const stage = z.enum(['code', 'setup', 'full']);

const operator = z.object({
  operatorId: int8,
  sessionId: z.string(),
  username: z.string(),
  stage,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Whether a second factor is set up. */
  secured: z.boolean(),
});
export type Operator = z.infer<typeof operator> & Acting;

/** What an operator may; nothing for one who has left. */
export const selectPermissions = manyValues(
  z.string(),
  `select distinct p from operator o join role r on r.name = any(o.roles) cross join unnest(r.permissions) p
   where o.id = $1 and o.left_at is null`,
  (operatorId: bigint) => [operatorId],
);

const findOperatorRow = firstRow(
  operator,
  `select session_id, operator_id, username, stage, roles, permissions, secured
   from find_operator($1, $2, $3, $4, $5)`,
  asGiven,
  { name: 'find-operator' },
);

/** The operator whose live session this token opens. A member who lost the role or the account has none. */
export async function findOperator(
  db: Db,
  session: Buffer,
  { extends: mayExtend, address }: { extends: boolean; address: string },
): Promise<Operator | undefined> {
  const row = await findOperatorRow(db, session, mayExtend, IDLE_MINUTES, EXTENDED_EVERY_SEC, address);
  return row === undefined ? undefined : { ...row, session };
}

export interface NewOperatorSession {
  /** SHA-256 of its token. */
  readonly session: Buffer;
  readonly userAgent: string;
  readonly address: string;
}

const beginLoginRow = firstRow(
  z.object({ stage: z.nullable(stage) }),
  'select begin_operator_login($1, $2, $3, $4) as stage',
  asGiven,
);

/** After the password: a session that can only finish the login. Returns the stage that it has; null for who may not come from there. */
export async function beginLogin(
  db: Db,
  { operatorId, session, userAgent, address }: NewOperatorSession & { operatorId: bigint },
): Promise<Operator['stage'] | null> {
  const row = await beginLoginRow(db, operatorId.toString(), session, userAgent, address);
  if (row === undefined) throw new Error('a function returned no row');
  return row.stage;
}

/** What finishes a login, as the audit has it. */
export type FinishingAct =
  | { readonly command: 'console/login'; readonly secondFactor: 'authenticator' | 'recovery' | 'none' }
  | { readonly command: 'console/second-factor' };

/** Ends the session of this transaction and opens one that may work in its place. The audit has an entry of it. */
export const finishLogin = write(
  'select finish_operator_login($1, $2, $3, $4, $5)',
  ({ session, userAgent, address }: NewOperatorSession, { command, ...detail }: FinishingAct) => [
    session,
    userAgent,
    address,
    command,
    JSON.stringify(detail),
  ],
);

/** Ends a session of the operator who acts. Whether there was one. */
export const endSession = firstValue(
  z.boolean(),
  'select end_operator_session($1) as ended',
  (sessionId: string) => [sessionId],
  { or: false },
);

/** When this operator used the permission last. The database keeps the hour. */
export const noteUse = write('select note_use($1, $2)', (session: Buffer, permission: string) => [session, permission]);

export const deleteExpiredOperatorSessions = write('select forget_operator_sessions()');
