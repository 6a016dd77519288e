import type { ReviewItem, ReviewView } from '@candor/contract/verification';
import { birthDateOf } from '@candor/domain/identity/resident-id';
import { maskedPhone } from '../../services/verification/masks.ts';
import { givenPurpose, openHolder, submittedPurpose } from '../../services/verification/verification-of-member.ts';
import { unseal } from '../../services/secrets/seal.ts';
import type { ContextRow, DuplicateRow, EarlierRow, ReviewItemRow, ReviewRow } from './review-store.ts';

type Head = Pick<
  ReviewItemRow,
  'id' | 'username' | 'language' | 'status' | 'version' | 'submittedAt' | 'takenById' | 'takenByName' | 'memberId'
>;

function headView(row: Head, operatorId: bigint): Omit<ReviewItem, 'username' | 'earlier' | 'duplicates'> {
  return {
    id: row.id.toString(),
    language: row.language,
    status: row.status,
    version: row.version,
    submittedAt: isoOf(row.submittedAt),
    takenBy: nameOf(row.takenById, row.takenByName, operatorId),
  };
}

export function reviewItemView(row: ReviewItemRow, operatorId: bigint): ReviewItem {
  return {
    ...headView(row, operatorId),
    username: row.username,
    earlier: row.earlier,
    duplicates: row.duplicates,
  };
}

/** A submission as an operator sees it: the only view with the full name and number. */
export function reviewView(
  row: ReviewRow,
  found: { context: ContextRow; others: readonly EarlierRow[]; duplicates: readonly DuplicateRow[] },
  { operatorId, sealKey }: { operatorId: bigint; sealKey: Buffer },
): ReviewView {
  const { context, others, duplicates } = found;
  const idNumber = unseal(sealKey, row.numberSealed, submittedPurpose('idNumber', row.memberId));
  return {
    ...headView(row, operatorId),
    decidedBy: nameOf(row.decidedById, row.decidedByName, operatorId),
    decidedAt: row.decidedAt === null ? null : isoOf(row.decidedAt),
    reason: row.reason,
    note: row.note,
    wrong: row.wrong,
    realName: unseal(sealKey, row.nameSealed, submittedPurpose('realName', row.memberId)),
    idNumber,
    birthDate: birthDateOf(idNumber),
    member: {
      id: row.memberId.toString(),
      username: row.username,
      phone: maskedPhone(context.phone),
      country: context.country,
      registeredAt: isoOf(context.registeredAt),
      frozen: context.frozen,
      givenName:
        context.givenNameSealed === null
          ? null
          : unseal(sealKey, context.givenNameSealed, givenPurpose('realName', context.inviteCode)),
      cardHolder:
        context.cardHolderSealed === null ? null : openHolder(sealKey, row.memberId, context.cardHolderSealed),
      cardBank: context.cardBank,
    },
    earlier: others.map((other) => ({
      id: other.id.toString(),
      status: other.status,
      submittedAt: isoOf(other.submittedAt),
      reason: other.reason,
    })),
    duplicates: duplicates.map(({ id, username, status }) => ({ id: id.toString(), username, status })),
  };
}

function nameOf(id: bigint | null, username: string | null, operatorId: bigint): ReviewItem['takenBy'] {
  return id === null || username === null ? null : { username, isMe: id === operatorId };
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
