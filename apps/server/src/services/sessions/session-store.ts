import * as z from 'zod/mini';
import { byteaArray } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8 } from '../../platform/db/rows.ts';
import { asGiven, firstRow, firstValue, manyRows, manyValues, write } from '../../platform/db/statement.ts';

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

const findSessionsRows = manyRows(
  foundSession,
  `select w.place::int, s.id as session_id, m.id as member_id, m.username, m.frozen, m.roles, m.permissions,
     s.device_key, s.last_seen_at < clock_timestamp() - interval '2 hours' as stale
   from unnest($1::bytea[]) with ordinality as w (token_hash, place)
   cross join lateral (select * from session x where x.token_hash = w.token_hash offset 0) s
   cross join lateral (select * from member x where x.id = s.member_id offset 0) m
   where ${LIVES}`,
  asGiven,
  { name: 'find-sessions' },
);

/**
 * The members of those of these tokens that open a live session, each at the place of its hash. A session used two hours
 * after its last extension lives 30 more days, up to 90 days after its login. The statement writes only then, so that
 * reads stay reads.
 */
export async function findSessions(db: Db, tokenHashes: readonly Buffer[]): Promise<(SessionMember | undefined)[]> {
  const result = await findSessionsRows(db, byteaArray(tokenHashes));
  const found = Array.from<unknown, SessionMember | undefined>({ length: tokenHashes.length }, () => undefined);
  for (const { stale, place, ...member } of result) {
    if (stale) await slideSession(db, member.sessionId);
    found[place - 1] = member;
  }
  return found;
}

/** For each token the code of the freeze that ended its session and still holds, or null. */
export const findFreezes = manyValues(
  z.nullable(z.string()),
  'select code from freezes_behind($1::bytea[]) as code',
  (tokenHashes: readonly Buffer[]) => [byteaArray(tokenHashes)],
  { name: 'find-freezes' },
);

/** Those of the given sessions that are over: ended, expired, or of a member who may no longer log in. */
export const selectEndedSessions = manyValues(
  z.string(),
  `select asked.id from unnest($1::uuid[]) as asked (id)
   where not exists (
     select from session s join member m on m.id = s.member_id where s.id = asked.id and ${LIVES}
   )`,
  (ids: readonly string[]) => [ids],
  { name: 'select-ended-sessions' },
);

const slideSession = write(
  `update session set last_seen_at = clock_timestamp(),
     expires_at = least(clock_timestamp() + make_interval(days => $2), created_at + make_interval(days => $3))
   where id = $1`,
  (sessionId: string) => [sessionId, IDLE_DAYS, AGE_DAYS],
);

export interface NewSession {
  memberId: bigint;
  userAgent: string;
  address: string;
  /** The public key of the device that logs in; null if it has none. It cannot be changed later. */
  deviceKey: Buffer | null;
  /** Whether the login proved a second factor: that counts as a confirmation. */
  confirmed?: boolean;
}

const insertSessionRow = firstRow(
  sessionId,
  `insert into session (member_id, token_hash, user_agent, address, device_key, expires_at, confirmed_at)
   values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(days => $6), case when $7 then clock_timestamp() end)
   returning id`,
  asGiven,
);

export async function insertSession(db: Db, session: NewSession & { tokenHash: Buffer }): Promise<string> {
  const row = await insertSessionRow(
    db,
    session.memberId,
    session.tokenHash,
    session.userAgent.slice(0, 300),
    session.address.slice(0, 64),
    session.deviceKey,
    IDLE_DAYS,
    session.confirmed ?? false,
  );
  if (row === undefined) throw new Error('a session was not written');
  return row.id;
}

/**
 * Ends a member's sessions beyond the newest ones, and the expired ones. Runs after the insert of a new session: of
 * many logins at once, the last to get here sees them all.
 */
export const deleteOldestSessions = write('select end_oldest_sessions($1, $2)', (memberId: bigint) => [
  memberId,
  SESSIONS_MAX,
]);

/** Ends all sessions of a member except this one, and returns how many live ones it ended. */
export const deleteOtherSessions = firstValue(
  int4,
  'select end_sessions($1, $2) as ended',
  (memberId: bigint, sessionId: string) => [memberId, sessionId],
  { or: 0 },
);

/** Ends all sessions of a member. */
export const deleteAllSessions = write('select end_sessions($1, null)', (memberId: bigint) => [memberId]);

export const deleteSession = firstValue(
  z.boolean(),
  'select end_session($1, $2) as done',
  (memberId: bigint, sessionId: string) => [memberId, sessionId],
  { or: false },
);

export const deleteExpiredSessions = write('select forget_sessions()');
