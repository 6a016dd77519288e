import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';
import { IDENTITY, identityRow, NEWEST_SUBMISSION } from '../../services/verification/verification-store.ts';
import type { ProvedBy } from '../../services/member-factors/take-proof.ts';
import type { RequestOrigin } from '../../services/security-events/request-origin.ts';
import { FOLDED_USERNAME_SQL } from '../../services/seed/member-store.ts';

/** SQL about members and their sessions. Names and identity numbers are always sealed here. */

const credentials = z.object({
  memberId: int8,
  passwordHash: z.string(),
  frozen: z.boolean(),
  loginAllowed: z.boolean(),
});
export type Credentials = z.infer<typeof credentials>;

export async function selectCredentials(db: Db, username: FoldedUsername): Promise<Credentials | undefined> {
  const result = await db.query({
    name: 'select-credentials',
    text: `select id as "memberId", password_hash as "passwordHash", frozen, login_allowed as "loginAllowed"
           from member where ${FOLDED_USERNAME_SQL} = $1`,
    values: [username],
  });
  return rowOf(credentials, result);
}

/** The code of why an operator froze the member; undefined when no operator did. */
export async function selectFrozenCode(db: Db, memberId: bigint): Promise<string | undefined> {
  const result = await db.query(
    `select code from member_restriction where member_id = $1 and kind = 'frozen' and restricted order by id desc limit 1`,
    [memberId.toString()],
  );
  return rowOf(z.object({ code: z.string() }), result)?.code;
}

const taken = z.object({
  username: z.boolean(),
  phone: z.boolean(),
  inviterId: z.nullable(int8),
  /** Others would take the name for an operator's. */
  kept: z.boolean(),
});

/** Which of these are already taken, and which member the invite code belongs to. */
export async function selectTaken(
  db: Db,
  asked: { username: FoldedUsername; phone: string; inviteCode: string | null },
): Promise<z.infer<typeof taken>> {
  const result = await db.query(
    `select exists (select from member where ${FOLDED_USERNAME_SQL} = $1) as username,
       exists (select from member where phone = $2) as phone,
       (select id from member where invite_code = $3) as "inviterId",
       reads_as_operator($1) as kept`,
    [asked.username, asked.phone, asked.inviteCode],
  );
  const row = rowOf(taken, result);
  if (row === undefined) throw new Error('a select without a from clause returned no row');
  return row;
}

/** Whether others would take this name for an operator's. The database does not say whose. */
export async function selectReadsAsOperator(db: Db, name: string, memberId: bigint): Promise<boolean> {
  const result = await db.query('select reads_as_operator($1, $2) as kept', [name, memberId.toString()]);
  return rowOf(z.object({ kept: z.boolean() }), result)?.kept === true;
}

/** A registration that succeeded, and whether its member may log in. */
const registerAttempt = z.object({
  memberId: int8,
  fingerprint: bytes,
  /** True while it is so new that the same call may be a retry. */
  repeatable: z.boolean(),
  frozen: z.boolean(),
  loginAllowed: z.boolean(),
});
export type RegisterAttempt = z.infer<typeof registerAttempt>;

/** How long a registration may be repeated to get another token. */
const REPEAT_SEC = 60;

export async function selectRegisterAttempt(db: Db, key: string): Promise<RegisterAttempt | undefined> {
  const result = await db.query(
    `select a.member_id as "memberId", a.fingerprint, m.frozen, m.login_allowed as "loginAllowed",
       a.created_at > clock_timestamp() - make_interval(secs => $2) as repeatable
     from register_attempt a join member m on m.id = a.member_id where a.key = $1`,
    [key, REPEAT_SEC],
  );
  return rowOf(registerAttempt, result);
}

export async function insertRegisterAttempt(
  db: Db,
  key: string,
  attempt: Pick<RegisterAttempt, 'memberId' | 'fingerprint'>,
): Promise<void> {
  await db.query('insert into register_attempt (key, fingerprint, member_id) values ($1, $2, $3)', [
    key,
    attempt.fingerprint,
    attempt.memberId,
  ]);
}

const profileRow = z.object({
  ...identityRow.shape,
  memberId: int8,
  username: z.string(),
  avatarFile: z.nullable(z.string()),
  phone: z.string(),
  country: z.nullable(z.string()),
  language: z.nullable(z.enum(['zh-Hans', 'zh-Hant', 'en'])),
  updown: z.nullable(z.enum(['red-up', 'green-up', 'blue-up'])),
  theme: z.nullable(z.enum(['dark', 'light'])),
  care: z.boolean(),
  looksAt: z.nullable(moment),
  nickname: z.string(),
  email: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  createdAt: moment,
});
export type ProfileRow = z.infer<typeof profileRow>;

const PROFILE = `m.id as "memberId", m.username, m.avatar_file as "avatarFile", m.phone, m.country, m.language, m.updown, m.theme,
  m.care_mode as care, m.looks_at as "looksAt", m.nickname, m.email, m.time_zone as "timeZone", m.created_at as "createdAt", ${IDENTITY}`;

export async function selectProfile(db: Db, memberId: bigint): Promise<ProfileRow> {
  return profileOf(
    await db.query(`select ${PROFILE} from member m ${NEWEST_SUBMISSION} where m.id = $1`, [memberId.toString()]),
  );
}

/** Undefined leaves a field as it is; null removes a choice. */
export type Choices = Partial<
  Pick<ProfileRow, 'language' | 'updown' | 'theme' | 'care' | 'nickname' | 'email' | 'timeZone'>
>;

export async function updateChoices(db: Db, memberId: bigint, choices: Choices): Promise<ProfileRow> {
  const result = await db.query(
    `with m as (update member set language = case when $2 then $3 else language end, updown = case when $4 then $5 else updown end,
       theme = case when $6 then $7 else theme end, nickname = coalesce($8, nickname),
       email = case when $9 then $10 else email end, time_zone = case when $11 then $12 else time_zone end,
       care_mode = coalesce($13, care_mode), looks_at = case when $2 or $4 or $6 or $13 is not null then clock_timestamp() else looks_at end
     where id = $1 returning *)
     select ${PROFILE} from m ${NEWEST_SUBMISSION}`,
    [
      memberId,
      choices.language !== undefined,
      choices.language ?? null,
      choices.updown !== undefined,
      choices.updown ?? null,
      choices.theme !== undefined,
      choices.theme ?? null,
      choices.nickname ?? null,
      choices.email !== undefined,
      choices.email ?? null,
      choices.timeZone !== undefined,
      choices.timeZone ?? null,
      choices.care ?? null,
    ],
  );
  return profileOf(result);
}

function profileOf(result: { rows: object[] }): ProfileRow {
  const row = rowOf(profileRow, result);
  if (row === undefined) throw new Error('the member of the session has no row');
  return row;
}

const sessionRow = z.object({
  id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
});
export type SessionRow = z.infer<typeof sessionRow>;

/** Live sessions, newest first: their ids are ordered by time. */
export async function selectSessions(
  db: Db,
  filter: { memberId: bigint; beforeId: string | undefined; limit: number },
): Promise<SessionRow[]> {
  const result = await db.query(
    `select id, user_agent as "userAgent", address, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
     from session
     where member_id = $1 and expires_at > clock_timestamp() and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [filter.memberId, filter.beforeId ?? null, filter.limit],
  );
  return rowsOf(sessionRow, result);
}

/** Whether the member has logged in before. Their network is remembered longer than the login. */
export async function hasLoggedIn(db: Db, memberId: bigint): Promise<boolean> {
  const { rowCount } = await db.query('select from login_network where member_id = $1 limit 1', [memberId.toString()]);
  return rowCount === 1;
}

export async function insertLogin(
  db: Db,
  { memberId, requestOrigin, factor }: { memberId: bigint; requestOrigin: RequestOrigin; factor: 'none' | ProvedBy },
): Promise<void> {
  await db.query('insert into member_login (member_id, device, address, factor) values ($1, $2, $3, $4)', [
    memberId.toString(),
    requestOrigin.device,
    requestOrigin.address,
    factor,
  ]);
}

const second = z.object({ username: z.string(), memberId: int8, frozen: z.boolean(), loginAllowed: z.boolean() });

/** The member at the second step of a login. */
export async function selectSecondStep(db: Db, memberId: bigint): Promise<z.infer<typeof second>> {
  const result = await db.query(
    `select username, id as "memberId", frozen, login_allowed as "loginAllowed" from member where id = $1`,
    [memberId.toString()],
  );
  const row = rowOf(second, result);
  if (row === undefined) throw new Error('the member of a challenge has no row');
  return row;
}
