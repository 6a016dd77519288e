import { assert } from '../assert.ts';
import type { AccountKind } from './account.ts';
import type { TransferType } from './transfer.ts';

/** What accounts of one kind gave (debit) and took (credit) by transfers of one type, in minor units. */
export type LedgerLine = {
  readonly kind: AccountKind;
  readonly type: TransferType;
  readonly debit: bigint;
  readonly credit: bigint;
};

/** What a span of time brought, in minor units of one wallet. Amounts may be below zero where their docstring says so. */
export type DayFigures = {
  /** Stakes of orders that were accepted. */
  readonly turnover: bigint;
  /** What settled orders left to the house, without fees. Below zero where members won more. */
  readonly kept: bigint;
  /** Fees earned: of orders that were won or lost, and of withdrawals that were paid, less those given back. May be below zero. */
  readonly fees: bigint;
  readonly deposits: bigint;
  /** Paid out, less what came back. May be below zero. */
  readonly withdrawals: bigint;
  /** Deposits less withdrawals. May be below zero. */
  readonly net: bigint;
  readonly interest: bigint;
  readonly rewards: bigint;
  /** What operators added by hand, less what they deducted. May be below zero. */
  readonly manual: bigint;
};

/** Adds up the lines of one wallet: what came in less what went out of the account that each figure is about. */
export function dayFigures(lines: readonly LedgerLine[]): DayFigures {
  const gained = (kind: AccountKind, ...types: readonly TransferType[]): bigint =>
    lines
      .filter((line) => line.kind === kind && types.includes(line.type))
      .reduce((sum, { debit, credit }) => sum + credit - debit, 0n);
  const deposits = gained('funds', 'recharge');
  const withdrawals = gained('clearing', 'withdraw', 'withdrawalReturned');
  const figures = {
    turnover: gained('escrow', 'orderStake'),
    kept: gained('house', 'orderClose', 'orderPayout'),
    fees: gained('fees', 'fee', 'withdrawalReturned'),
    deposits,
    withdrawals,
    net: deposits - withdrawals,
    interest: -gained('house', 'interest'),
    rewards: -gained('house', 'invitationReward'),
    manual: -gained('house', 'manualAdd', 'manualDeduct'),
  };
  assert(figures.turnover >= 0n && figures.deposits >= 0n, 'stakes and deposits only come in');
  return figures;
}
