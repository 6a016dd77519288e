import { randomBytes } from 'node:crypto';
import type { CaptchaLevel } from '@candor/contract/identity';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { EntryDoor } from '../../services/login-password/limit-bucket-store.ts';
import { selectPassed, useCaptchaRow } from './captcha-store.ts';
import { captchaHash } from './issue-captcha.ts';

export interface CaptchaAnswer {
  uuid: string | undefined;
  code: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const CALL_HASH_BYTES = 32;

/**
 * Uses a captcha up, whether the guess is right or wrong. `callHash` (absent without an Idempotency-Key) identifies the
 * whole call. Within a minute the same call may pass again although its captcha was used, because its first answer may
 * have been lost. Returns how hard the captcha was.
 */
export async function takeCaptcha(
  db: Db,
  fingerprints: Fingerprints,
  { uuid, code }: CaptchaAnswer,
  callHash: Buffer | undefined,
  door: EntryDoor = 'member',
): Promise<Result<CaptchaLevel, 'CAPTCHA_WRONG' | 'CAPTCHA_EXPIRED'>> {
  if (uuid === undefined || code === undefined || !UUID.test(uuid)) return err('CAPTCHA_EXPIRED');
  const answerHash = captchaHash(fingerprints, uuid, code);
  // A call without a key never counts as a repetition.
  const guess = { answerHash, callHash: callHash ?? randomBytes(CALL_HASH_BYTES) };
  const judged = await useCaptchaRow(db, uuid, guess, door);
  if (judged !== undefined) return judged.passed ? ok(judged.level) : err('CAPTCHA_WRONG');
  const repeated = callHash === undefined ? undefined : await selectPassed(db, uuid, callHash);
  return repeated === undefined ? err('CAPTCHA_EXPIRED') : ok(repeated.level);
}
