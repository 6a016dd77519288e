import { envelopeOf } from '@candor/contract/envelope';
import {
  assertionOptionsView,
  confirmationBody,
  creationOptionsView,
  factorsView,
  passkeyBody,
  passkeyParams,
  recoveryCodesView,
  totpBody,
  totpSecretView,
} from '@candor/contract/factors';
import { PATHS, patternOf } from '@candor/contract/routes';
import * as z from 'zod/mini';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { memberRoute, moneyRoute } from '../../platform/http/route-cost.ts';
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

const TAGS = ['account'];
const nothing = envelopeOf(z.null());
const codes = envelopeOf(recoveryCodesView);

export function factorsRoutes(app: HttpApp, deps: FactorsDeps): void {
  overviewRoute(app, deps);
  totpRoutes(app, deps);
  passkeyRoutes(app, deps);
  recoveryRoute(app, deps);
  confirmationRoutes(app, deps);
}

function overviewRoute(app: HttpApp, { pool, sessions }: FactorsDeps): void {
  app.get(
    PATHS.factors,
    { config: memberRoute('lookup'), schema: { tags: TAGS, response: { 200: envelopeOf(factorsView) } } },
    async (request) => ok(await readFactors(pool, sessions.memberOf(request).memberId)),
  );
}

function totpRoutes(app: HttpApp, deps: FactorsDeps): void {
  const { pool, sessions, secrets, site } = deps;
  app.post(
    PATHS.totp,
    {
      config: moneyRoute('change', 'always'),
      schema: { tags: TAGS, response: { 200: envelopeOf(totpSecretView) } },
    },
    async (request) => {
      const { memberId, username } = sessions.memberOf(request);
      const secret = newTotpSecret();
      await withTransaction(pool, async (db) => {
        await lockMembers(db, [memberId]);
        if ((await selectTotp(db, memberId))?.secretSealed) throw new Refused('FACTOR_EXISTS');
        await writeFreshSecret(db, memberId, seal(secrets.seal, secret, totpPurpose(memberId)));
      });
      return ok({ secret, uri: totpUri(secret, { issuer: site.name, account: username }) });
    },
  );

  app.put(
    PATHS.totp,
    { config: moneyRoute('change'), schema: { tags: TAGS, body: totpBody, response: { 200: codes } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const taken = await countConfirmation(deps, memberId, requestOriginOf(request), async () => {
        const totp = await selectTotp(pool, memberId);
        if (totp === undefined || totp.freshSealed === null) throw new Refused('FACTOR_NOT_FOUND');
        const fresh = { ...totp, usedStep: null };
        const step = newStep({ sealKey: secrets.seal }, memberId, fresh, totp.freshSealed, request.body.code);
        return step === undefined ? undefined : { step, seenSealed: totp.freshSealed };
      });
      if (taken === undefined) throw new Refused('FACTOR_CODE_WRONG', { fields: { code: 'FACTOR_CODE_WRONG' } });
      return ok(await turnOn(deps, request, { kind: 'totpOn', ...taken }));
    },
  );

  app.delete(
    PATHS.totp,
    { config: moneyRoute('change', 'with factor'), schema: { tags: TAGS, response: { 200: nothing } } },
    async (request) => {
      await change(deps, request, { kind: 'totpOff' });
      return ok(null);
    },
  );
}

function passkeyRoutes(app: HttpApp, deps: FactorsDeps): void {
  const { pool, sessions, fingerprints, site } = deps;
  app.post(
    PATHS.passkeyOptions,
    {
      config: moneyRoute('change', 'always'),
      schema: { tags: TAGS, response: { 200: envelopeOf(creationOptionsView) } },
    },
    async (request) => {
      const { memberId, sessionId, username } = sessions.memberOf(request);
      const page = pageOf(deps, request);
      const challenge = await openChallenge(pool, memberId, sessionChallenge(fingerprints, 'add', sessionId));
      const owner = {
        handle: fingerprints.of({ passkeysOf: memberId.toString() }),
        username,
        siteName: site.name,
      };
      return ok({ options: creationOptions(challenge, page, owner, await selectPasskeys(pool, memberId)) });
    },
  );

  app.post(
    PATHS.passkeys,
    { config: moneyRoute('change'), schema: { tags: TAGS, body: passkeyBody, response: { 200: codes } } },
    async (request) => {
      const { sessionId } = sessions.memberOf(request);
      const { name, passkey: answer } = request.body;
      const page = pageOf(deps, request);
      const challenge = signedChallenge(answer.response.clientDataJSON) ?? '';
      const made = await verifyCreation(answer, challenge, page);
      const key = { ...sessionChallenge(fingerprints, 'add', sessionId), tokenHash: challengeHash(challenge) };
      // Its challenge was made after a confirmation in this session.
      if (made === undefined || !(await useChallenge(pool, key))) throw new Refused('PASSKEY_REFUSED');
      return ok(await turnOn(deps, request, { kind: 'passkeyAdded', passkey: { ...made, name } }));
    },
  );

  app.delete(
    patternOf(PATHS.passkey, 'id'),
    {
      config: moneyRoute('change', 'with factor'),
      schema: { tags: TAGS, params: passkeyParams, response: { 200: nothing } },
    },
    async (request) => {
      await change(deps, request, { kind: 'passkeyRemoved', id: request.params.id });
      return ok(null);
    },
  );
}

function recoveryRoute(app: HttpApp, deps: FactorsDeps): void {
  app.post(
    PATHS.recoveryCodes,
    { config: moneyRoute('change', 'always'), schema: { tags: TAGS, response: { 200: codes } } },
    async (request) => ok(await turnOn(deps, request, { kind: 'recoveryMade' })),
  );
}

function confirmationRoutes(app: HttpApp, deps: FactorsDeps): void {
  const { pool, sessions, fingerprints, config } = deps;
  app.post(
    PATHS.confirmationOptions,
    {
      config: moneyRoute('change'),
      schema: { tags: TAGS, response: { 200: envelopeOf(assertionOptionsView) } },
    },
    async (request) => {
      const { memberId, sessionId } = sessions.memberOf(request);
      const page = pageOf(deps, request);
      const challenge = await openChallenge(pool, memberId, sessionChallenge(fingerprints, 'confirm', sessionId));
      return ok({ options: assertionOptions(challenge, page, await selectPasskeys(pool, memberId)) });
    },
  );

  app.post(
    PATHS.confirmation,
    { config: moneyRoute('password'), schema: { tags: TAGS, body: confirmationBody, response: { 200: nothing } } },
    async (request) => {
      const page = passkeySite(request, config.hosts);
      await confirmMember(deps, sessions.memberOf(request), request.body, {
        page,
        requestOrigin: requestOriginOf(request),
      });
      return ok(null);
    },
  );
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
): Promise<{ recoveryCodes: string[] | null }> {
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
