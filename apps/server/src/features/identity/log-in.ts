import type { CaptchaLevel, TokenView } from '@candor/contract/identity';
import { foldUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import { openSession } from '../../services/sessions/sessions.ts';
import { selectCredentials, selectFrozenReason } from './identity-store.ts';
import { clearAttempts, countAttempt, rememberNetwork, uncountAttempt } from './login-attempt-store.ts';
import { loginKeys, newDeviceToken } from './login-keys.ts';
import { takeCaptcha } from './take-captcha.ts';

export interface LoginCommand {
  username: string;
  pwd: string;
  code: string | undefined;
  uuid: string | undefined;
  /** The device token that an earlier login on this device returned. */
  device: string | undefined;
  /** The public key with which the new session will sign its calls. */
  deviceKey: Buffer | null;
  /** The Idempotency-Key, when the client sent one. */
  key: string | undefined;
  userAgent: string;
  address: string;
}

export type LoginError =
  | { key: 'CAPTCHA_WRONG' | 'CAPTCHA_EXPIRED' | 'LOGIN_FAILED' | 'LOGIN_NOT_AUTHORIZED' | 'ACCOUNT_FROZEN' }
  | { key: 'ACCOUNT_LOCKED'; retryAfterSec: number }
  | { key: 'CAPTCHA_HARDER'; params: { level: CaptchaLevel } }
  | { key: 'ACCOUNT_FROZEN_BECAUSE'; params: { reason: string } };

export interface LoginDeps {
  pool: Pool;
  fingerprints: Fingerprints;
  passwords: Passwords;
  /** Whether the site asks for a captcha. */
  captcha: boolean;
}

/**
 * Opens a session for a username and its password. Until the password is proved, neither the answer nor the work done
 * shows whether the member exists. Counts alone decide whether a password is checked. An unknown name is verified
 * against a hash that belongs to nobody. The reason why a known member may not log in is given only after the check.
 */
export async function logIn(deps: LoginDeps, command: LoginCommand): Promise<Result<TokenView, LoginError>> {
  const { pool, fingerprints, passwords } = deps;
  let captchaLevel: CaptchaLevel | undefined;
  if (deps.captcha) {
    const taken = await takeCaptcha(pool, fingerprints, command, callHash(fingerprints, command));
    if (!taken.ok) return err({ key: taken.error });
    captchaLevel = taken.value;
  }
  const username = foldUsername(command.username);
  // No member can have this name: there is no account to guard, and no password to check.
  if (username === null) return err({ key: 'LOGIN_FAILED' });
  const keys = loginKeys(fingerprints, username, command);
  const attempt = await countAttempt(pool, username, keys, captchaLevel);
  if (attempt.kind === 'wait') return err({ key: 'ACCOUNT_LOCKED', retryAfterSec: attempt.retryAfterSec });
  if (attempt.kind === 'harder') return err({ key: 'CAPTCHA_HARDER', params: { level: attempt.level } });

  const member = await selectCredentials(pool, username);
  const fits = await passwords.verify(member?.passwordHash, command.pwd).catch(async (error: unknown) => {
    await uncountAttempt(pool, keys, attempt.stranger);
    throw error;
  });
  if (member === undefined || !fits) return err({ key: 'LOGIN_FAILED' });
  await clearAttempts(pool, keys, attempt.stranger);
  if (!member.loginAllowed) return err({ key: 'LOGIN_NOT_AUTHORIZED' });
  if (member.frozen) {
    const reason = await selectFrozenReason(pool, member.memberId);
    return err(
      reason === undefined ? { key: 'ACCOUNT_FROZEN' } : { key: 'ACCOUNT_FROZEN_BECAUSE', params: { reason } },
    );
  }
  await rememberNetwork(pool, member.memberId, keys.network);
  const { token } = await openSession(pool, {
    memberId: member.memberId,
    userAgent: command.userAgent,
    address: command.address,
    deviceKey: command.deviceKey,
  });
  const known = keys.device === undefined ? undefined : command.device;
  return ok({ token, device: known ?? newDeviceToken(fingerprints, username) });
}

function callHash(fingerprints: Fingerprints, command: LoginCommand): Buffer | undefined {
  const { key, username, pwd, code, uuid, device } = command;
  if (key === undefined) return undefined;
  const deviceKey = command.deviceKey?.toString('base64url');
  return fingerprints.of({ call: 'login', key, username, pwd, code, uuid, device, deviceKey });
}
