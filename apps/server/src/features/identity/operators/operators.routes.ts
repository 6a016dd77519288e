import {
  operatorCodeBody,
  operatorLoginBody,
  operatorLoginCaptchaBody,
  operatorSessionParams,
  operatorSessionsView,
  operatorTokenView,
  operatorView as operatorSchema,
  totpDoneView,
  totpSecretView,
} from '@candor/contract/console';
import { operatorPasswordBody } from '@candor/contract/console-security';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { captchaQuery, captchaView } from '@candor/contract/identity';
import { puzzleQuery, puzzleView } from '@candor/contract/puzzle';
import { patternOf } from '@candor/contract/routes';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { header, ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../../platform/http/http-app.ts';
import { memoryAddressLimit, postgresAddressLimit, postgresLimit } from '../../../platform/http/rate-limit.ts';
import { formRoute, operatorLoginRoute, operatorRoute, publicRoute } from '../../../platform/http/route-cost.ts';
import type { Budgets } from '../../../platform/http/route-cost.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import { endSession } from '../../../services/operators/operator-session-store.ts';
import { becomeFull, openOperatorSession } from '../../../services/operators/operators.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import { totpUri } from '../../../services/second-factor/totp.ts';
import type { Puzzles } from '../puzzles.ts';
import { createPasswords } from '../../../services/secrets/passwords.ts';
import type { Secrets } from '../../../services/secrets/secrets.ts';
import type { Site } from '../../../services/site/site.ts';
import { issueCaptcha } from '../issue-captcha.ts';
import { loginGate } from '../login-gate.ts';
import { pictureGate } from '../picture-gate.ts';
import { changeOwnPassword } from './change-operator-password.ts';
import { consoleOnly, logInOperator } from './log-in-operator.ts';
import { selectOperatorSessions } from './operator-access-store.ts';
import { operatorSessionView, operatorView } from './operator-view.ts';
import { beginSetUp, finishSetUp, takeCode } from './second-factor.ts';

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

const TAGS = ['operators'];
const nothing = envelopeOf(z.null());

export function operatorIdentityRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  passwordRoutes(app, deps);
  codeRoutes(app, deps);
  setUpRoutes(app, deps);
  ownPasswordRoute(app, deps);
  selfRoutes(app, deps);
}

function passwordRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  const { config, pool, fingerprints } = deps;
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

  const puzzle = { tags: TAGS, querystring: puzzleQuery, response: { 200: envelopeOf(puzzleView) } };
  app.get(CONSOLE_PATHS.puzzle, { config: publicRoute('form'), schema: puzzle }, async (request) =>
    ok(await deps.puzzles.issue(request.query.form, request.ip)),
  );

  const captcha = { tags: TAGS, querystring: captchaQuery, response: { 200: envelopeOf(captchaView) } };
  const admitPicture = pictureGate(deps, limits.captcha, 'console-picture');
  app.get(CONSOLE_PATHS.captcha, { config: publicRoute('form'), schema: captcha }, async (request) => {
    if (!config.captcha) return ok({ uuid: '', img: '', captchaEnabled: false });
    await admitPicture(request);
    return ok(await issueCaptcha(pool, fingerprints, request.query.level, 'console'));
  });

  const body = config.captcha ? operatorLoginCaptchaBody : operatorLoginBody;
  const login = { tags: TAGS, body, response: { 200: envelopeOf(operatorTokenView) } };
  const admitLogin = loginGate({ ...deps, fingerprints: consoleOnly(fingerprints) }, limits, 'console');
  app.post(CONSOLE_PATHS.login, { config: formRoute('console'), schema: login }, async (request) => {
    const { username, pwd, code, uuid } = request.body;
    await admitLogin(request, { username, device: undefined });
    const answer = await logInOperator(
      { pool, fingerprints, passwords, captcha: config.captcha },
      { username, pwd, code, uuid, address: request.ip },
    );
    if (answer.ok) {
      return ok(await openOperatorSession(pool, answer.value, deviceOf(request)));
    }
    const { key, ...more } = answer.error;
    throw new Refused(key, { ...(key.startsWith('CAPTCHA_') ? { fields: { code: key } } : {}), ...more });
  });
}

function codeRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  const { operators } = deps;
  const schema = { tags: TAGS, body: operatorCodeBody, response: { 200: envelopeOf(operatorTokenView) } };
  app.post(CONSOLE_PATHS.loginCode, { config: operatorLoginRoute('change', 'code'), schema }, async (request) => {
    const operator = operators.operatorOf(request);
    const device = deviceOf(request);
    const taken = await takeCode(
      factorOf(deps),
      operator,
      request.body.code,
      async (db, secondFactor) => await becomeFull(db, device, { command: 'console/login', secondFactor }),
    );
    if (!taken.ok) throw refusedCode(taken.error);
    return ok(taken.value);
  });
}

function setUpRoutes(app: HttpApp, deps: OperatorIdentityDeps): void {
  const { pool, site, operators } = deps;
  const start = { tags: TAGS, body: z.nullable(z.strictObject({})), response: { 200: envelopeOf(totpSecretView) } };
  // An operator who skipped it may set it up later, from a session that works.
  app.post(
    CONSOLE_PATHS.totp,
    { config: operatorLoginRoute('change', 'setup', 'full'), schema: start },
    async (request) => {
      const operator = operators.operatorOf(request);
      const begun = await beginSetUp(factorOf(deps), operator);
      if (!begun.ok) throw refusedCode(begun.error);
      const secret = begun.value;
      return ok({ secret, uri: totpUri(secret, { issuer: site.name, account: operator.username }) });
    },
  );

  const finish = { tags: TAGS, body: operatorCodeBody, response: { 200: envelopeOf(totpDoneView) } };
  app.put(
    CONSOLE_PATHS.totp,
    { config: operatorLoginRoute('change', 'setup', 'full'), schema: finish },
    async (request) => {
      const operator = operators.operatorOf(request);
      const done = await finishSetUp(
        factorOf(deps),
        operator,
        request.body.code,
        async (db) => await becomeFull(db, deviceOf(request), { command: 'console/second-factor' }),
      );
      if (!done.ok) throw refusedCode(done.error);
      return ok({ ...done.value.value, recoveryCodes: done.value.recoveryCodes });
    },
  );

  const later = { tags: TAGS, body: z.nullable(z.strictObject({})), response: { 200: envelopeOf(operatorTokenView) } };
  app.post(
    CONSOLE_PATHS.totpLater,
    { config: operatorLoginRoute('change', 'setup'), schema: later },
    async (request) => {
      if (site.mode === 'live') throw new Refused('OPERATOR_SECOND_FACTOR_REQUIRED');
      const operator = operators.operatorOf(request);
      return ok(
        await asOperator(
          pool,
          operator,
          async (db) => await becomeFull(db, deviceOf(request), { command: 'console/login', secondFactor: 'none' }),
        ),
      );
    },
  );
}

/** Guesses at the password of one operator by a session that somebody else may hold. */
const PASSWORD_TRIES = { name: 'console-password', table: 'console_rate_limit', points: 10, durationSec: 600 } as const;

function ownPasswordRoute(app: HttpApp, deps: OperatorIdentityDeps): void {
  const { pool, operators } = deps;
  const passwords = createPasswords();
  const tries = postgresLimit(pool, PASSWORD_TRIES);
  app.post(
    CONSOLE_PATHS.password,
    {
      config: operatorRoute('password'),
      schema: { tags: TAGS, body: operatorPasswordBody, response: { 200: nothing } },
    },
    async (request) => {
      const operator = operators.operatorOf(request);
      await tries.take(operator.operatorId.toString());
      await changeOwnPassword({ ...factorOf(deps), passwords }, operator, request.body);
      return ok(null);
    },
  );
}

function selfRoutes(app: HttpApp, { pool, clock, site, operators }: OperatorIdentityDeps): void {
  app.post(
    CONSOLE_PATHS.logout,
    {
      config: operatorLoginRoute('change', 'code', 'setup', 'full'),
      schema: { tags: TAGS, body: z.nullable(z.strictObject({})), response: { 200: nothing } },
    },
    async (request) => {
      const acting = operators.operatorOf(request);
      await asOperator(pool, acting, async (db) => await endSession(db, acting.sessionId));
      return ok(null);
    },
  );

  app.get(
    CONSOLE_PATHS.me,
    { config: operatorRoute('lookup'), schema: { tags: TAGS, response: { 200: envelopeOf(operatorSchema) } } },
    (request) => ok(operatorView(operators.operatorOf(request), site, clock.now())),
  );

  app.get(
    CONSOLE_PATHS.sessions,
    { config: operatorRoute('lookup'), schema: { tags: TAGS, response: { 200: envelopeOf(operatorSessionsView) } } },
    async (request) => {
      const { operatorId, sessionId } = operators.operatorOf(request);
      const rows = await selectOperatorSessions(pool, operatorId);
      return ok({ items: rows.map((row) => operatorSessionView(row, sessionId)) });
    },
  );

  app.delete(
    patternOf(CONSOLE_PATHS.session, 'id'),
    {
      config: operatorRoute('change'),
      schema: { tags: TAGS, params: operatorSessionParams, response: { 200: nothing } },
    },
    async (request) => {
      const acting = operators.operatorOf(request);
      const ended = await asOperator(pool, acting, async (db) => await endSession(db, request.params.id));
      if (!ended) throw new Refused('SESSION_NOT_FOUND');
      return ok(null);
    },
  );
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
