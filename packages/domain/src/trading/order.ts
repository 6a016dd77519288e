import type { Wallet } from '../ledger/account.ts';
import type { Money, Rate } from '../money.ts';

export type Direction = 'up' | 'down';

/** An accepted timed order. Nothing in it changes after acceptance; times are epoch ms. */
export type Order = {
  readonly id: string;
  readonly memberId: bigint;
  readonly product: string;
  readonly direction: Direction;
  readonly wallet: Wallet;
  readonly currency: string;
  readonly stake: Money;
  readonly fee: Money;
  readonly payoutRate: Rate;
  /** What returns if the order wins: stake and profit. */
  readonly payout: Money;
  readonly durationSec: number;
  readonly submittedAt: number;
  readonly acceptedAt: number;
  readonly entryAt: number;
  readonly closesAt: number;
  readonly termsVersion: number;
};
