import type { CaptchaLevel } from '@candor/contract/identity';
import { foldUsername } from '@candor/domain/identity/username';
import type { FoldedUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../../platform/db/pool.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import { judgeInTurn } from '../../../services/secrets/judge-in-turn.ts';
import type { Passwords } from '../../../services/secrets/passwords.ts';
import { clearAttempts, countAttempt, rememberNetwork, uncountAttempt } from '../login-attempt-store.ts';
import { loginKeys } from '../login-keys.ts';
import type { LoginKeys } from '../login-keys.ts';
import { takeCaptcha } from '../take-captcha.ts';
import { selectOperatorCredentials } from './operator-access-store.ts';

export interface OperatorLogin {
  username: string;
  pwd: string;
  code: string | undefined;
  uuid: string | undefined;
  address: string;
}

export type OperatorLoginError =
  | { key: 'CAPTCHA_WRONG' | 'CAPTCHA_EXPIRED' | 'LOGIN_FAILED' }
  | { key: 'ACCOUNT_LOCKED'; retryAfterSec: number }
  | { key: 'CAPTCHA_HARDER'; params: { level: CaptchaLevel } };

/**
 * The first step of an operator's login: the operator whose password this is. It guards as the login of members does, with
 * counts of its own. A name that nobody has, a member without a role, a locked operator and a wrong password all take the
 * same work and get the same answer.
 */
export async function logInOperator(
  deps: { pool: Pool; fingerprints: Fingerprints; passwords: Passwords; captcha: boolean },
  command: OperatorLogin,
): Promise<Result<bigint, OperatorLoginError>> {
  const { pool } = deps;
  let captchaLevel: CaptchaLevel | undefined;
  if (deps.captcha) {
    const taken = await takeCaptcha(pool, deps.fingerprints, command, undefined, 'console');
    if (!taken.ok) return err({ key: taken.error });
    captchaLevel = taken.value;
  }
  const username = foldUsername(command.username);
  if (username === null) return err({ key: 'LOGIN_FAILED' });
  const keys = loginKeys(consoleOnly(deps.fingerprints), username, { address: command.address }, 'console');
  return await judgeInTurn(
    keys.limitBucket,
    async () => await provePassword(deps, command.pwd, { username, keys, captchaLevel }),
  );
}

/** The operator whose password this is. Only wrong passwords count. */
async function provePassword(
  { pool, passwords }: { pool: Pool; passwords: Passwords },
  pwd: string,
  {
    username,
    keys,
    captchaLevel,
  }: { username: FoldedUsername; keys: LoginKeys; captchaLevel: CaptchaLevel | undefined },
): Promise<Result<bigint, OperatorLoginError>> {
  const attempt = await countAttempt(pool, username, keys, captchaLevel);
  if (attempt.kind === 'wait') return err({ key: 'ACCOUNT_LOCKED', retryAfterSec: attempt.retryAfterSec });
  if (attempt.kind === 'harder') return err({ key: 'CAPTCHA_HARDER', params: { level: attempt.level } });

  const operator = await selectOperatorCredentials(pool, username);
  const fits = await passwords.verify(operator?.passwordHash, pwd).catch(async (error: unknown) => {
    await uncountAttempt(pool, keys, attempt.stranger);
    throw error;
  });
  if (operator === undefined || !fits || !operator.mayLogIn) return err({ key: 'LOGIN_FAILED' });
  await clearAttempts(pool, keys, attempt.stranger);
  await rememberNetwork(pool, operator.operatorId, keys.network, 'console');
  return ok(operator.operatorId);
}

/** The console's counts are its own: who is locked there may still log in as a member, and the other way round. */
export function consoleOnly(fingerprints: Fingerprints): Fingerprints {
  return { of: (body) => fingerprints.of({ console: body }) };
}
