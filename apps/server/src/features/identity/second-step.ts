import type { AssertionOptions, SecondStepBody } from '@candor/contract/factors';
import type { TokenView } from '@candor/contract/identity';
import { foldUsername } from '@candor/domain/identity/username';
import type { FoldedUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { lockMembers } from '../../services/ledger/ledger.ts';
import { challengeHash, loginChallenge } from '../../services/member-factors/challenges.ts';
import { selectChallenge, tryChallenge, useChallenge } from '../../services/member-factors/challenge-store.ts';
import { selectPasskeys } from '../../services/member-factors/factor-store.ts';
import type { PasskeySite } from '../../services/member-factors/passkey-site.ts';
import { assertionOptions } from '../../services/member-factors/passkeys.ts';
import { takeProof } from '../../services/member-factors/take-proof.ts';
import type { Proof } from '../../services/member-factors/take-proof.ts';
import { judgeInTurn } from '../../services/secrets/judge-in-turn.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { requestOriginFrom } from '../../services/security-events/request-origin.ts';
import { insertLockEvent, insertSecurityEvent } from '../../services/security-events/security-event-store.ts';
import { enter, shutOut } from './enter-member.ts';
import type { ShutOut } from './enter-member.ts';
import { selectSecondStep } from './identity-store.ts';
import { clearFactorTries, countFactorTry, uncountFactorTry } from './login-attempt-store.ts';
import type { FactorKeys } from './login-attempt-store.ts';
import { factorKeys } from './login-keys.ts';

export interface SecondStepDeps {
  pool: Pool;
  sealKey: Buffer;
  fingerprints: Fingerprints;
}

export interface SecondStep extends Omit<SecondStepBody, 'deviceKey'> {
  /** The public key of the device that logs in. */
  deviceKey: Buffer | null;
  userAgent: string;
  address: string;
  /** The page that asks, where passkeys work. */
  page: PasskeySite | undefined;
}

export type SecondStepError =
  | { key: 'FACTOR_CHALLENGE_EXPIRED' | 'FACTOR_CODE_WRONG' | 'PASSKEY_REFUSED' }
  | { key: 'FACTOR_LOCKED'; retryAfterSec: number }
  | ShutOut;

const EXPIRED = { key: 'FACTOR_CHALLENGE_EXPIRED' } as const;

/**
 * The second step of a login: the challenge that the first step gave, and a code or a passkey. The challenge is answered from
 * the address it was given to, in five tries, once. Each try is counted before it is judged.
 */
export async function finishLogin(
  deps: SecondStepDeps,
  command: SecondStep,
): Promise<Result<TokenView, SecondStepError>> {
  const key = keyOf(deps.fingerprints, command);
  // A right answer uses the challenge up: what comes at the same time finds none, and counts as nothing.
  return await judgeInTurn(`challenge/${key.tokenHash.toString('hex')}`, async () => {
    const memberId = await tryChallenge(deps.pool, key);
    return memberId === undefined ? err(EXPIRED) : await finishOf(deps, command, memberId);
  });
}

async function finishOf(
  deps: SecondStepDeps,
  command: SecondStep,
  memberId: bigint,
): Promise<Result<TokenView, SecondStepError>> {
  const { pool, fingerprints } = deps;
  const member = await selectSecondStep(pool, memberId);
  const username = legalName(member.username);
  const keys = factorKeys(fingerprints, { memberId, username }, command);
  return await judgeInTurn(
    keys.limitBucket,
    async () => await countAndJudge(deps, command, { memberId, username, keys }),
  );
}

async function countAndJudge(
  deps: SecondStepDeps,
  command: SecondStep,
  { memberId, username, keys }: { memberId: bigint; username: FoldedUsername; keys: FactorKeys },
): Promise<Result<TokenView, SecondStepError>> {
  const { pool, fingerprints } = deps;
  const key = keyOf(fingerprints, command);
  const counted = await countFactorTry(pool, username, keys);
  if (counted.waitSec > 0) return err({ key: 'FACTOR_LOCKED', retryAfterSec: counted.waitSec });
  const answer = await withTransaction(pool, async (db) => {
    // The member's lock lets one answer through at a time: a challenge opens one session.
    await lockMembers(db, [memberId]);
    if ((await selectChallenge(db, key)) === undefined) return err(EXPIRED);
    const shut = await shutOut(db, await selectSecondStep(db, memberId));
    if (shut !== undefined) return err(shut);
    return await judge(db, deps, command, { memberId, username });
  });
  if (answer === 'used') {
    await uncountFactorTry(pool, keys, counted.stranger);
    return err({ key: 'FACTOR_CODE_WRONG' });
  }
  if (answer.ok) await clearFactorTries(pool, keys, counted.stranger);
  else if (!isWrong(answer.error)) await uncountFactorTry(pool, keys, counted.stranger);
  else if (counted.locks)
    await insertLockEvent(pool, memberId, 'factorLocked', requestOriginFrom(command.userAgent, command.address));
  return answer;
}

async function judge(
  db: Connection,
  deps: SecondStepDeps,
  command: SecondStep,
  member: { memberId: bigint; username: FoldedUsername },
): Promise<Result<TokenView, SecondStepError> | 'used'> {
  const { memberId } = member;
  const proof = proofOf(command);
  const provedBy = proof === undefined ? undefined : await takeProof(db, deps, memberId, proof);
  if (provedBy === 'used') return provedBy;
  if (provedBy === undefined)
    return err({ key: command.passkey === undefined ? 'FACTOR_CODE_WRONG' : 'PASSKEY_REFUSED' });
  await useChallenge(db, keyOf(deps.fingerprints, command));
  if (provedBy === 'recovery') {
    const requestOrigin = requestOriginFrom(command.userAgent, command.address);
    await insertSecurityEvent(db, { memberId, kind: 'recoveryUsed', requestOrigin });
    await insertOutbox(db, [{ memberId, message: { type: 'account' } }]);
  }
  return ok(await enter(db, deps.fingerprints, member, command, provedBy));
}

/** What a passkey has to sign at the second step; undefined when there is nothing to answer here. Counts no try. */
export async function secondStepOptions(
  { pool, fingerprints }: Pick<SecondStepDeps, 'pool' | 'fingerprints'>,
  command: Pick<SecondStep, 'challenge' | 'address'> & { page: PasskeySite },
): Promise<AssertionOptions | undefined> {
  const memberId = await selectChallenge(pool, keyOf(fingerprints, command));
  if (memberId === undefined) return undefined;
  return assertionOptions(command.challenge, command.page, await selectPasskeys(pool, memberId));
}

function keyOf(fingerprints: Fingerprints, { challenge, address }: Pick<SecondStep, 'challenge' | 'address'>) {
  return { ...loginChallenge(fingerprints, address), tokenHash: challengeHash(challenge) };
}

function proofOf({ code, passkey, challenge, page }: SecondStep): Proof | undefined {
  if (passkey === undefined) return { code: code ?? '' };
  return page === undefined ? undefined : { passkey, challenge, site: page };
}

function isWrong({ key }: SecondStepError): boolean {
  return key === 'FACTOR_CODE_WRONG' || key === 'PASSKEY_REFUSED';
}

function legalName(name: string): FoldedUsername {
  const username = foldUsername(name);
  if (username === null) throw new Error('a member has a name that no member can have');
  return username;
}
