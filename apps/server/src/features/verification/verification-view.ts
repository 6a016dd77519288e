import type { BankCardView, VerificationView } from '@candor/contract/verification';
import { maskCardNumber } from '@candor/domain/identity/bank-card';
import { maskResidentId } from '@candor/domain/identity/resident-id';
import { maskedName } from '../../services/verification/masks.ts';
import type { CardRow } from '../../services/verification/verification-store.ts';
import { openCardNumber, openHolder, submittedPurpose } from '../../services/verification/verification-of-member.ts';
import { unseal } from '../../services/secrets/seal.ts';
import type { SubmissionRow } from './verification-store.ts';

export function cardView(card: CardRow | undefined, memberId: bigint, sealKey: Buffer): BankCardView | null {
  if (card === undefined) return null;
  return {
    holder: maskedName(openHolder(sealKey, memberId, card.holderSealed)),
    number: maskCardNumber(openCardNumber(sealKey, memberId, card.numberSealed)),
    bank: card.bank,
    branch: card.branch,
    boundAt: new Date(card.boundAt).toISOString(),
  };
}

const NOTHING: VerificationView = {
  status: 'none',
  realName: null,
  idNumber: null,
  submittedAt: null,
  decidedAt: null,
  reason: null,
  wrong: [],
};

export function verificationView(row: SubmissionRow | undefined, memberId: bigint, sealKey: Buffer): VerificationView {
  if (row === undefined) return NOTHING;
  return {
    status: row.status,
    realName: maskedName(unseal(sealKey, row.nameSealed, submittedPurpose('realName', memberId))),
    idNumber: maskResidentId(unseal(sealKey, row.numberSealed, submittedPurpose('idNumber', memberId))),
    submittedAt: new Date(row.submittedAt).toISOString(),
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
    reason: row.reason,
    wrong: row.wrong,
  };
}
