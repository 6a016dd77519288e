import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { exchangeCaptchaRow, takeCaptchaRow } from './captcha-store.ts';
import { captchaHash } from './issue-captcha.ts';

export interface CaptchaAnswer {
  uuid: string | undefined;
  code: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Uses a captcha up, right or wrong. `callHash` (absent without an Idempotency-Key) stands for the whole call: within a
 * minute the same call may pass again though its captcha was used, because its first answer may have been lost.
 */
export async function takeCaptcha(
  db: Db,
  fingerprints: Fingerprints,
  { uuid, code }: CaptchaAnswer,
  callHash: Buffer | undefined,
): Promise<Result<null, 'CAPTCHA_WRONG' | 'CAPTCHA_EXPIRED'>> {
  if (uuid === undefined || code === undefined || !UUID.test(uuid)) return err('CAPTCHA_EXPIRED');
  const answerHash = captchaHash(fingerprints, uuid, code);
  if (callHash !== undefined && (await exchangeCaptchaRow(db, uuid, answerHash, callHash))) return ok(null);
  const taken = await takeCaptchaRow(db, uuid, answerHash);
  if (taken === 'right') return ok(null);
  return err(taken === undefined ? 'CAPTCHA_EXPIRED' : 'CAPTCHA_WRONG');
}
