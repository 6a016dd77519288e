import { SECURITY_EVENTS } from '@candor/contract/security-events';
import * as z from 'zod/mini';
import { moment } from '../../platform/db/rows.ts';
import { firstValue, manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/** SQL about the passwords of a member, and about what has changed on their account. */

const passwordsRow = z.object({ passwordHash: z.string(), withdrawPasswordHash: z.string() });
export type PasswordHashes = z.infer<typeof passwordsRow>;

export const selectPasswordHashes = onlyRow(
  passwordsRow,
  `select password_hash, withdraw_password_hash from member where id = $1`,
  (memberId: bigint) => [memberId],
  { missing: 'the member has no row' },
);

export const updatePasswordHash = write(
  'update member set password_hash = $2 where id = $1',
  (memberId: bigint, hash: string) => [memberId, hash],
);

export const updateWithdrawPasswordHash = write(
  'update member set withdraw_password_hash = $2 where id = $1',
  (memberId: bigint, hash: string) => [memberId, hash],
);

const ownerRow = z.object({ username: z.string(), phone: z.string() });

/** What a stranger may know about a member, so that no password is made of it. */
export const selectOwner = onlyRow(
  ownerRow,
  'select username, phone from member where id = $1',
  (memberId: bigint) => [memberId],
  { missing: 'the member has no row' },
);

const originFields = { id: z.string(), device: z.string(), address: z.string(), at: moment };
const eventRow = z.object({ ...originFields, kind: z.enum(SECURITY_EVENTS), isUnseen: z.boolean() });
export type EventRow = z.infer<typeof eventRow>;
const EVENTS_SHOWN = 20;

export const selectSecurityEvents = manyRows(
  eventRow,
  `select id::text, kind, device, address, at,
     id > coalesce((select event_id from security_seen s where s.member_id = $1), 0) as is_unseen
   from security_event where member_id = $1 order by security_event.id desc limit $2`,
  (memberId: bigint) => [memberId, EVENTS_SHOWN],
);

/** From now on the member has seen the events up to this one. It never goes back, and never beyond what has happened. */
export const writeSeen = write(
  `insert into security_seen (member_id, event_id)
   select $1::bigint, max(id) from security_event where member_id = $1 and id <= $2 having max(id) is not null
   on conflict (member_id) do update set event_id = greatest(security_seen.event_id, excluded.event_id)`,
  (memberId: bigint, eventId: string) => [memberId, eventId],
);

const loginRow = z.object({ ...originFields, factor: z.enum(['none', 'totp', 'passkey', 'recovery']) });
export type LoginRow = z.infer<typeof loginRow>;
const LOGINS_SHOWN = 10;

export const selectLogins = manyRows(
  loginRow,
  'select id::text, device, address, at, factor from member_login where member_id = $1 order by member_login.id desc limit $2',
  (memberId: bigint) => [memberId, LOGINS_SHOWN],
);

export const selectPausedUntil = firstValue(
  z.nullable(moment),
  `select case when withdrawals_paused_until > clock_timestamp() then withdrawals_paused_until end as "until"
   from member where id = $1`,
  (memberId: bigint) => [memberId],
  { or: null },
);
