/* What is wrong with what a member says of a payment. */

import { depositPaidBody, TXID } from '@candor/contract/cashier';
import type { DepositView } from '@candor/contract/cashier';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export type PaidField = 'txid' | 'payer' | 'proof';

export const PAID_PLACES: ErrorPlaces<PaidField> = { fields: ['txid', 'payer', 'proof'] };

/** What is wrong before it is sent. The network decides how a hash looks. */
export function paidErrors(
  { network }: Pick<DepositView, 'network'>,
  { txid, payer, proof }: Record<PaidField, string>,
  proofRequired: boolean,
): FormErrors<PaidField> {
  const hash = txid.trim();
  if (network !== null && hash === '') return { txid: 'DEPOSIT_TXID_REQUIRED' };
  if (network !== null && !TXID[network].test(hash)) return { txid: 'DEPOSIT_TXID_INVALID' };
  const errors = schemaErrors(PAID_PLACES, depositPaidBody, {
    txid: hash,
    payer,
  });
  if (proofRequired && proof === '') errors.proof = 'DEPOSIT_PROOF_REQUIRED';
  return errors;
}
