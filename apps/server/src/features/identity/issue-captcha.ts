import { randomInt, randomUUID } from 'node:crypto';
import type { CaptchaView } from '@candor/contract/identity';
import type { Db } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { drawCaptcha } from './captcha-drawing.ts';
import { CAPTCHA_ALPHABET } from './captcha-glyphs.ts';
import { insertCaptcha } from './captcha-store.ts';

/** Four or five characters that no other captcha shows the same way; good once, for five minutes. */
export async function issueCaptcha(db: Db, fingerprints: Fingerprints): Promise<CaptchaView> {
  const length = randomInt(4, 6);
  const answer = Array.from({ length }, () => CAPTCHA_ALPHABET[randomInt(CAPTCHA_ALPHABET.length)]).join('');
  const uuid = randomUUID();
  const png = await drawCaptcha(answer);
  await insertCaptcha(db, uuid, captchaHash(fingerprints, uuid, answer));
  return { uuid, img: `data:image/png;base64,${png.toString('base64')}`, captchaEnabled: true };
}

/** Keyed, as five characters under a plain hash would be read off at once; case does not count. */
export function captchaHash(fingerprints: Fingerprints, uuid: string, answer: string): Buffer {
  return fingerprints.of({ captcha: uuid.toLowerCase(), answer: answer.trim().toUpperCase() });
}
