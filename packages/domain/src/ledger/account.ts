import { assert } from '../assert.ts';

/** Practice and cash never mix: a transfer stays inside one wallet and one currency. */
export type Wallet = 'practice' | 'cash';

/** funds: available plus held; savings: flexible, daily interest; invested: principal of fixed-term holdings. */
export const MEMBER_KINDS = ['funds', 'savings', 'invested'] as const;

/**
 * escrow: stakes and fees of open orders; house: its profit and loss; fees: fees earned; grants: practice money given;
 * clearing: money on its way in or out of the platform.
 */
export const HOUSE_KINDS = ['escrow', 'house', 'fees', 'grants', 'clearing'] as const;

export type MemberKind = (typeof MEMBER_KINDS)[number];
export type HouseKind = (typeof HOUSE_KINDS)[number];
export type AccountKind = MemberKind | HouseKind;

/** Names one account. `memberId` is set for member kinds and null for house kinds. */
export type AccountRef = {
  readonly kind: AccountKind;
  readonly memberId: bigint | null;
  readonly wallet: Wallet;
  readonly currency: string;
};

export function isMemberKind(kind: AccountKind): kind is MemberKind {
  return (MEMBER_KINDS as readonly AccountKind[]).includes(kind);
}

export function memberAccount(kind: MemberKind, memberId: bigint, wallet: Wallet, currency: string): AccountRef {
  return { kind, memberId, wallet, currency };
}

export function houseAccount(kind: HouseKind, wallet: Wallet, currency: string): AccountRef {
  return { kind, memberId: null, wallet, currency };
}

/** One text per account, usable as a map key. */
export function accountKey(account: AccountRef): string {
  assert(isMemberKind(account.kind) === (account.memberId !== null), `account ${account.kind} names the wrong owner`);
  return `${account.wallet}/${account.currency}/${account.kind}/${account.memberId ?? ''}`;
}
