import type { CaptchaLevel, TokenView } from '@candor/contract/identity';
import { foldUsername } from '@candor/domain/identity/username';
import type { FoldedUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { lockMembers } from '../../services/ledger/ledger.ts';
import { judgeInTurn } from '../../services/secrets/judge-in-turn.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { loginChallenge, openChallenge } from '../../services/member-factors/challenges.ts';
import { selectFactorState } from '../../services/member-factors/factor-store.ts';
import { requestOriginFrom } from '../../services/security-events/request-origin.ts';
import { enter, shutOut } from './enter-member.ts';
import type { ShutOut } from './enter-member.ts';
import { isPasswordStill, selectCredentials } from './identity-store.ts';
import type { Credentials } from './identity-store.ts';
import { clearAttempts, countAttempt, tellOfLock, uncountAttempt } from './login-attempt-store.ts';
import { loginKeys } from './login-keys.ts';
import type { LoginKeys } from './login-keys.ts';
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
  /** The host name of the page, where passkeys work. */
  rpId: string | undefined;
}

export type LoginError =
  | { key: 'CAPTCHA_WRONG' | 'CAPTCHA_EXPIRED' | 'LOGIN_FAILED' }
  | { key: 'ACCOUNT_LOCKED'; retryAfterSec: number }
  | { key: 'CAPTCHA_HARDER'; params: { level: CaptchaLevel } }
  /** The password is right. What the second step needs is in `params`, which a client of the spec leaves alone. */
  | { key: 'SECOND_FACTOR_REQUIRED'; params: { challenge: string; methods: string } }
  | ShutOut;

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
 * against a hash that belongs to nobody. The reason why a known member may not log in, and that there is a second factor, are
 * told only after the check.
 */
export async function logIn(deps: LoginDeps, command: LoginCommand): Promise<Result<TokenView, LoginError>> {
  const { pool, fingerprints } = deps;
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
  const proved = await judgeInTurn(
    keys.limitBucket,
    async () => await provePassword(deps, command, { username, keys, captchaLevel }),
  );
  if (!proved.ok) return proved;
  const member = proved.value;
  const shut = await shutOut(pool, member);
  if (shut !== undefined) return err(shut);
  return await withTransaction(pool, async (db) => await letIn(db, deps, command, { member, username }));
}

/**
 * Opens the session, or asks for the second step. The member's lock keeps what ends sessions apart: a password that was replaced
 * after it was proved opens nothing.
 */
async function letIn(
  db: Connection,
  { fingerprints }: LoginDeps,
  command: LoginCommand,
  { member: { memberId, passwordHash }, username }: { member: Credentials; username: FoldedUsername },
): Promise<Result<TokenView, LoginError>> {
  await lockMembers(db, [memberId]);
  if (!(await isPasswordStill(db, memberId, passwordHash))) return err({ key: 'LOGIN_FAILED' });
  const { isOn, methods } = await selectFactorState(db, memberId, command.rpId);
  if (!isOn) return ok(await enter(db, fingerprints, { memberId, username }, command));
  const challenge = await openChallenge(db, memberId, loginChallenge(fingerprints, command.address));
  return err({ key: 'SECOND_FACTOR_REQUIRED', params: { challenge, methods: methods.join(' ') } });
}

/** The member whose password this is. Only wrong passwords count. */
async function provePassword(
  { pool, passwords }: LoginDeps,
  command: LoginCommand,
  {
    username,
    keys,
    captchaLevel,
  }: { username: FoldedUsername; keys: LoginKeys; captchaLevel: CaptchaLevel | undefined },
): Promise<Result<Credentials, LoginError>> {
  const attempt = await countAttempt(pool, username, keys, captchaLevel);
  if (attempt.kind === 'wait') return err({ key: 'ACCOUNT_LOCKED', retryAfterSec: attempt.retryAfterSec });
  if (attempt.kind === 'harder') return err({ key: 'CAPTCHA_HARDER', params: { level: attempt.level } });

  const member = await selectCredentials(pool, username);
  const fits = await passwords.verify(member?.passwordHash, command.pwd).catch(async (error: unknown) => {
    await uncountAttempt(pool, keys, attempt.stranger);
    throw error;
  });
  if (member === undefined || !fits) {
    // The same work for a name that nobody has.
    if (attempt.locks)
      await tellOfLock(pool, username, keys.limitBucket, requestOriginFrom(command.userAgent, command.address));
    return err({ key: 'LOGIN_FAILED' });
  }
  await clearAttempts(pool, keys, attempt.stranger);
  return ok(member);
}

function callHash(fingerprints: Fingerprints, command: LoginCommand): Buffer | undefined {
  const { key, username, pwd, code, uuid, device } = command;
  if (key === undefined) return undefined;
  const deviceKey = command.deviceKey?.toString('base64url');
  return fingerprints.of({ call: 'login', key, username, pwd, code, uuid, device, deviceKey });
}
