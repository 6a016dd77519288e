/* What is typed to prove that it is the member, as data and pure functions. */

import type { FactorMethod } from '@candor/contract/factor-methods';
import { confirmationBody } from '@candor/contract/factors';
import { schemaErrors } from '../form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../form/form-errors.ts';

/** The field that is shown. `none`: only a passkey can prove it. */
export type ProofMode = 'totp' | 'recovery' | 'password' | 'none';
export type ProofField = 'code' | 'pwd';

export const PROOF_PLACES: ErrorPlaces<ProofField> = {
  fields: ['code', 'pwd'],
  fieldOf: { FACTOR_CODE_WRONG: 'code', LOGIN_PASSWORD_WRONG: 'pwd' },
};

/** A recovery code is never asked for first while there is another way: each works once. */
export function firstMode(methods: readonly FactorMethod[]): ProofMode {
  if (methods.includes('password')) return 'password';
  if (methods.includes('totp')) return 'totp';
  return methods.includes('recovery') && !methods.includes('passkey') ? 'recovery' : 'none';
}

export function proofOf(
  mode: ProofMode,
  { code, pwd }: Record<ProofField, string>,
): { code: string } | { pwd: string } {
  return mode === 'password' ? { pwd } : { code: code.trim() };
}

export function proofErrors(mode: ProofMode, values: Record<ProofField, string>): FormErrors<ProofField> {
  return schemaErrors(PROOF_PLACES, confirmationBody, proofOf(mode, values));
}
