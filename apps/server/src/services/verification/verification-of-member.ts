import { maskCardNumber } from '@candor/domain/identity/bank-card';
import type { SubmissionState } from '@candor/domain/identity/verification';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { seal, unseal } from '../secrets/seal.ts';
import { maskedName } from './masks.ts';
import type { MemberVerification, Payee } from './verification.ts';
import { selectCard, selectIdentity } from './verification-store.ts';
import type { CardRow, IdentityRow } from './verification-store.ts';

/** What the cashier needs to know of a member's documents. */
export async function readVerification(db: Db, memberId: bigint, sealKey: Buffer): Promise<MemberVerification> {
  const card = await selectCard(db, memberId);
  const { status } = await selectIdentity(db, memberId);
  return {
    payee: card === undefined ? undefined : payeeOf(card, memberId, sealKey),
    isVerified: status === 'verified',
  };
}

function payeeOf(card: CardRow, memberId: bigint, sealKey: Buffer): Payee {
  const full = {
    holder: openHolder(sealKey, memberId, card.holderSealed),
    number: openCardNumber(sealKey, memberId, card.numberSealed),
  };
  return {
    bank: card.bank,
    holder: maskedName(full.holder),
    number: maskCardNumber(full.number),
    sealed: seal(sealKey, JSON.stringify(full), payeePurpose(memberId)),
  };
}

const fullPayee = z.object({ holder: z.string(), number: z.string() });

/** Where a withdrawal goes, for the operator who pays it. @throws Error when it was sealed for another member */
export function openPayee(sealKey: Buffer, memberId: bigint, sealed: Buffer): z.infer<typeof fullPayee> {
  return fullPayee.parse(JSON.parse(unseal(sealKey, sealed, payeePurpose(memberId))));
}

function payeePurpose(memberId: bigint): string {
  return `withdrawal/${memberId}/payee`;
}

export function sealCard(sealKey: Buffer, memberId: bigint, card: { holder: string; number: string }) {
  return {
    holderSealed: seal(sealKey, card.holder, `bankCard/${memberId}/holder`),
    numberSealed: seal(sealKey, card.number, `bankCard/${memberId}/number`),
  };
}

export function openHolder(sealKey: Buffer, memberId: bigint, sealed: Buffer): string {
  return unseal(sealKey, sealed, `bankCard/${memberId}/holder`);
}

/** The digits of a card. @throws Error when it was sealed for another member */
export function openCardNumber(sealKey: Buffer, memberId: bigint, sealed: Buffer): string {
  return unseal(sealKey, sealed, `bankCard/${memberId}/number`);
}

/** Ties a sealed text to its column and its member: each invite code belongs to one member and never changes. */
export function givenPurpose(column: 'realName' | 'idNumber', inviteCode: string): string {
  return `member/${inviteCode}/${column}`;
}

/** Ties a sealed text of a submission to its column and its member. */
export function submittedPurpose(column: 'realName' | 'idNumber', memberId: bigint): string {
  return `verification/${memberId}/${column}`;
}

export interface Identity {
  readonly status: SubmissionState | null;
  /** The verified name, or the one given at registration. */
  readonly name: string | null;
  readonly number: string | null;
}

/** Who a member is, as far as the site knows. A name that waits for its check, or did not pass it, does not count. */
export function identityOf(row: IdentityRow, memberId: bigint, sealKey: Buffer): Identity {
  const isVerified = row.status === 'verified';
  const open = (column: 'realName' | 'idNumber', submitted: Buffer | null, given: Buffer | null): string | null => {
    if (isVerified && submitted !== null) return unseal(sealKey, submitted, submittedPurpose(column, memberId));
    return given === null ? null : unseal(sealKey, given, givenPurpose(column, row.inviteCode));
  };
  return {
    status: row.status,
    name: open('realName', row.nameSealed, row.givenNameSealed),
    number: open('idNumber', row.numberSealed, row.givenNumberSealed),
  };
}

/** The name that a member stands by: verified, or waiting for its check, or given at registration. */
export function claimedName(row: IdentityRow, memberId: bigint, sealKey: Buffer): string | null {
  if (row.status === 'pending' && row.nameSealed !== null)
    return unseal(sealKey, row.nameSealed, submittedPurpose('realName', memberId));
  return identityOf(row, memberId, sealKey).name;
}
