import type { Db } from '../../platform/db/pool.ts';

const LIFE_MINUTES = 5;
/** How long a call that passed may be repeated with its captcha. */
const REPEAT_SEC = 60;

export async function insertCaptcha(db: Db, id: string, answerHash: Buffer): Promise<void> {
  await db.query(
    `insert into captcha (id, answer_hash, expires_at) values ($1, $2, clock_timestamp() + make_interval(mins => $3))`,
    [id, answerHash, LIFE_MINUTES],
  );
}

/**
 * Judges the one guess a captcha takes, and keeps it for a minute. One statement: of many calls at once the first one's
 * guess counts, and the others find the row used. Undefined when it was used, too old or never there.
 */
export async function useCaptchaRow(
  db: Db,
  id: string,
  guess: { answerHash: Buffer; callHash: Buffer },
): Promise<'right' | 'wrong' | undefined> {
  const { rows } = await db.query<{ passed: boolean }>(
    `update captcha set used_by = $3, passed = answer_hash = $2, expires_at = clock_timestamp() + make_interval(secs => $4)
     where id = $1 and used_by is null and expires_at > clock_timestamp() returning passed`,
    [id, guess.answerHash, guess.callHash, REPEAT_SEC],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  return row.passed ? 'right' : 'wrong';
}

/** Whether this very call passed with this captcha less than a minute ago. */
export async function selectPassed(db: Db, id: string, callHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from captcha where id = $1 and used_by = $2 and passed and expires_at > clock_timestamp()',
    [id, callHash],
  );
  return rowCount === 1;
}

export async function deleteExpiredCaptchas(db: Db): Promise<void> {
  await db.query('delete from captcha where expires_at < clock_timestamp()');
}
