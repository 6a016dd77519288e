import { setTimeout as delay } from 'node:timers/promises';
import * as calls from '@candor/contract/calls/password-reset';
import { isCommonPassword } from '@candor/contract/common-passwords';
import type { ErrorKey } from '@candor/contract/errors';
import { pickLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { passwordProblem } from '@candor/contract/password-rules';
import { IDENTITY_TAIL, passwordCodeBody, passwordCodeCaptchaBody } from '@candor/contract/password-reset';
import { normalisePhone } from '@candor/contract/phone';
import { CODE_LIFE_SEC, CODE_RESEND_SEC, CODES_A_DAY } from '@candor/domain/identity/account-code';
import { foldUsername } from '@candor/domain/identity/username';
import type { Config } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import type { AddressLimit, RateLimit } from '../../platform/http/rate-limit.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { Log } from '../../platform/log/log.ts';
import { guessCode, issueCode } from '../../services/account-codes/account-codes.ts';
import { earlierAnswers, runCommand } from '../../services/commands/run-commands.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { isLeakedPassword } from '../../services/login-password/leaked-password.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { requestOriginOf } from '../../services/security-events/request-origin.ts';
import type { Site } from '../../services/site/site.ts';
import { identityOf } from '../../services/verification/verification-of-member.ts';
import { selectIdentity } from '../../services/verification/verification-store.ts';
import { clearAttempts } from './login-attempt-store.ts';
import { loginKeys } from './login-keys.ts';
import { selectResettable } from './password-reset-store.ts';
import type { Resettable } from './password-reset-store.ts';
import type { Puzzles } from './puzzles.ts';
import { resetLoginPassword } from './reset-login-password.ts';
import { takeCaptcha } from './take-captcha.ts';

/**
 * A forgotten login password: a code to the phone of the account, and where the identity is verified the end of its number.
 *
 * A stranger must not learn whether there is an account, whether it has a phone, or whether a code is on its way. So a code is
 * made after the answer, limits count names that nobody has too, and a wrong code takes as long for each of them.
 */
export interface PasswordResetDeps {
  config: Pick<Config, 'captcha' | 'codeGateway'>;
  pool: Pool;
  log: Pick<Log, 'error'>;
  site: Pick<Site, 'mode'>;
  secrets: Pick<Secrets, 'seal'>;
  fingerprints: Fingerprints;
  puzzles: Puzzles;
  budgets: Pick<Budgets, 'charge'>;
}

type Deps = PasswordResetDeps & {
  readonly passwords: Passwords;
  /** Of one address, both calls together. */
  readonly addressLimit: AddressLimit;
  /** Codes of one name, whether it is anybody's or not. */
  readonly resendLimit: RateLimit;
  readonly nameLimit: RateLimit;
  /** Codes of one member, by whatever name. */
  readonly memberLimit: RateLimit;
};

const PURPOSE = 'loginPassword';
/** A wrong code is answered no sooner. Reading and counting take a few milliseconds of it. */
const WRONG_CODE_MS_MIN = 250;

export function passwordResetRoutes(
  app: HttpApp,
  deps: PasswordResetDeps & { passwords: Passwords },
  addressLimit: AddressLimit,
): void {
  const { pool } = deps;
  const limits = {
    addressLimit,
    resendLimit: postgresLimit(pool, { name: 'password-resend', points: 1, durationSec: CODE_RESEND_SEC }),
    nameLimit: postgresLimit(pool, { name: 'password-code', points: CODES_A_DAY, durationSec: 86_400 }),
    memberLimit: postgresLimit(pool, { name: 'password-member', points: CODES_A_DAY, durationSec: 86_400 }),
  };
  serve(app, { ...deps, ...limits }, [
    on(calls.askForPasswordCode, askForPasswordCode, {
      body: deps.config.captcha ? passwordCodeCaptchaBody : passwordCodeBody,
    }),
    on(calls.resetPassword, resetPassword),
  ]);
}

async function admit(request: HttpRequest, { puzzles, budgets, addressLimit }: Deps): Promise<void> {
  await puzzles.take(request, 'login', async () => {
    await addressLimit.take(request.ip);
    budgets.charge(request, 'password');
  });
}

async function askForPasswordCode(
  { body, request }: Call<typeof calls.askForPasswordCode>,
  deps: Deps,
): Promise<Answered<typeof calls.askForPasswordCode>> {
  const { config, site, pool, fingerprints, log } = deps;
  await admit(request, deps);
  if (config.captcha) {
    const taken = await takeCaptcha(pool, fingerprints, { uuid: body.uuid, code: body.code }, undefined);
    if (!taken.ok) throw refusedAt('code', taken.error);
  }
  // Nobody could read the code. On a practice site operators can (practice-codes.routes.ts).
  if (config.codeGateway === undefined && site.mode !== 'practice') throw new Refused('PASSWORD_RECOVERY_UNAVAILABLE');
  const account = accountOf(body.account);
  const counted = countedName(deps, account, body.account);
  await deps.resendLimit.take(counted);
  await deps.nameLimit.take(counted);
  const language = pickLanguage(header(request, 'accept-language'));
  // Not awaited: how long it takes would tell whether there is an account.
  void sendCode(deps, account, language).catch((error: unknown) => log.error({ err: error }, 'no code could be made'));
  return { resendAfterSec: CODE_RESEND_SEC, expiresInSec: CODE_LIFE_SEC };
}

interface Account {
  readonly username: ReturnType<typeof foldUsername>;
  readonly phone: string | null;
}

function accountOf(typed: string): Account {
  return { username: foldUsername(typed), phone: normalisePhone(typed) };
}

/** What counts the calls about one name, whether it is anybody's or not. */
function countedName({ fingerprints }: Deps, { username, phone }: Account, typed: string): string {
  return fingerprints.of({ passwordOf: username ?? phone ?? typed }).toString('hex');
}

/** Sends nothing to an account without a phone, and nothing more than its limits allow: support is the way then. */
async function sendCode(deps: Deps, account: Account, language: Language): Promise<void> {
  const { pool, secrets, memberLimit } = deps;
  const member = await selectResettable(pool, account);
  if (member === undefined || normalisePhone(member.phone) === null) return;
  const { memberId, phone } = member;
  try {
    await memberLimit.take(memberId.toString());
  } catch (error) {
    if (error instanceof Refused) return;
    throw error;
  }
  await issueCode({ ...deps, sealKey: secrets.seal }, { memberId, purpose: PURPOSE, to: phone, language });
}

async function resetPassword(
  call: Call<typeof calls.resetPassword>,
  deps: Deps,
): Promise<Answered<typeof calls.resetPassword>> {
  const { body, request, key } = call;
  const { pool, site, fingerprints, passwords, secrets } = deps;
  await admit(request, deps);
  if (isCommonPassword(body.pwd) || (await isLeakedPassword(body.pwd))) throw refusedAt('pwd', 'PASSWORD_COMMON');
  const account = accountOf(body.account);
  // From before anything is read of the account: what a known one takes more is within it.
  const least = delay(WRONG_CODE_MS_MIN);
  const member = await selectResettable(pool, account);
  const reset = resetLoginPassword(site, secrets.seal);
  // The code is part of what makes two calls the same call: a key alone gets no answer.
  const fingerprint = fingerprints.of({ call: reset.name, code: body.code });
  if (member !== undefined) {
    const own = { memberId: member.memberId, key, fingerprint, input: null };
    const earlier = await earlierAnswers(pool, reset, [own]);
    if (earlier.some((answer) => answer.fingerprint.equals(fingerprint))) return { username: member.username };
  }
  const turn = member?.memberId.toString() ?? countedName(deps, account, body.account);
  const [codeHash] = await Promise.all([proveCode(deps, member, { ...body, turn }), least]);
  if (member === undefined || codeHash === undefined) throw refusedAt('code', 'CODE_WRONG');
  const { memberId, username } = member;
  const problem = passwordProblem(body.pwd, member);
  if (problem !== null) throw refusedAt('pwd', problem);
  const input = {
    codeHash,
    newHash: await passwords.hash(body.pwd),
    requestOrigin: requestOriginOf(request),
    language: pickLanguage(header(request, 'accept-language')),
  };
  const outcome = await runCommand(pool, reset, { memberId, key, fingerprint, input });
  if (!outcome.ok) throw new Refused(outcome.error);
  if (!outcome.value.ok) throw refusedAt('code', outcome.value.error);
  await forgetWrongLogins(deps, username, request.ip);
  return { username };
}

/** The hash of the code when it is right, and where the identity is verified the end of its number too. */
async function proveCode(
  deps: Deps,
  member: Resettable | undefined,
  { code, idTail, turn }: { code: string; idTail?: string | undefined; turn: string },
): Promise<Buffer | undefined> {
  // The same statement for a name that nobody has: no member has the id 0.
  const { memberId, phone } = member ?? { memberId: 0n, phone: '' };
  let isOther = false;
  const guess = { memberId, purpose: PURPOSE, to: phone, code, turn } as const;
  const codeHash = await guessCode(deps, guess, async () => {
    isOther = !(await isOwnTail(deps, memberId, idTail ?? ''));
    return !isOther;
  });
  // Only who has the code hears that an identity is asked for. Each such guess is counted as a wrong code is.
  if (isOther) throw refusedAt('idTail', 'IDENTITY_TAIL_WRONG');
  return codeHash;
}

async function isOwnTail({ pool, secrets }: Deps, memberId: bigint, idTail: string): Promise<boolean> {
  const { status, number } = identityOf(await selectIdentity(pool, memberId), memberId, secrets.seal);
  if (status !== 'verified' || number === null) return true;
  return number.slice(-IDENTITY_TAIL).toUpperCase() === idTail.toUpperCase();
}

/** What was counted against this caller while they had forgotten the password. What others tried stays counted. */
async function forgetWrongLogins({ pool, fingerprints }: Deps, username: string, address: string): Promise<void> {
  const name = foldUsername(username);
  if (name !== null) await clearAttempts(pool, loginKeys(fingerprints, name, { address }), false);
}

function refusedAt(field: string, key: ErrorKey): Refused {
  return new Refused(key, { fields: { [field]: key } });
}
