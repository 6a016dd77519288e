import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, rowOf } from '../../platform/db/rows.ts';

/** An unused session of an operator ends after this, and any session at the age of twelve hours. */
const IDLE_MINUTES = 30;
const AGE_HOURS = 12;
/** A login that is not finished yet. */
const UNFINISHED_MINUTES = 10;
/** Live sessions of one operator. */
const SESSIONS_MAX = 5;
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
export type Operator = z.infer<typeof operator>;

const foundOperator = z.extend(operator, { stale: z.boolean() });

/** The operator whose live session this token opens. A member who lost the role or the account has none. */
export async function findOperator(
  db: Db,
  tokenHash: Buffer,
  { extends: mayExtend }: { extends: boolean },
): Promise<Operator | undefined> {
  const result = await db.query({
    name: 'find-operator',
    text: `select s.id as "sessionId", m.id as "operatorId", m.username, s.stage, r.names as roles, r.permissions,
             coalesce(a.secret_sealed is not null, false) as secured,
             s.stage = 'full' and s.last_seen_at < clock_timestamp() - make_interval(secs => $2) as stale
           from operator_session s
           join member m on m.id = s.operator_id
           left join operator_access a on a.operator_id = m.id
           cross join lateral (
             select array_agg(distinct x.name) as names, array_agg(distinct p) as permissions
             from role x cross join unnest(x.permissions) p where x.name = any(m.roles)) r
           where s.token_hash = $1 and s.expires_at > clock_timestamp() and m.login_allowed and not m.frozen
             and r.names is not null`,
    values: [tokenHash, EXTENDED_EVERY_SEC],
  });
  const row = rowOf(foundOperator, result);
  if (row === undefined) return undefined;
  const { stale, ...found } = row;
  if (stale && mayExtend) await extendSession(db, found.sessionId);
  return found;
}

async function extendSession(db: Db, sessionId: string): Promise<void> {
  await db.query(
    `update operator_session set last_seen_at = clock_timestamp(),
       expires_at = least(clock_timestamp() + make_interval(mins => $2), created_at + make_interval(hours => $3))
     where id = $1`,
    [sessionId, IDLE_MINUTES, AGE_HOURS],
  );
}

export interface NewOperatorSession {
  operatorId: bigint;
  tokenHash: Buffer;
  stage: Operator['stage'];
  userAgent: string;
  address: string;
}

/** Of many sessions of one operator, the oldest end. */
export async function insertOperatorSession(db: Db, session: NewOperatorSession): Promise<void> {
  await db.query(
    `insert into operator_session (operator_id, token_hash, stage, user_agent, address, expires_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(mins => $6))`,
    [
      session.operatorId.toString(),
      session.tokenHash,
      session.stage,
      session.userAgent.slice(0, 300),
      session.address.slice(0, 64),
      session.stage === 'full' ? IDLE_MINUTES : UNFINISHED_MINUTES,
    ],
  );
  await db.query(
    `delete from operator_session where operator_id = $1 and id not in (
       select id from operator_session where operator_id = $1 and expires_at > clock_timestamp() order by id desc limit $2)`,
    [session.operatorId.toString(), SESSIONS_MAX],
  );
}

export async function deleteOperatorSession(db: Db, operatorId: bigint, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from operator_session where id = $1 and operator_id = $2', [
    sessionId,
    operatorId.toString(),
  ]);
  return rowCount === 1;
}

export async function deleteExpiredOperatorSessions(db: Db): Promise<void> {
  await db.query('delete from operator_session where expires_at < clock_timestamp()');
}
