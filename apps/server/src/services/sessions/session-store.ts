import * as z from 'zod/mini';
import { byteaArray } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8, rowOf, rowsOf, wasDone } from '../../platform/db/rows.ts';

const sessionMember = z.object({
  sessionId: z.string(),
  memberId: int8,
  username: z.string(),
  frozen: z.boolean(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** The public key of the device that opened the session; null if it sent none. */
  deviceKey: z.nullable(bytes),
});
export type SessionMember = z.infer<typeof sessionMember>;

const foundSession = z.extend(sessionMember, { stale: z.boolean(), place: int4 });
const sessionId = z.object({ id: z.string() });

/**
 * How long an unused session lives, and how long any session lives after its login. The schema enforces the second
 * limit too.
 */
const IDLE_DAYS = 30;
const AGE_DAYS = 90;
/** Live sessions of one member. */
const SESSIONS_MAX = 20;

/** Which sessions are live, for `session s join member m`. One text, so that requests and sockets always agree. */
const LIVES = 's.expires_at > clock_timestamp() and m.login_allowed';

/**
 * The members of those of these tokens that open a live session, each at the place of its hash. A session used two hours
 * after its last extension lives 30 more days, up to 90 days after its login. The statement writes only then, so that
 * reads stay reads.
 */
export async function findSessions(db: Db, tokenHashes: readonly Buffer[]): Promise<(SessionMember | undefined)[]> {
  const result = await db.query({
    name: 'find-sessions',
    text: `select w.place::int, s.id as "sessionId", m.id as "memberId", m.username, m.frozen, m.roles, m.permissions,
             s.device_key as "deviceKey", s.last_seen_at < clock_timestamp() - interval '2 hours' as stale
           from unnest($1::bytea[]) with ordinality as w (token_hash, place)
           cross join lateral (select * from session x where x.token_hash = w.token_hash offset 0) s
           cross join lateral (select * from member x where x.id = s.member_id offset 0) m
           where ${LIVES}`,
    values: [byteaArray(tokenHashes)],
  });
  const found = Array.from<unknown, SessionMember | undefined>({ length: tokenHashes.length }, () => undefined);
  for (const { stale, place, ...member } of rowsOf(foundSession, result)) {
    if (stale) await slideSession(db, member.sessionId);
    found[place - 1] = member;
  }
  return found;
}

const freeze = z.object({ code: z.nullable(z.string()) });

/** For each token the code of the freeze that ended its session and still holds, or null. */
export async function findFreezes(db: Db, tokenHashes: readonly Buffer[]): Promise<(string | null)[]> {
  const result = await db.query({
    name: 'find-freezes',
    text: 'select code from freezes_behind($1::bytea[]) as code',
    values: [byteaArray(tokenHashes)],
  });
  return rowsOf(freeze, result).map(({ code }) => code);
}

/** Those of the given sessions that are over: ended, expired, or of a member who may no longer log in. */
export async function selectEndedSessions(db: Db, ids: readonly string[]): Promise<string[]> {
  const result = await db.query({
    name: 'select-ended-sessions',
    text: `select asked.id from unnest($1::uuid[]) as asked (id)
           where not exists (
             select from session s join member m on m.id = s.member_id where s.id = asked.id and ${LIVES}
           )`,
    values: [ids],
  });
  return rowsOf(sessionId, result).map(({ id }) => id);
}

async function slideSession(db: Db, sessionId: string): Promise<void> {
  await db.query(
    `update session set last_seen_at = clock_timestamp(),
       expires_at = least(clock_timestamp() + make_interval(days => $2), created_at + make_interval(days => $3))
     where id = $1`,
    [sessionId, IDLE_DAYS, AGE_DAYS],
  );
}

export interface NewSession {
  memberId: bigint;
  userAgent: string;
  address: string;
  /** The public key of the device that logs in; null if it has none. It cannot be changed later. */
  deviceKey: Buffer | null;
  /** Whether the login proved a second factor: that counts as a confirmation. */
  confirmed?: boolean;
}

export async function insertSession(db: Db, session: NewSession & { tokenHash: Buffer }): Promise<string> {
  const result = await db.query(
    `insert into session (member_id, token_hash, user_agent, address, device_key, expires_at, confirmed_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(days => $6), case when $7 then clock_timestamp() end)
     returning id`,
    [
      session.memberId,
      session.tokenHash,
      session.userAgent.slice(0, 300),
      session.address.slice(0, 64),
      session.deviceKey,
      IDLE_DAYS,
      session.confirmed ?? false,
    ],
  );
  const row = rowOf(sessionId, result);
  if (row === undefined) throw new Error('a session was not written');
  return row.id;
}

/**
 * Ends a member's sessions beyond the newest ones, and the expired ones. Runs after the insert of a new session: of
 * many logins at once, the last to get here sees them all.
 */
export async function deleteOldestSessions(db: Db, memberId: bigint): Promise<void> {
  await db.query('select end_oldest_sessions($1, $2)', [memberId.toString(), SESSIONS_MAX]);
}

/** Ends all sessions of a member except this one, and returns how many live ones it ended. */
export async function deleteOtherSessions(db: Db, memberId: bigint, sessionId: string): Promise<number> {
  const result = await db.query('select end_sessions($1, $2) as ended', [memberId.toString(), sessionId]);
  return rowOf(z.object({ ended: int4 }), result)?.ended ?? 0;
}

export async function deleteSession(db: Db, memberId: bigint, sessionId: string): Promise<boolean> {
  return wasDone(await db.query('select end_session($1, $2) as done', [memberId, sessionId]));
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.query('select forget_sessions()');
}
