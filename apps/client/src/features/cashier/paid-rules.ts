/* What is wrong with what a member says of a payment. */

import { depositPaidBody, TXID } from '@candor/contract/cashier';
import type { DepositPaidBody, DepositView } from '@candor/contract/cashier';
import { readNumber } from '@candor/domain/text/typed-text';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export type PaidField = 'txid' | 'payer' | 'proof';

export const PAID_PLACES: ErrorPlaces<PaidField> = { fields: ['txid', 'payer', 'proof'] };

/** The request. A copied hash loses its spaces and what nobody sees, as on the server. */
export function paidRequest({ txid, payer }: Record<PaidField, string>): DepositPaidBody {
  return { txid: readNumber(txid), payer };
}

/** What is wrong before it is sent. The network decides how a hash looks. */
export function paidErrors(
  { network }: Pick<DepositView, 'network'>,
  values: Record<PaidField, string>,
  proofRequired: boolean,
): FormErrors<PaidField> {
  const request = paidRequest(values);
  const hash = request.txid ?? '';
  if (network !== null && hash === '') return { txid: 'DEPOSIT_TXID_REQUIRED' };
  if (network !== null && !TXID[network].test(hash)) return { txid: 'DEPOSIT_TXID_INVALID' };
  const errors = schemaErrors(PAID_PLACES, depositPaidBody, request);
  if (proofRequired && values.proof === '') errors.proof = 'DEPOSIT_PROOF_REQUIRED';
  return errors;
}
