import { foldUsername } from '@candor/domain/identity/username';
import type { FoldedUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import { openSession } from '../../services/sessions/sessions.ts';
import { selectCredentials } from './identity-store.ts';
import { clearAttempts, countAttempt, uncountAttempt } from './login-failure-store.ts';
import { takeCaptcha } from './take-captcha.ts';

export interface LoginCommand {
  username: string;
  pwd: string;
  code: string | undefined;
  uuid: string | undefined;
  /** The Idempotency-Key, when the client sent one. */
  key: string | undefined;
  userAgent: string;
  address: string;
}

export type LoginError =
  | { key: 'CAPTCHA_WRONG' | 'CAPTCHA_EXPIRED' | 'LOGIN_FAILED' | 'LOGIN_NOT_AUTHORIZED' | 'ACCOUNT_FROZEN' }
  | { key: 'ACCOUNT_LOCKED'; retryAfterSec: number };

export interface LoginDeps {
  pool: Pool;
  fingerprints: Fingerprints;
  passwords: Passwords;
  /** Whether the site asks for a captcha. */
  captcha: boolean;
}

/**
 * Opens a session for a username and its password. Until the password has been proved, nothing in the answer or in the
 * work done tells whether there is such a member: a locked name is refused by its count alone, an unknown one verifies
 * against nobody's hash, and why a known one may not come in is told only after.
 */
export async function logIn(deps: LoginDeps, command: LoginCommand): Promise<Result<{ token: string }, LoginError>> {
  const { pool, fingerprints, passwords } = deps;
  if (deps.captcha) {
    const taken = await takeCaptcha(pool, fingerprints, command, callHash(fingerprints, command));
    if (!taken.ok) return err({ key: taken.error });
  }
  const username = foldUsername(command.username);
  // Nobody can have this name: there is no account to guard, and no password to look at.
  if (username === null) return err({ key: 'LOGIN_FAILED' });
  const usernameKey = usernameKeyOf(fingerprints, username);
  const waitSec = await countAttempt(pool, usernameKey);
  if (waitSec > 0) return err({ key: 'ACCOUNT_LOCKED', retryAfterSec: waitSec });

  const member = await selectCredentials(pool, username);
  const fits = await passwords.verify(member?.passwordHash, command.pwd).catch(async (error: unknown) => {
    await uncountAttempt(pool, usernameKey);
    throw error;
  });
  if (member === undefined || !fits) return err({ key: 'LOGIN_FAILED' });
  await clearAttempts(pool, usernameKey);
  if (!member.loginAllowed) return err({ key: 'LOGIN_NOT_AUTHORIZED' });
  if (member.frozen) return err({ key: 'ACCOUNT_FROZEN' });
  const { token } = await openSession(pool, {
    memberId: member.memberId,
    userAgent: command.userAgent,
    address: command.address,
  });
  return ok({ token });
}

/** What failures are counted under. Keyed, as people also type passwords into this field. */
export function usernameKeyOf(fingerprints: Fingerprints, username: FoldedUsername): string {
  return fingerprints.of({ login: username }).toString('hex');
}

function callHash(fingerprints: Fingerprints, { key, username, pwd, code, uuid }: LoginCommand): Buffer | undefined {
  return key === undefined ? undefined : fingerprints.of({ call: 'login', key, username, pwd, code, uuid });
}
