import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import { bytes, int8, moment } from '../../platform/db/rows.ts';
import { IDENTITY, identityRow, NEWEST_SUBMISSION } from '../../services/verification/verification-store.ts';
import type { ProvedBy } from '../../services/member-factors/take-proof.ts';
import type { RequestOrigin } from '../../services/security-events/request-origin.ts';
import { FOLDED_USERNAME_SQL } from '../../services/seed/member-store.ts';
import { anyRow, firstRow, firstValue, manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/** SQL about members and their sessions. Names and identity numbers are always sealed here. */

const credentials = z.object({
  memberId: int8,
  passwordHash: z.string(),
  frozen: z.boolean(),
  loginAllowed: z.boolean(),
});
export type Credentials = z.infer<typeof credentials>;

export const selectCredentials = firstRow(
  credentials,
  `select id as member_id, password_hash, frozen, login_allowed
   from member where ${FOLDED_USERNAME_SQL} = $1`,
  (username: FoldedUsername) => [username],
  { name: 'select-credentials' },
);

/** Whether the password that was proved has not been replaced meanwhile. Read under the member's lock. */
export const isPasswordStill = anyRow(
  `select from member where id = $1 and password_hash = $2`,
  (memberId: bigint, passwordHash: string) => [memberId, passwordHash],
);

/** The code of why an operator froze the member; undefined when no operator did. */
export const selectFrozenCode = firstValue(
  z.string(),
  `select code from member_restriction where member_id = $1 and kind = 'frozen' and restricted order by id desc limit 1`,
  (memberId: bigint) => [memberId],
);

const taken = z.object({
  username: z.boolean(),
  phone: z.boolean(),
  inviterId: z.nullable(int8),
  /** Others would take the name for an operator's. */
  kept: z.boolean(),
});

/** Which of these are already taken, and which member the invite code belongs to. */
export const selectTaken = onlyRow(
  taken,
  `select exists (select from member where ${FOLDED_USERNAME_SQL} = $1) as username,
   exists (select from member where phone = $2) as phone,
   (select id from member where invite_code = $3) as inviter_id,
   reads_as_operator($1) as kept`,
  (asked: { username: FoldedUsername; phone: string; inviteCode: string | null }) => [
    asked.username,
    asked.phone,
    asked.inviteCode,
  ],
  { missing: 'a select without a from clause returned no row' },
);

/** Whether others would take this name for an operator's. The database does not say whose. */
export const selectReadsAsOperator = firstValue(
  z.boolean(),
  'select reads_as_operator($1, $2) as kept',
  (name: string, memberId: bigint) => [name, memberId],
  { or: false },
);

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

export const selectRegisterAttempt = firstRow(
  registerAttempt,
  `select a.member_id, a.fingerprint, m.frozen, m.login_allowed,
     a.created_at > clock_timestamp() - make_interval(secs => $2) as repeatable
   from register_attempt a join member m on m.id = a.member_id where a.key = $1`,
  (key: string) => [key, REPEAT_SEC],
);

export const insertRegisterAttempt = write(
  'insert into register_attempt (key, fingerprint, member_id) values ($1, $2, $3)',
  (key: string, attempt: Pick<RegisterAttempt, 'memberId' | 'fingerprint'>) => [
    key,
    attempt.fingerprint,
    attempt.memberId,
  ],
);

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

const PROFILE = `m.id as member_id, m.username, m.avatar_file, m.phone, m.country, m.language, m.updown, m.theme,
  m.care_mode as care, m.looks_at, m.nickname, m.email, m.time_zone, m.created_at, ${IDENTITY}`;

const MISSING = 'the member of the session has no row';

export const selectProfile = onlyRow(
  profileRow,
  `select ${PROFILE} from member m ${NEWEST_SUBMISSION} where m.id = $1`,
  (memberId: bigint) => [memberId],
  { missing: MISSING },
);

/** Undefined leaves a field as it is; null removes a choice. */
export type Choices = Partial<
  Pick<ProfileRow, 'language' | 'updown' | 'theme' | 'care' | 'nickname' | 'email' | 'timeZone'>
>;

export const updateChoices = onlyRow(
  profileRow,
  `with m as (update member set language = case when $2 then $3 else language end, updown = case when $4 then $5 else updown end,
     theme = case when $6 then $7 else theme end, nickname = coalesce($8, nickname),
     email = case when $9 then $10 else email end, time_zone = case when $11 then $12 else time_zone end,
     care_mode = coalesce($13, care_mode), looks_at = case when $2 or $4 or $6 or $13 is not null then clock_timestamp() else looks_at end
   where id = $1 returning *)
   select ${PROFILE} from m ${NEWEST_SUBMISSION}`,
  (memberId: bigint, choices: Choices) => [
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
  { missing: MISSING },
);

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
export const selectSessions = manyRows(
  sessionRow,
  `select id, user_agent, address, created_at, last_seen_at, expires_at
   from session
   where member_id = $1 and expires_at > clock_timestamp() and ($2::uuid is null or id < $2)
   order by id desc limit $3`,
  (filter: { memberId: bigint; beforeId: string | undefined; limit: number }) => [
    filter.memberId,
    filter.beforeId ?? null,
    filter.limit,
  ],
);

/** Whether the member has logged in before. Their network is remembered longer than the login. */
export const hasLoggedIn = anyRow('select from login_network where member_id = $1 limit 1', (memberId: bigint) => [
  memberId,
]);

export const insertLogin = write(
  'insert into member_login (member_id, device, address, factor) values ($1, $2, $3, $4)',
  ({
    memberId,
    requestOrigin,
    factor,
  }: {
    memberId: bigint;
    requestOrigin: RequestOrigin;
    factor: 'none' | ProvedBy;
  }) => [memberId, requestOrigin.device, requestOrigin.address, factor],
);

const second = z.object({ username: z.string(), memberId: int8, frozen: z.boolean(), loginAllowed: z.boolean() });

/** The member at the second step of a login. */
export const selectSecondStep = onlyRow(
  second,
  `select username, id as member_id, frozen, login_allowed from member where id = $1`,
  (memberId: bigint) => [memberId],
  { missing: 'the member of a challenge has no row' },
);
