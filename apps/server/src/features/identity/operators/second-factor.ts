import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db, Pool } from '../../../platform/db/pool.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import { foldRecoveryCode, newRecoveryCodes } from '../../../services/second-factor/recovery-codes.ts';
import { newTotpSecret, totpStep } from '../../../services/second-factor/totp.ts';
import { seal, unseal } from '../../../services/secrets/seal.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Acting } from '../../../services/operators/acting-store.ts';
import { lockSec } from '@candor/domain/identity/login-wait';
import {
  lockAccess,
  replaceRecoveryCodes,
  takeFreshSecret,
  useRecoveryCode,
  writeCodeFailed,
  writeCodeTaken,
  writeFreshSecret,
} from './operator-access-store.ts';
import type { AccessRow } from './operator-access-store.ts';

/**
 * The second factor of operators. The access row is locked while a code is judged, so that many guesses at once are no
 * more than one after another, and a code works once.
 */
export interface SecondFactorDeps {
  pool: Pool;
  sealKey: Buffer;
  fingerprints: Fingerprints;
}

export type CodeError = { key: 'OPERATOR_CODE_WRONG' } | { key: 'OPERATOR_CODE_LOCKED'; retryAfterSec: number };
/** A second factor is never replaced by a session alone. */
export type SetUpError = CodeError | { key: 'OPERATOR_SECOND_FACTOR_EXISTS' };

/** What the code was, for the audit. */
export type CodeKind = 'authenticator' | 'recovery';

/** Ties a sealed secret to its operator. */
function purposeOf(operatorId: bigint): string {
  return `operator/${operatorId}/totp`;
}

/** Judges a code of an operator who has a second factor. @param then runs in the transaction that uses the code up */
export async function takeCode<T>(
  deps: SecondFactorDeps,
  acting: Acting,
  code: string,
  then: (db: Db, kind: CodeKind) => Promise<T>,
): Promise<Result<T, CodeError>> {
  const { operatorId } = acting;
  return await asOperator(deps.pool, acting, async (db) => {
    const access = await lockAccess(db, operatorId);
    if (access.waitSec > 0) return err({ key: 'OPERATOR_CODE_LOCKED', retryAfterSec: access.waitSec });
    const step = newStep(deps, operatorId, access, access.secretSealed, code);
    if (step !== undefined) await writeCodeTaken(db, operatorId, step);
    else if (await isRecoveryCode(db, deps, operatorId, code)) await writeCodeTaken(db, operatorId, null);
    // A right code that was just used is no guess: pressing twice locks nobody out.
    else if (isUsedCode(deps, operatorId, access, code)) return err({ key: 'OPERATOR_CODE_WRONG' });
    else return await refuse(db, operatorId, access);
    return ok(await then(db, step === undefined ? 'recovery' : 'authenticator'));
  });
}

/** Makes a new secret. It counts once a code of it was shown. */
export async function beginSetUp(deps: SecondFactorDeps, acting: Acting): Promise<Result<string, SetUpError>> {
  const { operatorId } = acting;
  return await asOperator(deps.pool, acting, async (db) => {
    const { secretSealed } = await lockAccess(db, operatorId);
    if (secretSealed !== null) return err({ key: 'OPERATOR_SECOND_FACTOR_EXISTS' });
    const secret = newTotpSecret();
    await writeFreshSecret(db, operatorId, seal(deps.sealKey, secret, purposeOf(operatorId)));
    return ok(secret);
  });
}

/** Makes another secret, with a code of the one that counts until a code of the new one is shown. */
export async function beginRenewal(
  deps: SecondFactorDeps,
  acting: Acting,
  code: string,
): Promise<Result<string, CodeError>> {
  const secret = newTotpSecret();
  const sealed = seal(deps.sealKey, secret, purposeOf(acting.operatorId));
  return await takeCode(deps, acting, code, async (db) => {
    await writeFreshSecret(db, acting.operatorId, sealed);
    return secret;
  });
}

/** Ends the set-up with a code of the new secret, and returns new recovery codes: they are known in clear only now. */
export async function finishSetUp<T>(
  deps: SecondFactorDeps,
  acting: Acting,
  code: string,
  then: (db: Db) => Promise<T>,
): Promise<Result<{ recoveryCodes: string[]; value: T }, SetUpError>> {
  const { operatorId } = acting;
  return await asOperator(deps.pool, acting, async (db) => {
    const access = await lockAccess(db, operatorId);
    // A fresh one beside it was begun with a code of it.
    if (access.secretSealed !== null && access.freshSealed === null)
      return err({ key: 'OPERATOR_SECOND_FACTOR_EXISTS' });
    if (access.waitSec > 0) return err({ key: 'OPERATOR_CODE_LOCKED', retryAfterSec: access.waitSec });
    const step = newStep(deps, operatorId, { ...access, usedStep: null }, access.freshSealed, code);
    if (step === undefined) return await refuse(db, operatorId, access);
    await takeFreshSecret(db, operatorId, step);
    const recoveryCodes = newRecoveryCodes();
    const hashes = recoveryCodes.map((text) => recoveryHash(deps, operatorId, foldRecoveryCode(text) ?? ''));
    await replaceRecoveryCodes(db, operatorId, hashes);
    return ok({ recoveryCodes, value: await then(db) });
  });
}

/** The step of a code that was not used before; undefined for every other text. The database's clock counts. */
function newStep(
  { sealKey }: SecondFactorDeps,
  operatorId: bigint,
  { usedStep, nowMs }: Pick<AccessRow, 'usedStep' | 'nowMs'>,
  sealed: Buffer | null,
  code: string,
): number | undefined {
  if (sealed === null) return undefined;
  const step = totpStep(unseal(sealKey, sealed, purposeOf(operatorId)), code.replaceAll(/[\s-]/g, ''), nowMs);
  return step === undefined || (usedStep !== null && BigInt(step) <= usedStep) ? undefined : step;
}

function isUsedCode(deps: SecondFactorDeps, operatorId: bigint, access: AccessRow, code: string): boolean {
  return newStep(deps, operatorId, { ...access, usedStep: null }, access.secretSealed, code) !== undefined;
}

async function isRecoveryCode(db: Db, deps: SecondFactorDeps, operatorId: bigint, code: string): Promise<boolean> {
  const folded = foldRecoveryCode(code);
  return folded !== undefined && (await useRecoveryCode(db, operatorId, recoveryHash(deps, operatorId, folded)));
}

function recoveryHash({ fingerprints }: SecondFactorDeps, operatorId: bigint, folded: string): Buffer {
  return fingerprints.of({ recoveryCode: folded, operator: operatorId.toString() });
}

async function refuse(db: Db, operatorId: bigint, access: AccessRow): Promise<Result<never, CodeError>> {
  const failures = access.failures + 1;
  await writeCodeFailed(db, operatorId, failures, lockSec(failures));
  return err({ key: 'OPERATOR_CODE_WRONG' });
}
