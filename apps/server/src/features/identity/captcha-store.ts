import type { Db } from '../../platform/db/pool.ts';

const LIFE_MINUTES = 5;
/** How long the call that used a captcha may be repeated. */
const REPEAT_SEC = 60;

export async function insertCaptcha(db: Db, id: string, answerHash: Buffer): Promise<void> {
  await db.query(
    `insert into captcha (id, answer_hash, expires_at) values ($1, $2, clock_timestamp() + make_interval(mins => $3))`,
    [id, answerHash, LIFE_MINUTES],
  );
}

/** Deletes the captcha whatever the answer; undefined when there was none, or it was too old. */
export async function takeCaptchaRow(db: Db, id: string, answerHash: Buffer): Promise<'right' | 'wrong' | undefined> {
  const { rows } = await db.query<{ right: boolean; fresh: boolean }>(
    `delete from captcha where id = $1 returning answer_hash = $2 as "right", expires_at > clock_timestamp() as fresh`,
    [id, answerHash],
  );
  const row = rows[0];
  if (row === undefined || !row.fresh) return undefined;
  return row.right ? 'right' : 'wrong';
}

/**
 * Uses the captcha up, leaving in its place for a minute what only the very same call can show. True when the answer was
 * right, or this is that call again.
 */
export async function exchangeCaptchaRow(db: Db, id: string, answerHash: Buffer, callHash: Buffer): Promise<boolean> {
  const used = await db.query(
    `update captcha set answer_hash = $3, expires_at = clock_timestamp() + make_interval(secs => $4)
     where id = $1 and answer_hash = $2 and expires_at > clock_timestamp()`,
    [id, answerHash, callHash, REPEAT_SEC],
  );
  if (used.rowCount === 1) return true;
  const again = await db.query(
    'select from captcha where id = $1 and answer_hash = $2 and expires_at > clock_timestamp()',
    [id, callHash],
  );
  return again.rowCount === 1;
}

export async function deleteExpiredCaptchas(db: Db): Promise<void> {
  await db.query('delete from captcha where expires_at < clock_timestamp()');
}
