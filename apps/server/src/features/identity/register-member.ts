import type { TokenView } from '@candor/contract/identity';
import type { RegisterBody } from '@candor/contract/registration';
import type { ErrorKey } from '@candor/contract/errors';
import { foldUsername } from '@candor/domain/identity/username';
import type { FoldedUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Connection, Db } from '../../platform/db/pool.ts';
import { sqlState, withTransaction } from '../../platform/db/transaction.ts';
import type { NewMember } from '../../services/seed/member-store.ts';
import { isLeakedPassword } from '../../services/login-password/leaked-password.ts';
import { localDateAt } from '@candor/domain/market/local-time';
import type { Clock } from '../../platform/clock/clock.ts';
import { nameMark } from '../../services/marks/marks.ts';
import { insertNameMark } from '../../services/marks/name-mark-store.ts';
import { givenPurpose } from '../../services/verification/verification-of-member.ts';
import { newInviteCode, openMember } from '../../services/seed/open-member.ts';
import { seal } from '../../services/secrets/seal.ts';
import type { Site } from '../../services/site/site.ts';
import { enter } from './enter-member.ts';
import { insertRegisterAttempt, selectRegisterAttempt, selectTaken } from './identity-store.ts';
import type { RegisterAttempt } from './identity-store.ts';
import type { LoginDeps } from './log-in.ts';
import { selectWaitSec } from './login-attempt-store.ts';
import { loginKeys } from './login-keys.ts';
import { wrongFields } from './registration-rules.ts';
import type { WrongFields } from './registration-rules.ts';
import { takeCaptcha } from './take-captcha.ts';

export interface RegisterCommand {
  body: RegisterBody;
  /** The public key with which the new session will sign its calls. */
  deviceKey: Buffer | null;
  /** The Idempotency-Key, when the client sent one. */
  key: string | undefined;
  userAgent: string;
  address: string;
}

export interface RegisterDeps extends LoginDeps {
  site: Site;
  clock: Clock;
  sealKey: Buffer;
  /** Countries of the licence; empty in practice mode, which does not ask for a country. */
  countries: readonly string[];
  /** Counts one registration from the caller's address; throws Refused when there were too many. */
  countRegistration: () => Promise<void>;
}

export interface RegisterError {
  key: ErrorKey;
  fields?: WrongFields;
  retryAfterSec?: number;
}

/** An invite code is one of 10^12. When this many in a row are taken, something else is wrong. */
const INVITE_TRIES = 3;

/**
 * Opens a member, their practice money and a first session in one transaction. A call with the key of a registration
 * that succeeded never makes a second member: see `repeated`.
 */
export async function registerMember(
  deps: RegisterDeps,
  command: RegisterCommand,
): Promise<Result<TokenView, RegisterError>> {
  const { pool, site } = deps;
  const { body } = command;
  const fingerprint = registrationFingerprint(deps, body);
  const earlier = await findAttempt(pool, command);
  if (earlier !== undefined) {
    await deps.countRegistration();
    return await repeated(pool, deps, command, { earlier, fingerprint });
  }

  if (!site.registrationOpen) return err({ key: 'REGISTRATION_CLOSED' });
  const wrong = refusedFields(
    wrongFields(
      body,
      { ...site, countries: deps.countries, today: localDateAt(site.timeZone, deps.clock.now()) },
      { isLeaked: await isLeakedPassword(body.pwd) },
    ),
  );
  if (wrong !== undefined) return err(wrong);
  if (deps.captcha) {
    const callHash =
      command.key === undefined ? undefined : deps.fingerprints.of({ call: 'register', key: command.key, body });
    const taken = await takeCaptcha(pool, deps.fingerprints, { uuid: body.uuid, code: body.code }, callHash);
    if (!taken.ok) return err({ key: taken.error, fields: { code: taken.error } });
  }
  await deps.countRegistration();
  // Checked before the costly hashes; the insert below decides.
  const taken = await takenFields(pool, body);
  if (!taken.ok) return await takenOrRepeated(pool, deps, command, { taken, fingerprint });
  const hashes = {
    passwordHash: await deps.passwords.hash(body.pwd),
    withdrawPasswordHash: await deps.passwords.hash(body.withdrawPwd),
  };
  try {
    return await withTransaction(pool, async (db) => await openAccount(db, deps, command, { ...hashes, fingerprint }));
  } catch (error) {
    const refusal = refusedByDatabase(error);
    if (refusal === undefined) throw error;
    return err(refusal);
  }
}

const REGISTRATION_REFUSED_SQLSTATE = 'CD044';
const REFUSED: Readonly<Record<string, RegisterError>> = {
  CLOSED: { key: 'REGISTRATION_CLOSED' },
  INVITE: { key: 'INVITE_CODE_REQUIRED', fields: { inviteCode: 'INVITE_CODE_REQUIRED' } },
  IDENTITY: { key: 'NAME_REQUIRED', fields: { realName: 'NAME_REQUIRED', idNumber: 'ID_NUMBER_REQUIRED' } },
};

/** Operators closed or narrowed registration while this call was on its way: what the database knows decides. */
function refusedByDatabase(error: unknown): RegisterError | undefined {
  if (!(error instanceof Error) || sqlState(error) !== REGISTRATION_REFUSED_SQLSTATE) return undefined;
  return REFUSED[error.message.split(': ')[1] ?? ''];
}

/**
 * Includes the passwords, so that knowing a key alone opens nothing. Leaves out the captcha, which is new on each try.
 */
function registrationFingerprint({ fingerprints }: RegisterDeps, { code: _code, uuid: _uuid, ...rest }: RegisterBody) {
  return fingerprints.of({ register: rest });
}

async function findAttempt(db: Db, { key }: RegisterCommand): Promise<RegisterAttempt | undefined> {
  return key === undefined ? undefined : await selectRegisterAttempt(db, key);
}

/**
 * The answer to the key of a registration that succeeded. For a minute the same body gets a new token, because the
 * first answer may have been lost, but only when a login would open a session too. After that no body is compared, so
 * that a key from an old log reveals nothing about a password.
 */
async function repeated(
  db: Db,
  deps: RegisterDeps,
  command: RegisterCommand,
  { earlier, fingerprint }: { earlier: RegisterAttempt; fingerprint: Buffer },
): Promise<Result<TokenView, RegisterError>> {
  if (!earlier.repeatable) return err({ key: 'REGISTRATION_DONE' });
  if (!earlier.fingerprint.equals(fingerprint)) return err({ key: 'IDEMPOTENCY_KEY_REUSED' });
  if (!earlier.loginAllowed) return err({ key: 'LOGIN_NOT_AUTHORIZED' });
  if (earlier.frozen) return err({ key: 'ACCOUNT_FROZEN' });
  const username = legalName(command.body);
  const waitSec = await selectWaitSec(db, loginKeys(deps.fingerprints, username, command).limitBucket);
  if (waitSec > 0) return err({ key: 'ACCOUNT_LOCKED', retryAfterSec: waitSec });
  return ok(await enterNew(db, deps, command, earlier.memberId));
}

/** A session for a new member. From now on the network and the device are known as theirs. */
async function enterNew(
  db: Db,
  { fingerprints }: RegisterDeps,
  { body, userAgent, address, deviceKey }: RegisterCommand,
  memberId: bigint,
): Promise<TokenView> {
  return await enter(
    db,
    fingerprints,
    { memberId, username: legalName(body) },
    { address, userAgent, device: body.device, deviceKey },
  );
}

/** The name in a body that has passed its schema, which accepts only legal names. */
function legalName(body: RegisterBody): FoldedUsername {
  const username = foldUsername(body.username);
  if (username === null) throw new Error('the schema accepted an invalid username');
  return username;
}

/** When two calls with one key run at once, the slower one finds the name taken by the other try of the same call. */
async function takenOrRepeated(
  db: Db,
  deps: RegisterDeps,
  command: RegisterCommand,
  { taken, fingerprint }: { taken: Result<never, RegisterError>; fingerprint: Buffer },
): Promise<Result<TokenView, RegisterError>> {
  const earlier = await findAttempt(db, command);
  return earlier === undefined ? taken : await repeated(db, deps, command, { earlier, fingerprint });
}

function refusedFields(fields: WrongFields): RegisterError | undefined {
  const first = Object.values(fields)[0];
  return first === undefined ? undefined : { key: first, fields };
}

async function takenFields(db: Db, body: RegisterBody): Promise<Result<{ inviterId: bigint | null }, RegisterError>> {
  const inviteCode = body.inviteCode?.toUpperCase() ?? null;
  const taken = await selectTaken(db, { username: legalName(body), phone: body.phone, inviteCode });
  const refused = refusedFields({
    ...(taken.username ? { username: 'USERNAME_EXISTS' } : taken.kept ? { username: 'NAME_RESERVED' } : {}),
    ...(taken.phone ? { phone: 'PHONE_EXISTS' } : {}),
    ...(inviteCode !== null && taken.inviterId === null ? { inviteCode: 'INVITE_CODE_UNKNOWN' } : {}),
  });
  return refused === undefined ? ok({ inviterId: taken.inviterId }) : err(refused);
}

async function openAccount(
  db: Connection,
  deps: RegisterDeps,
  command: RegisterCommand,
  made: { passwordHash: string; withdrawPasswordHash: string; fingerprint: Buffer },
): Promise<Result<TokenView, RegisterError>> {
  for (let tries = 0; tries < INVITE_TRIES; tries += 1) {
    const taken = await takenFields(db, command.body);
    if (!taken.ok) return await takenOrRepeated(db, deps, command, { taken, fingerprint: made.fingerprint });
    const memberId = await openMember(db, deps.site, newMember(deps, command.body, made, taken.value.inviterId));
    if (memberId === undefined) continue;
    const { realName } = command.body;
    if (realName !== undefined) await insertNameMark(db, nameMark(deps.fingerprints, realName), memberId);
    if (command.key !== undefined)
      await insertRegisterAttempt(db, command.key, { memberId, fingerprint: made.fingerprint });
    return ok(await enterNew(db, deps, command, memberId));
  }
  return err({ key: 'REGISTRATION_FAILED' });
}

function newMember(
  { sealKey }: RegisterDeps,
  body: RegisterBody,
  hashes: { passwordHash: string; withdrawPasswordHash: string },
  invitedBy: bigint | null,
): NewMember {
  const inviteCode = newInviteCode();
  const sealed = (column: 'realName' | 'idNumber', text: string | undefined) =>
    text === undefined ? null : seal(sealKey, text, givenPurpose(column, inviteCode));
  return {
    username: body.username,
    passwordHash: hashes.passwordHash,
    withdrawPasswordHash: hashes.withdrawPasswordHash,
    phone: body.phone,
    country: body.country ?? null,
    realNameSealed: sealed('realName', body.realName),
    idNumberSealed: sealed('idNumber', body.idNumber),
    inviteCode,
    invitedBy,
  };
}
