import * as calls from '@candor/contract/calls/console/operators';
import * as staffCalls from '@candor/contract/calls/console/staff';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { operatorLoginBody, operatorLoginCaptchaBody } from '@candor/contract/console';
import { permits } from '@candor/domain/identity/permission';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { header, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../../platform/http/http-app.ts';
import { memoryAddressLimit, postgresAddressLimit, postgresLimit } from '../../../platform/http/rate-limit.ts';
import type { AddressLimit } from '../../../platform/http/rate-limit.ts';
import type { Budgets } from '../../../platform/http/route-cost.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import { endSession } from '../../../services/operators/operator-session-store.ts';
import { becomeFull, openOperatorSession } from '../../../services/operators/operators.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import { totpUri } from '../../../services/second-factor/totp.ts';
import { endingCalendars } from '../../../services/quotes/ending-calendars.ts';
import type { Puzzles } from '../puzzles.ts';
import { createPasswords } from '../../../services/secrets/passwords.ts';
import type { Secrets } from '../../../services/secrets/secrets.ts';
import type { Site } from '../../../services/site/site.ts';
import type { Passwords } from '../../../services/secrets/passwords.ts';
import { issueCaptcha } from '../issue-captcha.ts';
import { loginGate } from '../login-gate.ts';
import { pictureGate } from '../picture-gate.ts';
import { changeOwnPassword } from './change-operator-password.ts';
import { consoleOnly, logInOperator } from './log-in-operator.ts';
import { takeInvitation } from './take-invitation.ts';
import { mustSecure, selectOperatorSessions } from './operator-access-store.ts';
import { operatorSessionView, operatorView } from './operator-view.ts';
import { beginRenewal, beginSetUp, finishSetUp, takeCode } from './second-factor.ts';

/**
 * How operators log in to the console: name and password, then the second factor. A session that has not come so far may
 * do nothing else. Every login and every change of a second factor stands in the audit. No secret and no code is ever in
 * a log or in the audit.
 */
export interface OperatorIdentityDeps {
  config: Pick<Config, 'captcha'>;
  pool: Pool;
  clock: Clock;
  site: Site;
  secrets: Pick<Secrets, 'seal'>;
  operators: Operators;
  fingerprints: Fingerprints;
  puzzles: Puzzles;
  budgets: Pick<Budgets, 'charge'>;
}

export function operatorIdentityRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  passwordRoutes(app, deps);
  joinRoutes(app, deps);
  codeRoutes(app, deps);
  setUpRoutes(app, deps);
  ownPasswordRoute(app, deps);
  selfRoutes(app, deps);
}

function passwordRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  serve(app, passwordParts(deps), [
    on(calls.readConsolePuzzle, readConsolePuzzle),
    on(calls.readConsoleCaptcha, readConsoleCaptcha),
    on(calls.logInOperator, answerLogInOperator, {
      body: deps.config.captcha ? operatorLoginCaptchaBody : operatorLoginBody,
    }),
  ]);
}

function passwordParts(deps: OperatorIdentityDeps) {
  const { pool, fingerprints } = deps;
  const limits = {
    captcha: memoryAddressLimit({ points: 120, durationSec: 60 }),
    login: postgresAddressLimit(pool, {
      name: 'console-login',
      table: 'console_rate_limit',
      points: 100,
      durationSec: 600,
    }),
    device: postgresLimit(pool, {
      name: 'console-login-device',
      table: 'console_rate_limit',
      points: 30,
      durationSec: 600,
    }),
  };
  const passwords = createPasswords();
  const admitPicture = pictureGate(deps, limits.captcha, 'console-picture');
  const admitLogin = loginGate({ ...deps, fingerprints: consoleOnly(fingerprints) }, limits, 'console');
  return { ...deps, limits, passwords, admitPicture, admitLogin };
}

type PasswordParts = ReturnType<typeof passwordParts>;

async function readConsolePuzzle(
  { query, request }: Call<typeof calls.readConsolePuzzle>,
  deps: PasswordParts,
): Promise<Answered<typeof calls.readConsolePuzzle>> {
  return await deps.puzzles.issue(query.form, request.ip);
}

async function readConsoleCaptcha(
  { query, request }: Call<typeof calls.readConsoleCaptcha>,
  { config, pool, fingerprints, admitPicture }: PasswordParts,
): Promise<Answered<typeof calls.readConsoleCaptcha>> {
  if (!config.captcha) return { uuid: '', img: '', captchaEnabled: false };
  await admitPicture(request);
  return await issueCaptcha(pool, fingerprints, query.level, 'console');
}

async function answerLogInOperator(
  { body, request }: Call<typeof calls.logInOperator>,
  { config, pool, fingerprints, passwords, admitLogin }: PasswordParts,
): Promise<Answered<typeof calls.logInOperator>> {
  const { username, pwd, code, uuid } = body;
  await admitLogin(request, { username, device: undefined });
  const answer = await logInOperator(
    { pool, fingerprints, passwords, captcha: config.captcha },
    { username, pwd, code, uuid, address: request.ip },
  );
  if (answer.ok) {
    const opened = await openOperatorSession(pool, answer.value, deviceOf(request));
    // In the same words as a wrong password: from where they may come is nobody's business.
    if (opened === undefined) throw new Refused('LOGIN_FAILED');
    return opened;
  }
  const { key, ...more } = answer.error;
  throw new Refused(key, { ...(key.startsWith('CAPTCHA_') ? { fields: { code: key } } : {}), ...more });
}

/** Guesses at the links of invitations, of one address. A code may be guessed at five times for each link, by the database. */
const JOIN_TRIES = { name: 'console-join', table: 'console_rate_limit', points: 20, durationSec: 600 } as const;

type JoinParts = OperatorIdentityDeps & { readonly passwords: Passwords; readonly tries: AddressLimit };

function joinRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  const tries = postgresAddressLimit(deps.pool, JOIN_TRIES);
  serve(app, { ...deps, tries, passwords: createPasswords() }, [on(staffCalls.joinStaff, joinStaff)]);
}

async function joinStaff(
  { body, request }: Call<typeof staffCalls.joinStaff>,
  { pool, passwords, tries, puzzles, budgets }: JoinParts,
): Promise<Answered<typeof staffCalls.joinStaff>> {
  // A password is hashed for everybody who comes: a stranger solves a puzzle first.
  await puzzles.take(request, 'console', async () => {
    await tries.take(request.ip);
    budgets.charge(request, 'password');
  });
  return await takeInvitation({ pool, passwords }, body, deviceOf(request));
}

function codeRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  serve(app, deps, [on(calls.enterOperatorCode, enterOperatorCode)]);
}

async function enterOperatorCode(
  { body, request }: Call<typeof calls.enterOperatorCode>,
  deps: OperatorIdentityDeps,
): Promise<Answered<typeof calls.enterOperatorCode>> {
  const { operators } = deps;
  const operator = operators.operatorOf(request);
  const device = deviceOf(request);
  const taken = await takeCode(
    factorOf(deps),
    operator,
    body.code,
    async (db, secondFactor) => await becomeFull(db, device, { command: 'console/login', secondFactor }),
  );
  if (!taken.ok) throw refusedCode(taken.error);
  return taken.value;
}

function setUpRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  serve(app, deps, [
    on(calls.beginOperatorTotp, beginOperatorTotp),
    on(calls.confirmOperatorTotp, confirmOperatorTotp),
    on(calls.postponeOperatorTotp, postponeOperatorTotp),
    on(staffCalls.renewOperatorTotp, renewOperatorTotp),
  ]);
}

/** An operator who skipped it may set it up later, from a session that works. */
async function beginOperatorTotp(
  { request }: Call<typeof calls.beginOperatorTotp>,
  deps: OperatorIdentityDeps,
): Promise<Answered<typeof calls.beginOperatorTotp>> {
  const { site, operators } = deps;
  const operator = operators.operatorOf(request);
  const begun = await beginSetUp(factorOf(deps), operator);
  if (!begun.ok) throw refusedCode(begun.error);
  const secret = begun.value;
  return { secret, uri: totpUri(secret, { issuer: site.name, account: operator.username }) };
}

async function confirmOperatorTotp(
  { body, request }: Call<typeof calls.confirmOperatorTotp>,
  deps: OperatorIdentityDeps,
): Promise<Answered<typeof calls.confirmOperatorTotp>> {
  const { operators } = deps;
  const operator = operators.operatorOf(request);
  const done = await finishSetUp(
    factorOf(deps),
    operator,
    body.code,
    async (db) => await becomeFull(db, deviceOf(request), { command: 'console/second-factor' }),
  );
  if (!done.ok) throw refusedCode(done.error);
  return { ...done.value.value, recoveryCodes: done.value.recoveryCodes };
}

async function renewOperatorTotp(
  { body, request }: Call<typeof staffCalls.renewOperatorTotp>,
  deps: OperatorIdentityDeps,
): Promise<Answered<typeof staffCalls.renewOperatorTotp>> {
  const { site, operators } = deps;
  const operator = operators.operatorOf(request);
  const begun = await beginRenewal(factorOf(deps), operator, body.code);
  if (!begun.ok) throw refusedCode(begun.error);
  return { secret: begun.value, uri: totpUri(begun.value, { issuer: site.name, account: operator.username }) };
}

async function postponeOperatorTotp(
  { request }: Call<typeof calls.postponeOperatorTotp>,
  { pool, site, operators }: OperatorIdentityDeps,
): Promise<Answered<typeof calls.postponeOperatorTotp>> {
  if (site.mode === 'live') throw new Refused('OPERATOR_SECOND_FACTOR_REQUIRED');
  const operator = operators.operatorOf(request);
  if (await mustSecure(pool, operator.operatorId)) throw new Refused('OPERATOR_SECOND_FACTOR_REQUIRED');
  return await asOperator(
    pool,
    operator,
    async (db) => await becomeFull(db, deviceOf(request), { command: 'console/login', secondFactor: 'none' }),
  );
}

/** Guesses at the password of one operator by a session that somebody else may hold. */
const PASSWORD_TRIES = { name: 'console-password', table: 'console_rate_limit', points: 10, durationSec: 600 } as const;

function ownPasswordRoute(app: HttpApp, deps: OperatorIdentityDeps): void {
  serve(app, ownPasswordRouteParts(deps), [on(calls.changeOperatorPassword, changeOperatorPassword)]);
}

function ownPasswordRouteParts(deps: OperatorIdentityDeps) {
  const { pool } = deps;
  const passwords = createPasswords();
  const tries = postgresLimit(pool, PASSWORD_TRIES);
  return { ...deps, passwords, tries };
}

type OwnPasswordRouteParts = ReturnType<typeof ownPasswordRouteParts>;

async function changeOperatorPassword(
  { body, request }: Call<typeof calls.changeOperatorPassword>,
  deps: OwnPasswordRouteParts,
): Promise<Answered<typeof calls.changeOperatorPassword>> {
  const { operators, passwords, tries } = deps;
  const operator = operators.operatorOf(request);
  await tries.take(operator.operatorId.toString());
  await changeOwnPassword({ ...factorOf(deps), passwords }, operator, body);
  return null;
}

function selfRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  serve(app, deps, [
    on(calls.logOutOperator, logOutOperator),
    on(calls.readOperator, readOperator),
    on(calls.listOperatorSessions, listOperatorSessions),
    on(calls.endOperatorSession, endOperatorSession),
  ]);
}

async function logOutOperator(
  { request }: Call<typeof calls.logOutOperator>,
  { pool, operators }: OperatorIdentityDeps,
): Promise<Answered<typeof calls.logOutOperator>> {
  const acting = operators.operatorOf(request);
  await asOperator(pool, acting, async (db) => await endSession(db, acting.sessionId));
  return null;
}

/** Those who may read about the market are told of calendars that end; for others there is nothing to do about it. */
async function readOperator(
  { request }: Call<typeof calls.readOperator>,
  { pool, clock, site, operators }: OperatorIdentityDeps,
): Promise<Answered<typeof calls.readOperator>> {
  const operator = operators.operatorOf(request);
  const nowMs = clock.now();
  const isTold = permits(operator.permissions, 'market:calendar:read');
  return operatorView(operator, site, nowMs, isTold ? await endingCalendars(pool, nowMs) : []);
}

async function listOperatorSessions(
  { request }: Call<typeof calls.listOperatorSessions>,
  { pool, operators }: OperatorIdentityDeps,
): Promise<Answered<typeof calls.listOperatorSessions>> {
  const { operatorId, sessionId } = operators.operatorOf(request);
  const rows = await selectOperatorSessions(pool, operatorId);
  return { items: rows.map((row) => operatorSessionView(row, sessionId)) };
}

async function endOperatorSession(
  { params, request }: Call<typeof calls.endOperatorSession>,
  { pool, operators }: OperatorIdentityDeps,
): Promise<Answered<typeof calls.endOperatorSession>> {
  const acting = operators.operatorOf(request);
  const ended = await asOperator(pool, acting, async (db) => await endSession(db, params.id));
  if (!ended) throw new Refused('SESSION_NOT_FOUND');
  return null;
}

function deviceOf(request: HttpRequest): { userAgent: string; address: string } {
  return { userAgent: header(request, 'user-agent') ?? '', address: request.ip };
}

function factorOf({ pool, secrets, fingerprints }: OperatorIdentityDeps) {
  return { pool, sealKey: secrets.seal, fingerprints };
}

function refusedCode({ key, ...more }: { key: string; retryAfterSec?: number }): Refused {
  return new Refused(key, { fields: { code: key }, ...more });
}
