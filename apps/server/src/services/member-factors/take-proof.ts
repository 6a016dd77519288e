import type { FactorMethod } from '@candor/domain/identity/second-factor';
import type { Db } from '../../platform/db/pool.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';
import { foldRecoveryCode } from '../second-factor/recovery-codes.ts';
import { totpStep } from '../second-factor/totp.ts';
import { unseal } from '../secrets/seal.ts';
import { selectPasskeys, selectTotp, useRecoveryCode, writePasskeyUsed, writeUsedStep } from './factor-store.ts';
import type { TotpRow } from './factor-store.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { PasskeyAssertion } from './passkey-messages.ts';
import { verifyAssertion } from './passkeys.ts';

/**
 * Whether an answer proves the second factor of a member. What it used is used up in the caller's transaction. The caller
 * holds the member's lock, so that many answers at once are judged one after another, and counts wrong tries. A right code that
 * was used before is 'used'.
 */
export interface FactorDeps {
  sealKey: Buffer;
  fingerprints: Fingerprints;
}

export type Proof =
  | { readonly code: string }
  | { readonly passkey: PasskeyAssertion; readonly challenge: string; readonly site: PasskeySite };

export type ProvedBy = Exclude<FactorMethod, 'password'>;

export async function takeProof(
  db: Db,
  deps: FactorDeps,
  memberId: bigint,
  proof: Proof,
): Promise<ProvedBy | 'used' | undefined> {
  if ('passkey' in proof) return await takeAssertion(db, memberId, proof);
  const totp = await selectTotp(db, memberId);
  const step = totp === undefined ? undefined : newStep(deps, memberId, totp, totp.secretSealed, proof.code);
  if (step !== undefined) {
    await writeUsedStep(db, memberId, step);
    return 'totp';
  }
  const folded = foldRecoveryCode(proof.code);
  const used = folded !== undefined && (await useRecoveryCode(db, memberId, recoveryHash(deps, memberId, folded)));
  if (used) return 'recovery';
  // A right code that was just used proves nothing, and is no guess either: pressing twice locks nobody out.
  const fresh = totp === undefined ? undefined : { ...totp, usedStep: null };
  const isUsed = fresh !== undefined && newStep(deps, memberId, fresh, fresh.secretSealed, proof.code) !== undefined;
  return isUsed ? 'used' : undefined;
}

async function takeAssertion(
  db: Db,
  memberId: bigint,
  { passkey: answer, challenge, site }: Extract<Proof, { passkey: PasskeyAssertion }>,
): Promise<ProvedBy | undefined> {
  const credentialId = Buffer.from(answer.id, 'base64url');
  const own = (await selectPasskeys(db, memberId)).find((passkey) => passkey.credentialId.equals(credentialId));
  if (own === undefined) return undefined;
  const signCount = await verifyAssertion(answer, challenge, site, own);
  if (signCount === undefined) return undefined;
  await writePasskeyUsed(db, own.id, signCount);
  return 'passkey';
}

/** The step of a code that was not used before; undefined for every other text. The database's clock counts. */
export function newStep(
  { sealKey }: Pick<FactorDeps, 'sealKey'>,
  memberId: bigint,
  { usedStep, nowMs }: Pick<TotpRow, 'usedStep' | 'nowMs'>,
  sealed: Buffer | null,
  code: string,
): number | undefined {
  if (sealed === null) return undefined;
  const step = totpStep(
    unseal(sealKey, sealed, totpPurpose(memberId)),
    code.replaceAll(/[\s-]/g, ''),
    Math.floor(nowMs),
  );
  return step === undefined || (usedStep !== null && BigInt(step) <= usedStep) ? undefined : step;
}

/** Ties a sealed secret to its member. */
export function totpPurpose(memberId: bigint): string {
  return `member/${memberId}/totp`;
}

export function recoveryHash(
  { fingerprints }: Pick<FactorDeps, 'fingerprints'>,
  memberId: bigint,
  folded: string,
): Buffer {
  return fingerprints.of({ recoveryCode: folded, member: memberId.toString() });
}
