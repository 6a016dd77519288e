import { loginBody, loginCaptchaBody } from '@candor/contract/identity';
import { registerBody, registerCaptchaBody } from '@candor/contract/registration';
import * as entry from '@candor/contract/calls/identity';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import * as calls from '@candor/contract/calls/account';
import type { ProfileView, SessionsView } from '@candor/contract/identity';
import { isReservedName } from '@candor/domain/identity/reserved-name';
import type { Config } from '../../platform/config/config.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { cursorId, pageOf } from '../../platform/http/paging.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import { memoryAddressLimit, postgresAddressLimit, postgresLimit } from '../../platform/http/rate-limit.ts';
import type { AddressLimit, RateLimit } from '../../platform/http/rate-limit.ts';
import { readDeviceKey } from '../../services/device-keys/device-key.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Puzzles } from './puzzles.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { deleteOtherSessions, deleteSession } from '../../services/sessions/session-store.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { passkeySite } from '../../services/member-factors/passkey-site.ts';
import { selectProfile, selectReadsAsOperator, selectSessions, updateChoices } from './identity-store.ts';
import { issueCaptcha } from './issue-captcha.ts';
import { logIn } from './log-in.ts';
import { loginGate } from './login-gate.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';
import type { PasswordResetDeps } from './password-reset.routes.ts';
import { pictureGate } from './picture-gate.ts';
import { choicesOf, isTimeZone, profileView, sessionView } from './profile-view.ts';
import { checkRegistration } from './check-registration.ts';
import { registerMember } from './register-member.ts';
import { secondStepRoutes } from './second-step.routes.ts';
import { siteConfigView } from './site-config-view.ts';
import type { Licence } from './site-config-view.ts';

/**
 * Who someone is: the site's configuration, captchas, registration, login, profile and sessions. No password and no
 * sealed text is ever in an answer or a log, and no token in a log. The rules are in registration-rules.ts and
 * login-lock.ts.
 */
export interface IdentityDeps {
  config: Pick<Config, 'captcha' | 'codeGateway' | 'hosts' | 'outside'>;
  log: PasswordResetDeps['log'];
  pool: Pool;
  clock: Clock;
  site: Site;
  secrets: Pick<Secrets, 'seal'>;
  sessions: Sessions;
  fingerprints: Fingerprints;
  puzzles: Puzzles;
  budgets: Pick<Budgets, 'charge'>;
  /** The firm's licence; a site in practice mode has none. */
  licence?: Licence;
  /** Set by tests that count password work or want a smaller limit. */
  passwords?: Passwords;
  limits?: Partial<IdentityLimits>;
}

/** Each limit counts per address, but that of devices. */
export interface IdentityLimits {
  captcha: AddressLimit;
  login: AddressLimit;
  /** Second steps of logins: whoever is there knows a password. */
  step: AddressLimit;
  /** Logins of devices that are known for a name, counted by name. */
  device: RateLimit;
  register: AddressLimit;
  /** Both calls of a forgotten password. */
  reset: AddressLimit;
  /** Looks of registration whether a name is free: as many as registrations, which tell the same. */
  check: AddressLimit;
}

function identityLimits(pool: Pool): IdentityLimits {
  return {
    captcha: memoryAddressLimit({ points: 120, durationSec: 60 }),
    login: postgresAddressLimit(pool, { name: 'login', points: 300, durationSec: 600 }),
    step: postgresAddressLimit(pool, { name: 'step', points: 300, durationSec: 600 }),
    device: postgresLimit(pool, { name: 'login-device', points: 30, durationSec: 600 }),
    register: postgresAddressLimit(pool, { name: 'register', points: 100, durationSec: 3_600 }),
    reset: postgresAddressLimit(pool, { name: 'password-reset', points: 60, durationSec: 3_600 }),
    check: postgresAddressLimit(pool, { name: 'register-check', points: 100, durationSec: 3_600 }),
  };
}

export function identityRoutes(app: HttpApp, deps: IdentityDeps): void {
  const limits = { ...identityLimits(deps.pool), ...deps.limits };
  siteRoutes(app, deps, limits);
  entryRoutes(app, deps, limits);
  secondStepRoutes(app, deps, limits.step);
  passwordResetRoutes(app, { ...deps, passwords: deps.passwords ?? createPasswords() }, limits.reset);
  serve(app, deps, ACCOUNT);
}

function siteRoutes(app: HttpApp, deps: IdentityDeps, limits: IdentityLimits): void {
  serve(app, siteParts(deps, limits), [
    on(entry.readSiteConfig, readSiteConfig),
    on(entry.readPuzzle, readPuzzle),
    on(entry.readCaptcha, readCaptcha),
  ]);
}

function siteParts(deps: IdentityDeps, limits: IdentityLimits) {
  const admitPicture = pictureGate(deps, limits.captcha, 'picture');
  return { ...deps, admitPicture, limits };
}

type SiteParts = ReturnType<typeof siteParts>;

async function readSiteConfig(
  _: Call<typeof entry.readSiteConfig>,
  deps: SiteParts,
): Promise<Answered<typeof entry.readSiteConfig>> {
  const { config, site, licence } = deps;
  return siteConfigView(site, { ...config, licence }, deps.clock.now());
}

async function readPuzzle(
  { query, request }: Call<typeof entry.readPuzzle>,
  deps: SiteParts,
): Promise<Answered<typeof entry.readPuzzle>> {
  return await deps.puzzles.issue(query.form, request.ip);
}

async function readCaptcha(
  { query, request }: Call<typeof entry.readCaptcha>,
  deps: SiteParts,
): Promise<Answered<typeof entry.readCaptcha>> {
  const { config, admitPicture } = deps;
  if (!config.captcha) return { uuid: '', img: '', captchaEnabled: false };
  await admitPicture(request);
  return await issueCaptcha(deps.pool, deps.fingerprints, query.level);
}

/** Refusals that belong to the captcha field of a form. */
const CAPTCHA_KEYS: ReadonlySet<string> = new Set(['CAPTCHA_WRONG', 'CAPTCHA_EXPIRED', 'CAPTCHA_HARDER']);

function entryRoutes(app: HttpApp, deps: IdentityDeps, limits: IdentityLimits): void {
  // A site with a captcha asks for its code.
  const { captcha } = deps.config;
  serve(app, entryParts(deps, limits), [
    on(entry.logIn, answerLogIn, { body: captcha ? loginCaptchaBody : loginBody }),
    on(entry.checkRegistration, answerCheckRegistration),
    on(entry.register, register, { body: captcha ? registerCaptchaBody : registerBody }),
  ]);
}

function entryParts(deps: IdentityDeps, limits: IdentityLimits) {
  const { captcha } = deps.config;
  const passwords = deps.passwords ?? createPasswords();
  const admitLogin = loginGate(deps, limits);
  return { ...deps, captcha, passwords, admitLogin, limits };
}

type EntryParts = ReturnType<typeof entryParts>;

async function answerLogIn(call: Call<typeof entry.logIn>, deps: EntryParts): Promise<Answered<typeof entry.logIn>> {
  const { body, request } = call;
  const { captcha, passwords, admitLogin } = deps;
  const { username, pwd, code, uuid, device, deviceKey } = body;
  await admitLogin(request, { username, device });
  const caller = { ...callerOf(call), rpId: passkeySite(request, deps.config.hosts)?.rpId };
  const command = { username, pwd, code, uuid, device, deviceKey: readDeviceKey(deviceKey), ...caller };
  const answer = await logIn({ ...deps, captcha, passwords }, command);
  if (answer.ok) return answer.value;
  const { key, ...more } = answer.error;
  throw new Refused(key, { ...(CAPTCHA_KEYS.has(key) ? { fields: { code: key } } : {}), ...more });
}

async function answerCheckRegistration(
  { body, request }: Call<typeof entry.checkRegistration>,
  deps: EntryParts,
): Promise<Answered<typeof entry.checkRegistration>> {
  await deps.puzzles.take(request, 'name', async () => {
    await deps.limits.check.take(request.ip);
    deps.budgets.charge(request, 'lookup');
  });
  const checked = await checkRegistration(deps, body);
  if (checked.ok) return checked.value;
  throw new Refused(checked.error);
}

async function register(call: Call<typeof entry.register>, deps: EntryParts): Promise<Answered<typeof entry.register>> {
  const { body, request } = call;
  const { captcha, passwords, limits } = deps;
  await deps.puzzles.take(request, 'register', () => deps.budgets.charge(request, 'password'));
  const answer = await registerMember(
    {
      ...deps,
      captcha,
      passwords,
      sealKey: deps.secrets.seal,
      countries: deps.licence?.countries ?? [],
      countRegistration: async () => await limits.register.take(request.ip),
    },
    { body, deviceKey: readDeviceKey(body.deviceKey), ...callerOf(call) },
  );
  if (answer.ok) return answer.value;
  const { key, ...more } = answer.error;
  throw new Refused(key, more);
}

const ACCOUNT = [
  on(calls.readUserInfo, readUserInfo),
  on(calls.readProfile, readProfile),
  on(calls.saveProfile, saveProfile),
  on(calls.logOut, logOut),
  on(calls.listSessions, listSessions),
  on(calls.endOtherSessions, endOtherSessions),
  on(calls.endSession, endSession),
];

async function readUserInfo({ request }: Call<typeof calls.readUserInfo>, { pool, sessions, secrets }: IdentityDeps) {
  const { memberId, sessionId, username, roles, permissions } = sessions.memberOf(request);
  const { avatar } = profileView(await selectProfile(pool, memberId), secrets.seal);
  return { ...ok({ sessionkey: sessionId, avatar, userName: username }), roles, permissions };
}

async function readProfile(
  { request }: Call<typeof calls.readProfile>,
  { pool, sessions, secrets }: IdentityDeps,
): Promise<ProfileView> {
  return profileView(await selectProfile(pool, sessions.memberOf(request).memberId), secrets.seal);
}

async function saveProfile(
  { body, request }: Call<typeof calls.saveProfile>,
  { pool, sessions, secrets, site }: IdentityDeps,
): Promise<ProfileView> {
  const { timeZone, nickname } = body;
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    throw new Refused('PROFILE_INVALID', { fields: { timeZone: 'FIELD_INVALID' } });
  const { memberId } = sessions.memberOf(request);
  if (
    nickname !== undefined &&
    (isReservedName(nickname, site.name) || (await selectReadsAsOperator(pool, nickname, memberId)))
  )
    throw new Refused('NAME_RESERVED', { fields: { nickname: 'NAME_RESERVED' } });
  return profileView(await updateChoices(pool, memberId, choicesOf(body)), secrets.seal);
}

// Fastify passes a missing body on as null.
async function logOut({ request }: Call<typeof calls.logOut>, { pool, sessions }: IdentityDeps): Promise<null> {
  const { memberId, sessionId } = sessions.memberOf(request);
  await deleteSession(pool, memberId, sessionId);
  return null;
}

async function listSessions(
  { query, request }: Call<typeof calls.listSessions>,
  { pool, sessions }: IdentityDeps,
): Promise<SessionsView> {
  const { memberId, sessionId } = sessions.memberOf(request);
  const beforeId = cursorId(query.cursor);
  return await pageOf({
    paging: query,
    read: async (limit) => await selectSessions(pool, { memberId, beforeId, limit }),
    view: (row) => sessionView(row, sessionId),
    cursorOf: ({ id }) => id,
  });
}

/** Ends all sessions except the caller's: for a member who sees a device that is not theirs. */
async function endOtherSessions({ request }: Call<typeof calls.endOtherSessions>, { pool, sessions }: IdentityDeps) {
  const { memberId, sessionId } = sessions.memberOf(request);
  return { ended: await deleteOtherSessions(pool, memberId, sessionId) };
}

async function endSession(
  { params, request }: Call<typeof calls.endSession>,
  { pool, sessions }: IdentityDeps,
): Promise<null> {
  const ended = await deleteSession(pool, sessions.memberOf(request).memberId, params.id);
  if (!ended) throw new Refused('SESSION_NOT_FOUND');
  return null;
}

/** Login and registration work without an Idempotency-Key, but a key that is not valid is refused. */
function callerOf({ key, request }: Call<typeof entry.logIn | typeof entry.register>) {
  return {
    key,
    userAgent: header(request, 'user-agent') ?? '',
    address: request.ip,
  };
}
