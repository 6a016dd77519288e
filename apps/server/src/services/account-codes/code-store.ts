import {
  CODE_CHANNELS,
  CODE_LIFE_SEC,
  CODE_PURPOSES,
  CODE_RESEND_SEC,
  CODE_TRIES_MAX,
  NOTICE_LIFE_SEC,
  NOTICE_PURPOSES,
} from '@candor/domain/identity/account-code';
import type { CodeChannel, CodePurpose, NoticePurpose } from '@candor/domain/identity/account-code';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8 } from '../../platform/db/rows.ts';
import { anyRow, firstValue, manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/** SQL about six-digit codes and their way to the member. */

/** The seconds until another code may be made; zero now. */
export const selectResendSec = firstValue(
  int4,
  `select greatest(0, ceil(extract(epoch from made_at - clock_timestamp()) + $3))::int as wait_sec
   from account_code where member_id = $1 and purpose = $2`,
  (memberId: bigint, purpose: CodePurpose) => [memberId, purpose, CODE_RESEND_SEC],
  { or: 0 },
);

/** Replaces the code of a purpose. False when the last one is too new: of two calls at once, one makes a code. */
export const replaceCode = anyRow(
  `insert into account_code (member_id, purpose, code_hash) values ($1, $2, $3)
   on conflict (member_id, purpose) do update
     set code_hash = excluded.code_hash, tries = 0, used_at = null, made_at = clock_timestamp()
     where account_code.made_at <= clock_timestamp() - make_interval(secs => $4)`,
  ({ memberId, purpose, codeHash }: { memberId: bigint; purpose: CodePurpose; codeHash: Buffer }) => [
    memberId,
    purpose,
    codeHash,
    CODE_RESEND_SEC,
  ],
);

/** Counts a guess and returns what it has to match; undefined when there is no code to guess. */
export const countGuess = firstValue(
  bytes,
  `update account_code set tries = tries + 1
   where member_id = $1 and purpose = $2 and used_at is null and tries < $3
     and made_at > clock_timestamp() - make_interval(secs => $4)
   returning code_hash`,
  (memberId: bigint, purpose: CodePurpose) => [memberId, purpose, CODE_TRIES_MAX, CODE_LIFE_SEC],
);

/** Takes back a guess that was right: only wrong ones count. */
export const uncountGuess = write(
  'update account_code set tries = tries - 1 where member_id = $1 and purpose = $2 and tries > 0',
  (memberId: bigint, purpose: CodePurpose) => [memberId, purpose],
);

/** The code that was not used yet. */
export const selectUnused = firstValue(
  bytes,
  'select code_hash from account_code where member_id = $1 and purpose = $2 and used_at is null',
  (memberId: bigint, purpose: CodePurpose) => [memberId, purpose],
);

/** Uses a code up. What is still on its way to the member is worth nothing now. */
export async function useCode(db: Db, memberId: bigint, purpose: CodePurpose): Promise<void> {
  await db.query('update account_code set used_at = clock_timestamp() where member_id = $1 and purpose = $2', [
    memberId.toString(),
    purpose,
  ]);
  await db.query('select drop_sent_codes($1, $2)', [memberId.toString(), purpose]);
}

export interface Message {
  readonly memberId: bigint;
  readonly purpose: CodePurpose | NoticePurpose;
  readonly channel: CodeChannel;
  /** Of the wording; whoever sends the message knows them. */
  readonly language: string;
  readonly sealed: Buffer;
}

const addressee = z.object({ to: z.string(), language: z.string() });

/** Where a notice goes: the phone that the code went to, in the language that the member chose, or else in this one. */
export const selectAddressee = onlyRow(
  addressee,
  'select phone as "to", coalesce(language, $2) as language from member where id = $1',
  (memberId: bigint, language: string) => [memberId, language],
  { missing: 'the member has no row' },
);

/** Puts a message on its way, in the place of an older one for the same purpose. */
export async function replaceMessage(db: Db, message: Message): Promise<void> {
  const { memberId, purpose, channel, language, sealed } = message;
  await db.query(
    `insert into code_outbox (member_id, purpose, channel, language, sealed) values ($1, $2, $3, $4, $5)
     on conflict (member_id, purpose) do update set id = uuidv7(), channel = excluded.channel,
       language = excluded.language, sealed = excluded.sealed, tries = 0, next_at = clock_timestamp(),
       made_at = clock_timestamp()`,
    [memberId.toString(), purpose, channel, language, sealed],
  );
}

/** The message that waits for a member on a practice site, which sends none. */
export const selectMessage = firstValue(
  bytes,
  `select sealed from code_outbox where member_id = $1 and purpose = $2
   and made_at > clock_timestamp() - make_interval(secs => $3)`,
  (memberId: bigint, purpose: CodePurpose) => [memberId, purpose, CODE_LIFE_SEC],
);

const dueMessage = z.object({
  id: z.string(),
  memberId: int8,
  purpose: z.enum([...CODE_PURPOSES, ...NOTICE_PURPOSES]),
  channel: z.enum(CODE_CHANNELS),
  language: z.string(),
  sealed: bytes,
  tries: int4,
});
export type DueMessage = z.infer<typeof dueMessage>;

/**
 * Takes messages that are due. Each is offered again after a wait that doubles: 2 s, 4 s, 8 s …, so that two workers do
 * not send it at the same time and a gateway that is down is not flooded.
 */
export const takeDueMessages = manyRows(
  dueMessage,
  `update code_outbox set tries = tries + 1,
     next_at = clock_timestamp() + make_interval(secs => least(power(2, greatest(1, tries + 1)), $2))
   where id in (select id from code_outbox where next_at <= clock_timestamp() order by next_at limit $1 for update skip locked)
     and made_at > clock_timestamp() - make_interval(secs => case when purpose = any($3) then $4::int else $2::int end)
   returning id, member_id, purpose, channel, language, sealed, tries`,
  (limit: number) => [limit, CODE_LIFE_SEC, NOTICE_PURPOSES, NOTICE_LIFE_SEC],
);

export const deleteMessage = write('select drop_sent_code($1)', (id: string) => [id]);

/** Messages whose code is too old to be of use, notices and codes of yesterday. */
export const deleteOldCodes = write('select forget_codes()');
