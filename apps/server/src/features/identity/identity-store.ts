import type { FoldedUsername } from '@candor/domain/identity/username';
import type { Db } from '../../platform/db/pool.ts';
import { FOLDED_USERNAME_SQL } from '../../services/seed/member-store.ts';

/** SQL about members and their sessions. Names and identity numbers come and go sealed. */

export interface Credentials {
  memberId: bigint;
  passwordHash: string;
  frozen: boolean;
  loginAllowed: boolean;
}

export async function selectCredentials(db: Db, username: FoldedUsername): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>({
    name: 'select-credentials',
    text: `select id as "memberId", password_hash as "passwordHash", frozen, login_allowed as "loginAllowed"
           from member where ${FOLDED_USERNAME_SQL} = $1`,
    values: [username],
  });
  return rows[0];
}

/** Which of these are taken, and whose the invite code is. */
export async function selectTaken(
  db: Db,
  asked: { username: FoldedUsername; phone: string; inviteCode: string | null },
): Promise<{ username: boolean; phone: boolean; inviterId: bigint | null }> {
  const { rows } = await db.query<{ username: boolean; phone: boolean; inviterId: bigint | null }>(
    `select exists (select from member where ${FOLDED_USERNAME_SQL} = $1) as username,
       exists (select from member where phone = $2) as phone,
       (select id from member where invite_code = $3) as "inviterId"`,
    [asked.username, asked.phone, asked.inviteCode],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a select without from answers one row');
  return row;
}

/** A registration that succeeded, and whether its member may come in. */
export interface RegisterAttempt {
  memberId: bigint;
  fingerprint: Buffer;
  /** Whether it is so new that the same call may be its repetition. */
  repeatable: boolean;
  frozen: boolean;
  loginAllowed: boolean;
}

/** How long a registration may be repeated for another token. */
const REPEAT_SEC = 60;

export async function selectRegisterAttempt(db: Db, key: string): Promise<RegisterAttempt | undefined> {
  const { rows } = await db.query<RegisterAttempt>(
    `select a.member_id as "memberId", a.fingerprint, m.frozen, m.login_allowed as "loginAllowed",
       a.created_at > clock_timestamp() - make_interval(secs => $2) as repeatable
     from register_attempt a join member m on m.id = a.member_id where a.key = $1`,
    [key, REPEAT_SEC],
  );
  return rows[0];
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

export interface ProfileRow {
  username: string;
  avatar: string;
  phone: string;
  realNameSealed: Buffer | null;
  idNumberSealed: Buffer | null;
  country: string | null;
  inviteCode: string;
  language: 'zh-Hans' | 'zh-Hant' | 'en' | null;
  updown: 'red-up' | 'green-up' | 'blue-up' | null;
  theme: 'dark' | 'light' | null;
  nickname: string;
  email: string | null;
  timeZone: string | null;
  createdAt: number;
}

const PROFILE = `username, avatar, phone, real_name_sealed as "realNameSealed", id_number_sealed as "idNumberSealed", country,
  invite_code as "inviteCode", language, updown, theme, nickname, email, time_zone as "timeZone", created_at as "createdAt"`;

export async function selectProfile(db: Db, memberId: bigint): Promise<ProfileRow> {
  const { rows } = await db.query<ProfileRow>(`select ${PROFILE} from member where id = $1`, [memberId]);
  return theOne(rows);
}

/** What is undefined stays as it is; null takes a choice back. */
export type Choices = Partial<Pick<ProfileRow, 'language' | 'updown' | 'theme' | 'nickname' | 'email' | 'timeZone'>>;

export async function updateChoices(db: Db, memberId: bigint, choices: Choices): Promise<ProfileRow> {
  const { rows } = await db.query<ProfileRow>(
    `update member set language = case when $2 then $3 else language end, updown = case when $4 then $5 else updown end,
       theme = case when $6 then $7 else theme end, nickname = coalesce($8, nickname),
       email = case when $9 then $10 else email end, time_zone = case when $11 then $12 else time_zone end
     where id = $1 returning ${PROFILE}`,
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
    ],
  );
  return theOne(rows);
}

function theOne(rows: readonly ProfileRow[]): ProfileRow {
  const row = rows[0];
  if (row === undefined) throw new Error('a member in session has a row');
  return row;
}

export interface SessionRow {
  id: string;
  userAgent: string;
  address: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

/** Living sessions, newest first: their ids are ordered by time. */
export async function selectSessions(
  db: Db,
  filter: { memberId: bigint; beforeId: string | undefined; limit: number },
): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select id, user_agent as "userAgent", address, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
     from session
     where member_id = $1 and expires_at > clock_timestamp() and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [filter.memberId, filter.beforeId ?? null, filter.limit],
  );
  return rows;
}
