import { isCommonPassword } from '@candor/contract/common-passwords';
import type { JoinBody } from '@candor/contract/console-staff';
import { passwordProblem } from '@candor/contract/password-rules';
import type { Pool } from '../../../platform/db/pool.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import { randomToken } from '../../../platform/ids/ids.ts';
import { isLeakedPassword } from '../../../services/login-password/leaked-password.ts';
import type { Passwords } from '../../../services/secrets/passwords.ts';
import { hashToken } from '../../../services/sessions/sessions.ts';
import { acceptInvitation } from './operator-access-store.ts';

/**
 * Somebody takes an invitation: with its link, which its maker passed on, its code, which the checker did, and a password of their own. The
 * session that they get can only set the second factor up. @throws Refused with the field that is wrong
 */
export async function takeInvitation(
  { pool, passwords }: { readonly pool: Pool; readonly passwords: Passwords },
  { token, code, pwd }: JoinBody,
  device: { readonly userAgent: string; readonly address: string },
): Promise<{ token: string; stage: 'setup' }> {
  const problem = isCommonPassword(pwd) || (await isLeakedPassword(pwd)) ? 'PASSWORD_COMMON' : passwordProblem(pwd, {});
  if (problem !== null) throw new Refused(problem, { fields: { pwd: problem } });
  const session = randomToken();
  const answer = await acceptInvitation(pool, {
    token: hashToken(token),
    code: code.replaceAll(/\D/g, ''),
    passwordHash: await passwords.hash(pwd),
    session: hashToken(session),
    ...device,
  });
  if (answer === 'code') throw new Refused('INVITATION_CODE_WRONG', { fields: { code: 'INVITATION_CODE_WRONG' } });
  if (answer !== 'joined') throw new Refused('INVITATION_INVALID');
  return { token: session, stage: 'setup' };
}
