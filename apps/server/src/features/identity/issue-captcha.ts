import { randomInt, randomUUID } from 'node:crypto';
import type { CaptchaLevel, CaptchaView } from '@candor/contract/identity';
import type { Db } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { EntryDoor } from '../../services/login-password/limit-bucket-store.ts';
import { drawCaptcha } from './captcha-drawing.ts';
import { CAPTCHA_ALPHABET } from './captcha-glyphs.ts';
import { insertCaptcha } from './captcha-store.ts';

/** The fewest and the most characters of each level. */
const LENGTHS = [
  [4, 5],
  [6, 6],
  [7, 7],
] as const;

/** Makes a captcha with a picture that no other captcha shows. It allows one guess and lives five minutes. */
export async function issueCaptcha(
  db: Db,
  fingerprints: Fingerprints,
  level: CaptchaLevel = 0,
  door: EntryDoor = 'member',
): Promise<CaptchaView> {
  const [shortest, longest] = LENGTHS[level];
  const length = randomInt(shortest, longest + 1);
  const answer = Array.from({ length }, () => CAPTCHA_ALPHABET[randomInt(CAPTCHA_ALPHABET.length)]).join('');
  const uuid = randomUUID();
  const png = await drawCaptcha(answer, level);
  await insertCaptcha(db, uuid, captchaHash(fingerprints, uuid, answer), level, door);
  return { uuid, img: `data:image/png;base64,${png.toString('base64')}`, captchaEnabled: true };
}

/** A keyed hash, because five characters under a plain hash would be found at once. Upper and lower case are equal. */
export function captchaHash(fingerprints: Fingerprints, uuid: string, answer: string): Buffer {
  return fingerprints.of({ captcha: uuid.toLowerCase(), answer: answer.trim().toUpperCase() });
}
