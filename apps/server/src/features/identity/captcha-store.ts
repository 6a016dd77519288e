import type { CaptchaLevel } from '@candor/contract/identity';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { DOORS } from '../../services/login-password/limit-bucket-store.ts';
import type { EntryDoor } from '../../services/login-password/limit-bucket-store.ts';
import { asGiven, byVariant, firstRow, write } from '../../platform/db/statement.ts';

const level = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** The console has pictures of its own. */
const TABLES = { member: 'captcha', console: 'console_captcha' } as const;

const LIFE_MINUTES = 5;
/** How long a call that passed may be repeated with the same captcha. */
const REPEAT_SEC = 60;

const inserted = byVariant(DOORS, (door) =>
  write(
    `insert into ${TABLES[door]} (id, answer_hash, level, expires_at)
     values ($1, $2, $3, clock_timestamp() + make_interval(mins => $4))`,
    asGiven,
  ),
);

export async function insertCaptcha(
  db: Db,
  id: string,
  answerHash: Buffer,
  level: CaptchaLevel = 0,
  door: EntryDoor = 'member',
): Promise<void> {
  await inserted[door](db, id, answerHash, level, LIFE_MINUTES);
}

const used = byVariant(DOORS, (door) =>
  firstRow(
    z.object({ passed: z.boolean(), level }),
    `update ${TABLES[door]} set used_by = $3, passed = answer_hash = $2, expires_at = clock_timestamp() + make_interval(secs => $4)
     where id = $1 and used_by is null and expires_at > clock_timestamp() returning passed, level`,
    asGiven,
  ),
);

/**
 * Judges the one guess that a captcha allows, and keeps the result for a minute. It is one statement: of many calls at
 * once the first guess counts, and the others find the row used. Undefined when the captcha was used, is too old or
 * never existed.
 */
export async function useCaptchaRow(
  db: Db,
  id: string,
  guess: { answerHash: Buffer; callHash: Buffer },
  door: EntryDoor = 'member',
): Promise<{ passed: boolean; level: CaptchaLevel } | undefined> {
  return await used[door](db, id, guess.answerHash, guess.callHash, REPEAT_SEC);
}

/** The captcha with which this same call passed less than a minute ago. */
export const selectPassed = firstRow(
  z.object({ level }),
  'select level from captcha where id = $1 and used_by = $2 and passed and expires_at > clock_timestamp()',
  (id: string, callHash: Buffer) => [id, callHash],
);

export const deleteExpiredCaptchas = write('select forget_captchas()');
