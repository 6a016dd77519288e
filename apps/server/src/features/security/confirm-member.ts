import type { ConfirmationBody } from '@candor/contract/factors';
import { lockSec } from '@candor/domain/identity/login-wait';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { lockMembers } from '../../services/ledger/ledger.ts';
import { checkLoginPassword } from '../../services/login-password/check-login-password.ts';
import {
  deleteLimitBucket,
  lockLimitBucket,
  uncountLimitBucket,
  writeFailures,
} from '../../services/login-password/limit-bucket-store.ts';
import { challengeHash, sessionChallenge, signedChallenge } from '../../services/member-factors/challenges.ts';
import { useChallenge } from '../../services/member-factors/challenge-store.ts';
import { selectFactorState, writeConfirmed } from '../../services/member-factors/factor-store.ts';
import type { PasskeySite } from '../../services/member-factors/passkey-site.ts';
import { takeProof } from '../../services/member-factors/take-proof.ts';
import type { Proof, ProvedBy } from '../../services/member-factors/take-proof.ts';
import { judgeInTurn } from '../../services/secrets/judge-in-turn.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import type { RequestOrigin } from '../../services/security-events/request-origin.ts';
import { insertLockEvent, insertSecurityEvent } from '../../services/security-events/security-event-store.ts';

export interface ConfirmDeps {
  pool: Pool;
  secrets: Pick<Secrets, 'seal'>;
  fingerprints: Fingerprints;
  passwords: Passwords;
}

interface Asked {
  readonly memberId: bigint;
  readonly sessionId: string;
}

/**
 * A member who is logged in confirms that it is them: with the second factor, or with the password while there is none. For
 * the next minutes the session may make sensitive calls.
 * @throws Refused
 */
export async function confirmMember(
  deps: ConfirmDeps,
  { memberId, sessionId }: Asked,
  { code, passkey, pwd }: ConfirmationBody,
  from: { page: PasskeySite | undefined; requestOrigin: RequestOrigin },
): Promise<void> {
  const { pool, fingerprints } = deps;
  if (pwd !== undefined) {
    await checkLoginPassword(deps, memberId, pwd, {
      key: 'LOGIN_PASSWORD_WRONG',
      field: 'pwd',
      requestOrigin: from.requestOrigin,
    });
    await withTransaction(pool, async (db) => {
      await lockMembers(db, [memberId]);
      // Once a factor is on, the password alone confirms nothing.
      const { isOn, methods } = await selectFactorState(db, memberId, from.page?.rpId);
      if (isOn) throw new Refused('CONFIRMATION_REQUIRED', { params: { methods: methods.join(' ') } });
      await writeConfirmed(db, sessionId);
    });
    return;
  }
  const challenge = passkey === undefined ? undefined : signedChallenge(passkey.response.clientDataJSON);
  const proof = proofOf(code, passkey, challenge, from.page);
  const provedBy = await countConfirmation(deps, memberId, from.requestOrigin, async () =>
    withTransaction(pool, async (db): Promise<ProvedBy | undefined> => {
      await lockMembers(db, [memberId]);
      if ('passkey' in proof) {
        const key = {
          ...sessionChallenge(fingerprints, 'confirm', sessionId),
          tokenHash: challengeHash(proof.challenge),
        };
        if (!(await useChallenge(db, key))) return undefined;
      }
      const by = await takeProof(db, { sealKey: deps.secrets.seal, fingerprints }, memberId, proof);
      if (by === 'used') throw new Refused('FACTOR_CODE_WRONG', { fields: { code: 'FACTOR_CODE_WRONG' } });
      if (by === undefined) return undefined;
      await writeConfirmed(db, sessionId);
      if (by === 'recovery')
        await insertSecurityEvent(db, { memberId, kind: 'recoveryUsed', requestOrigin: from.requestOrigin });
      return by;
    }),
  );
  if (provedBy !== undefined) return;
  throw passkey === undefined
    ? new Refused('FACTOR_CODE_WRONG', { fields: { code: 'FACTOR_CODE_WRONG' } })
    : new Refused('PASSKEY_REFUSED');
}

function proofOf(
  code: string | undefined,
  passkey: ConfirmationBody['passkey'],
  challenge: string | undefined,
  page: PasskeySite | undefined,
): Proof {
  if (passkey === undefined) return { code: code ?? '' };
  if (challenge === undefined || page === undefined) throw new Refused('PASSKEY_REFUSED');
  return { passkey, challenge, site: page };
}

/**
 * Counts a try of a member who is logged in, whatever the session or network, before it is judged: a stolen session gets no
 * more guesses than a stranger. A login is not affected by these tries.
 * @throws Refused 'FACTOR_LOCKED'
 */
export async function countConfirmation<T>(
  { pool, fingerprints }: Pick<ConfirmDeps, 'pool' | 'fingerprints'>,
  memberId: bigint,
  requestOrigin: RequestOrigin,
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const limitBucket = fingerprints.of({ confirmationOf: memberId.toString() }).toString('hex');
  return await judgeInTurn(limitBucket, async () => await countNow(pool, limitBucket, memberId, requestOrigin, judge));
}

async function countNow<T>(
  pool: Pool,
  limitBucket: string,
  memberId: bigint,
  requestOrigin: RequestOrigin,
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { waitSec, failures } = await withTransaction(pool, async (db) => {
    const counted = await lockLimitBucket(db, limitBucket);
    if (counted.waitSec === 0) await writeFailures(db, limitBucket, counted.failures + 1);
    return counted;
  });
  if (waitSec > 0) throw new Refused('FACTOR_LOCKED', { retryAfterSec: waitSec });
  const answer = await judge().catch(async (error: unknown) => {
    // Nothing was judged, so nothing was wrong.
    await uncountLimitBucket(pool, limitBucket);
    throw error;
  });
  if (answer !== undefined) await deleteLimitBucket(pool, limitBucket);
  else if (lockSec(failures + 1) > 0) await insertLockEvent(pool, memberId, 'factorLocked', requestOrigin);
  return answer;
}
