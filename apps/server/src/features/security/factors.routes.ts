import * as calls from '@candor/contract/calls/factors';
import type { FactorsView, RecoveryCodesView, TotpSecretView } from '@candor/contract/factors';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { lockMembers } from '../../services/ledger/ledger.ts';
import {
  challengeHash,
  openChallenge,
  sessionChallenge,
  signedChallenge,
} from '../../services/member-factors/challenges.ts';
import { useChallenge } from '../../services/member-factors/challenge-store.ts';
import { selectPasskeys, selectTotp, writeFreshSecret } from '../../services/member-factors/factor-store.ts';
import { assertionOptions, creationOptions, verifyCreation } from '../../services/member-factors/passkeys.ts';
import { passkeySite } from '../../services/member-factors/passkey-site.ts';
import type { PasskeySite } from '../../services/member-factors/passkey-site.ts';
import { newStep, recoveryHash, totpPurpose } from '../../services/member-factors/take-proof.ts';
import { foldRecoveryCode, newRecoveryCodes } from '../../services/second-factor/recovery-codes.ts';
import { newTotpSecret, totpUri } from '../../services/second-factor/totp.ts';
import { seal } from '../../services/secrets/seal.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { requestOriginOf } from '../../services/security-events/request-origin.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { changeFactors } from './change-factors.ts';
import type { FactorChange } from './change-factors.ts';
import { confirmMember, countConfirmation } from './confirm-member.ts';
import { readFactors } from './factors-view.ts';

/**
 * The second factor of a member. A secret is shown while it is set up, recovery codes once when they are made; neither is ever
 * stored in clear or logged. Beginning to add a factor needs a confirmation: with the factor there is, or with the password. The
 * device that logged in signs every change and every confirmation, so a stolen token cannot even try.
 */
export interface FactorsDeps {
  config: { hosts: readonly string[] };
  pool: Pool;
  site: Pick<Site, 'name'>;
  secrets: Pick<Secrets, 'seal'>;
  sessions: Sessions;
  fingerprints: Fingerprints;
  passwords: Passwords;
}

export function factorsRoutes(app: HttpApp, deps: FactorsDeps): void {
  serve(app, deps, [
    on(calls.readFactors, answerReadFactors),
    on(calls.beginTotp, beginTotp),
    on(calls.turnOnTotp, turnOnTotp),
    on(calls.turnOffTotp, turnOffTotp),
    on(calls.askForPasskey, askForPasskey),
    on(calls.addPasskey, addPasskey),
    on(calls.removePasskey, removePasskey),
    on(calls.makeRecoveryCodes, makeRecoveryCodes),
    on(calls.askForConfirmation, askForConfirmation),
    on(calls.confirmMember, answerConfirmMember),
  ]);
}

async function answerReadFactors({ request }: Call<typeof calls.readFactors>, deps: FactorsDeps): Promise<FactorsView> {
  return await readFactors(deps.pool, deps.sessions.memberOf(request).memberId);
}

async function beginTotp({ request }: Call<typeof calls.beginTotp>, deps: FactorsDeps): Promise<TotpSecretView> {
  const { pool, secrets, site } = deps;
  const { memberId, username } = deps.sessions.memberOf(request);
  const secret = newTotpSecret();
  await withTransaction(pool, async (db) => {
    await lockMembers(db, [memberId]);
    if ((await selectTotp(db, memberId))?.secretSealed) throw new Refused('FACTOR_EXISTS');
    await writeFreshSecret(db, memberId, seal(secrets.seal, secret, totpPurpose(memberId)));
  });
  return { secret, uri: totpUri(secret, { issuer: site.name, account: username }) };
}

async function turnOnTotp(
  { body, request }: Call<typeof calls.turnOnTotp>,
  deps: FactorsDeps,
): Promise<RecoveryCodesView> {
  const { pool, secrets } = deps;
  const { memberId } = deps.sessions.memberOf(request);
  const taken = await countConfirmation(deps, memberId, requestOriginOf(request), async () => {
    const totp = await selectTotp(pool, memberId);
    if (totp === undefined || totp.freshSealed === null) throw new Refused('FACTOR_NOT_FOUND');
    const fresh = { ...totp, usedStep: null };
    const step = newStep({ sealKey: secrets.seal }, memberId, fresh, totp.freshSealed, body.code);
    return step === undefined ? undefined : { step, seenSealed: totp.freshSealed };
  });
  if (taken === undefined) throw new Refused('FACTOR_CODE_WRONG', { fields: { code: 'FACTOR_CODE_WRONG' } });
  return await turnOn(deps, request, { kind: 'totpOn', ...taken });
}

async function turnOffTotp({ request }: Call<typeof calls.turnOffTotp>, deps: FactorsDeps): Promise<null> {
  await change(deps, request, { kind: 'totpOff' });
  return null;
}

async function askForPasskey(
  { request }: Call<typeof calls.askForPasskey>,
  deps: FactorsDeps,
): Promise<Answered<typeof calls.askForPasskey>> {
  const { pool, fingerprints, site } = deps;
  const { memberId, sessionId, username } = deps.sessions.memberOf(request);
  const page = pageOf(deps, request);
  const challenge = await openChallenge(pool, memberId, sessionChallenge(fingerprints, 'add', sessionId));
  const owner = { handle: fingerprints.of({ passkeysOf: memberId.toString() }), username, siteName: site.name };
  return { options: creationOptions(challenge, page, owner, await selectPasskeys(pool, memberId)) };
}

async function addPasskey(
  { body, request }: Call<typeof calls.addPasskey>,
  deps: FactorsDeps,
): Promise<RecoveryCodesView> {
  const { sessionId } = deps.sessions.memberOf(request);
  const { name, passkey: answer } = body;
  const page = pageOf(deps, request);
  const challenge = signedChallenge(answer.response.clientDataJSON) ?? '';
  const made = await verifyCreation(answer, challenge, page);
  const key = { ...sessionChallenge(deps.fingerprints, 'add', sessionId), tokenHash: challengeHash(challenge) };
  // Its challenge was made after a confirmation in this session.
  if (made === undefined || !(await useChallenge(deps.pool, key))) throw new Refused('PASSKEY_REFUSED');
  return await turnOn(deps, request, { kind: 'passkeyAdded', passkey: { ...made, name } });
}

async function removePasskey({ params, request }: Call<typeof calls.removePasskey>, deps: FactorsDeps): Promise<null> {
  await change(deps, request, { kind: 'passkeyRemoved', id: params.id });
  return null;
}

async function makeRecoveryCodes(
  { request }: Call<typeof calls.makeRecoveryCodes>,
  deps: FactorsDeps,
): Promise<RecoveryCodesView> {
  return await turnOn(deps, request, { kind: 'recoveryMade' });
}

async function askForConfirmation(
  { request }: Call<typeof calls.askForConfirmation>,
  deps: FactorsDeps,
): Promise<Answered<typeof calls.askForConfirmation>> {
  const { pool, fingerprints } = deps;
  const { memberId, sessionId } = deps.sessions.memberOf(request);
  const page = pageOf(deps, request);
  const challenge = await openChallenge(pool, memberId, sessionChallenge(fingerprints, 'confirm', sessionId));
  return { options: assertionOptions(challenge, page, await selectPasskeys(pool, memberId)) };
}

async function answerConfirmMember(
  { body, request }: Call<typeof calls.confirmMember>,
  deps: FactorsDeps,
): Promise<null> {
  const page = passkeySite(request, deps.config.hosts);
  await confirmMember(deps, deps.sessions.memberOf(request), body, { page, requestOrigin: requestOriginOf(request) });
  return null;
}

function pageOf({ config }: FactorsDeps, request: HttpRequest): PasskeySite {
  const page = passkeySite(request, config.hosts);
  if (page === undefined) throw new Refused('PASSKEY_UNAVAILABLE');
  return page;
}

/** The change, with new recovery codes. They are told only if the change stored them: with the first factor. */
async function turnOn(
  deps: FactorsDeps,
  request: HttpRequest,
  change_: Exclude<FactorChange, { kind: 'totpOff' | 'passkeyRemoved' }>,
): Promise<RecoveryCodesView> {
  const { memberId } = deps.sessions.memberOf(request);
  const made = newRecoveryCodes();
  const hashes = made.map((text) => recoveryHash(deps, memberId, foldRecoveryCode(text) ?? ''));
  return { recoveryCodes: (await change(deps, request, change_, hashes)) ? made : null };
}

/** Not kept for a retry: an answer with codes must not be stored. A member whose answer is lost makes new codes. */
async function change(
  { pool, sessions, fingerprints }: FactorsDeps,
  request: HttpRequest,
  input: FactorChange,
  recoveryHashes: readonly Buffer[] = [],
): Promise<boolean> {
  const { memberId, sessionId } = sessions.memberOf(request);
  const outcome = await runCommand(pool, changeFactors, {
    memberId,
    key: undefined,
    fingerprint: fingerprints.of({ call: changeFactors.name }),
    input: { change: input, recoveryHashes, sessionId, requestOrigin: requestOriginOf(request) },
  });
  if (!outcome.ok) throw new Refused(outcome.error);
  if (!outcome.value.ok) throw new Refused(outcome.value.error);
  return outcome.value.value;
}
