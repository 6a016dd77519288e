import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { captchaHash } from '../../apps/server/src/features/identity/issue-captcha.ts';
import { ownerUrlOf } from '../../apps/server/src/platform/db/embedded/running-owner-url.ts';
import { createPool } from '../../apps/server/src/platform/db/pool.ts';
import { createFingerprints } from '../../apps/server/src/services/idempotency/idempotency.ts';

/** Nobody but a person can read a captcha, so the test gives it an answer that it knows. */
export async function solveCaptcha(dataDir: string, uuid: string): Promise<string> {
  const answer = 'AC3D7';
  const fingerprints = createFingerprints(readFileSync(join(dataDir, 'secrets', 'fingerprint.key')));
  const pool = createPool({ url: ownerUrlOf(dataDir), max: 1, name: 'e2e' });
  try {
    const { rowCount } = await pool.query('update captcha set answer_hash = $2 where id = $1', [
      uuid,
      captchaHash(fingerprints, uuid, answer),
    ]);
    if (rowCount !== 1) throw new Error(`There is no captcha ${uuid}.`);
    return answer;
  } finally {
    await pool.end();
  }
}
