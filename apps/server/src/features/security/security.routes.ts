import * as calls from '@candor/contract/calls/security';
import { isCommonPassword } from '@candor/contract/common-passwords';
import type { ErrorKey } from '@candor/contract/errors';
import { pickLanguage } from '@candor/contract/languages';
import { isSimplePin, passwordProblem } from '@candor/contract/password-rules';
import type { CodeView, SecurityView } from '@candor/contract/security';
import { CODE_LIFE_SEC, CODE_RESEND_SEC, CODES_A_DAY } from '@candor/domain/identity/account-code';
import type { Pool } from '../../platform/db/pool.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { earlierAnswers, runCommand } from '../../services/commands/run-commands.ts';
import type { Call as CommandCall, Command, OwnCall } from '../../services/commands/run-commands.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { checkLoginPassword } from '../../services/login-password/check-login-password.ts';
import { isLeakedPassword } from '../../services/login-password/leaked-password.ts';
import { maskedPhone } from '../../services/verification/masks.ts';
import { selectIdentity } from '../../services/verification/verification-store.ts';
import { identityOf } from '../../services/verification/verification-of-member.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import { requestOriginOf } from '../../services/security-events/request-origin.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { checkWithdrawPassword } from '../../services/withdraw-password/check-withdraw-password.ts';
import { selectTries } from '../../services/withdraw-password/try-store.ts';
import { guessCode, issueCode, readPracticeCode } from '../../services/account-codes/account-codes.ts';
import { changePassword, changeWithdrawPassword } from './change-password.ts';
import { selectResendSec } from '../../services/account-codes/code-store.ts';
import { resetWithdrawPassword } from './reset-withdraw-password.ts';
import { selectLogins, selectOwner, selectPausedUntil, selectSecurityEvents, writeSeen } from './security-store.ts';
import { eventView, loginView } from './security-view.ts';

/**
 * How a member guards their account: the two passwords, and what has changed. No password and no hash is ever in an
 * answer or a log. Each guess at a password is counted before it is checked.
 */
export interface SecurityDeps {
  config: { codeGateway: object | undefined };
  pool: Pool;
  site: Pick<Site, 'mode'>;
  secrets: Pick<Secrets, 'seal'>;
  sessions: Sessions;
  fingerprints: Fingerprints;
  passwords: Passwords;
}

type Deps = SecurityDeps & { readonly codeLimit: RateLimit };

export function securityRoutes(app: HttpApp, deps: SecurityDeps): void {
  const codeLimit = postgresLimit(deps.pool, { name: 'account-code', points: CODES_A_DAY, durationSec: 86_400 });
  serve(app, { ...deps, codeLimit }, [
    on(calls.readSecurity, readSecurity),
    on(calls.markSecuritySeen, markSecuritySeen),
    on(calls.changePassword, answerChangePassword),
    on(calls.changeWithdrawPassword, answerChangeWithdrawPassword),
    on(calls.askForCode, askForCode),
    on(calls.readPracticeCode, answerReadPracticeCode),
    on(calls.resetWithdrawPassword, answerResetWithdrawPassword),
  ]);
}

async function readSecurity(
  { request }: Call<typeof calls.readSecurity>,
  { pool, sessions }: Deps,
): Promise<SecurityView> {
  const { memberId } = sessions.memberOf(request);
  const events = await selectSecurityEvents(pool, memberId);
  const logins = await selectLogins(pool, memberId);
  const pausedUntil = await selectPausedUntil(pool, memberId);
  return {
    events: events.map(eventView),
    logins: logins.map(loginView),
    withdrawTries: await selectTries(pool, memberId),
    withdrawalsPausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
  };
}

async function markSecuritySeen(
  { body, request }: Call<typeof calls.markSecuritySeen>,
  { pool, sessions }: Deps,
): Promise<null> {
  await writeSeen(pool, sessions.memberOf(request).memberId, body.eventId);
  return null;
}

async function answerChangePassword(call: Call<typeof calls.changePassword>, deps: Deps): Promise<null> {
  const { body, request } = call;
  const { pool, passwords } = deps;
  const change = changePassword(deps.site);
  const { memberId, sessionId } = deps.sessions.memberOf(request);
  const { oldPwd, pwd } = body;
  const own = ownCall(deps, call, change.name);
  if (await wasDone(pool, change, own)) return null;
  const problem =
    isCommonPassword(pwd) || (await isLeakedPassword(pwd))
      ? 'PASSWORD_COMMON'
      : passwordProblem(pwd, await selectOwner(pool, memberId));
  if (problem !== null) throw refusedAt('pwd', problem);
  const seenHash = await checkLoginPassword(deps, memberId, oldPwd, {
    key: 'OLD_PASSWORD_WRONG',
    field: 'oldPwd',
    requestOrigin: requestOriginOf(request),
  });
  const newHash = await passwords.hash(pwd);
  const input = { seenHash, newHash, sessionId, requestOrigin: requestOriginOf(request) };
  const answer = await run(pool, change, { ...own, input });
  if (!answer.ok) throw refusedAt('oldPwd', answer.error);
  return null;
}

async function answerChangeWithdrawPassword(
  call: Call<typeof calls.changeWithdrawPassword>,
  deps: Deps,
): Promise<null> {
  const { body, request } = call;
  const { pool, passwords } = deps;
  const change = changeWithdrawPassword(deps.site);
  const { memberId, sessionId } = deps.sessions.memberOf(request);
  const { oldPwd, pwd } = body;
  const own = ownCall(deps, call, change.name);
  if (await wasDone(pool, change, own)) return null;
  await requireHardPin(deps, memberId, pwd);
  const key = 'WITHDRAW_PASSWORD_WRONG';
  const requestOrigin = requestOriginOf(request);
  const seenHash = await checkWithdrawPassword({ pool, passwords, requestOrigin }, memberId, oldPwd, 'oldPwd', key);
  const newHash = await passwords.hash(pwd);
  const answer = await run(pool, change, { ...own, input: { seenHash, newHash, sessionId, requestOrigin } });
  if (!answer.ok) throw refusedAt('oldPwd', answer.error);
  return null;
}

function isPractice({ site, config }: Deps): boolean {
  return site.mode === 'practice' && config.codeGateway === undefined;
}

async function askForCode({ body, request }: Call<typeof calls.askForCode>, deps: Deps): Promise<CodeView> {
  const { pool, config, secrets } = deps;
  const practice = isPractice(deps);
  const { memberId } = deps.sessions.memberOf(request);
  const { purpose } = body;
  // Nobody could read the code.
  if (config.codeGateway === undefined && !practice) throw new Refused('WITHDRAW_PASSWORD_RECOVERY_FAILED');
  const waitSec = await selectResendSec(pool, memberId, purpose);
  if (waitSec > 0) throw new Refused('RATE_LIMITED', { retryAfterSec: waitSec });
  await deps.codeLimit.take(memberId.toString());
  const { phone } = await selectOwner(pool, memberId);
  const language = pickLanguage(header(request, 'accept-language'));
  const issued = await issueCode({ ...deps, sealKey: secrets.seal }, { memberId, purpose, to: phone, language });
  if (!issued.ok) throw new Refused('RATE_LIMITED', { retryAfterSec: issued.error });
  return { to: maskedPhone(phone), resendAfterSec: CODE_RESEND_SEC, expiresInSec: CODE_LIFE_SEC, practice };
}

async function answerReadPracticeCode(
  { query, request }: Call<typeof calls.readPracticeCode>,
  deps: Deps,
): Promise<Answered<typeof calls.readPracticeCode>> {
  if (!isPractice(deps)) throw new Refused('NOT_FOUND');
  const { memberId } = deps.sessions.memberOf(request);
  return { code: await readPracticeCode(deps.pool, deps.secrets.seal, memberId, query.purpose) };
}

async function answerResetWithdrawPassword(call: Call<typeof calls.resetWithdrawPassword>, deps: Deps): Promise<null> {
  const { body, request } = call;
  const { pool, passwords, site, secrets } = deps;
  const reset = resetWithdrawPassword(site, secrets.seal);
  const { memberId } = deps.sessions.memberOf(request);
  const { code, loginPwd, pwd } = body;
  // The code is part of what makes two calls the same call: a key alone gets no answer.
  const own = ownCall(deps, call, reset.name, { code });
  if (await wasDone(pool, reset, own)) return null;
  await requireHardPin(deps, memberId, pwd, loginPwd);
  await checkLoginPassword(deps, memberId, loginPwd, {
    key: 'LOGIN_PASSWORD_WRONG',
    field: 'loginPwd',
    requestOrigin: requestOriginOf(request),
  });
  const { phone } = await selectOwner(pool, memberId);
  const codeHash = await guessCode(deps, { memberId, purpose: 'withdrawPassword', to: phone, code });
  if (codeHash === undefined) throw refusedAt('code', 'CODE_WRONG');
  const requestOrigin = requestOriginOf(request);
  const language = pickLanguage(header(request, 'accept-language'));
  const input = { codeHash, newHash: await passwords.hash(pwd), requestOrigin, language };
  const answer = await run(pool, reset, { ...own, input });
  if (!answer.ok) throw refusedAt('code', answer.error);
  return null;
}

/** Refuses a withdraw password that a stranger would try first. A login password is longer, so it is never the same. */
async function requireHardPin(
  { pool, secrets }: SecurityDeps,
  memberId: bigint,
  pin: string,
  password?: string,
): Promise<void> {
  const owner = await selectOwner(pool, memberId);
  const { number } = identityOf(await selectIdentity(pool, memberId), memberId, secrets.seal);
  if (isSimplePin(pin, { ...owner, password, idNumber: number ?? undefined }))
    throw refusedAt('pwd', 'WITHDRAW_PASSWORD_SIMPLE');
}

/**
 * The call without its input. Its fingerprint holds no password: otherwise somebody with a session and an old key could
 * compare passwords with it, and no try would be counted. A code may be in it: it was used up by the call that had it.
 */
function ownCall(
  { sessions, fingerprints }: SecurityDeps,
  call: { readonly key: string | undefined; readonly request: HttpRequest },
  name: string,
  content: { readonly code?: string } = {},
): OwnCall {
  const { memberId } = sessions.memberOf(call.request);
  return { memberId, key: call.key, fingerprint: fingerprints.of({ call: name, ...content }) };
}

/**
 * Whether this call was carried out before. Its old password is no longer the right one. Another call under the same key goes on:
 * its secrets are checked and counted first, and the command refuses the key.
 */
async function wasDone<Answer>(
  pool: Pool,
  command: Pick<Command<never, never, never, never, Answer>, 'name' | 'stored'>,
  call: OwnCall,
): Promise<boolean> {
  const earlier = await earlierAnswers(pool, command, [{ ...call, input: null }]);
  return earlier.some(({ fingerprint }) => fingerprint.equals(call.fingerprint));
}

async function run<Input, Facts, Effect, Written, Answer>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Answer>,
  call: CommandCall<Input>,
): Promise<Answer> {
  const outcome = await runCommand(pool, command, call);
  if (!outcome.ok) throw new Refused(outcome.error);
  return outcome.value;
}

function refusedAt(field: string, key: ErrorKey): Refused {
  return new Refused(key, { fields: { [field]: key } });
}
