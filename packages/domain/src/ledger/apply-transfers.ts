/**
 * The ledger's rules as a pure fold: what a list of transfers does to balances, or why it is refused. It never edits or
 * removes a transfer. It applies the whole list or nothing. The database's constraints state the same rules in SQL.
 */
import { assert } from '../assert.ts';
import { assertPositive, money, ZERO } from '../money.ts';
import type { Money } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { accountKey, isMemberKind } from './account.ts';
import type { AccountRef } from './account.ts';
import type { TransferDraft } from './transfer.ts';

export type AccountBalance = {
  readonly account: AccountRef;
  /** Σ credits − Σ debits of single and posted transfers. */
  readonly posted: Money;
  /** Σ pending debits neither posted nor voided. */
  readonly held: Money;
};

export type Hold = { readonly transfer: TransferDraft; readonly resolved: 'post' | 'void' | null };

export type LedgerState = {
  /** By accountKey. An account that no transfer has touched has no entry; its balance is zero. */
  readonly balances: ReadonlyMap<string, AccountBalance>;
  /** By the id of the pending transfer. Resolved holds stay here, so that no hold is resolved twice. */
  readonly holds: ReadonlyMap<string, Hold>;
};

/** PENDING_UNKNOWN: there is no hold with that id between these two accounts. */
export type ApplyTransfersError =
  | 'BALANCE_INSUFFICIENT'
  | 'PENDING_UNKNOWN'
  | 'PENDING_RESOLVED'
  | 'AMOUNT_MISMATCH'
  | 'WALLET_MISMATCH';

export const EMPTY_LEDGER: LedgerState = { balances: new Map(), holds: new Map() };

export function balanceOf(state: LedgerState, account: AccountRef): AccountBalance {
  return state.balances.get(accountKey(account)) ?? { account, posted: ZERO, held: ZERO };
}

/** What a member may still use: posted minus held. */
export function availableOf(balance: { readonly posted: Money; readonly held: Money }): Money {
  return money(balance.posted - balance.held);
}

type Draft = { readonly balances: Map<string, AccountBalance>; readonly holds: Map<string, Hold> };

/** Applies the transfers in order. After the first refusal the state is unchanged. */
export function applyTransfers(
  state: LedgerState,
  transfers: readonly TransferDraft[],
): Result<LedgerState, ApplyTransfersError> {
  const next: Draft = { balances: new Map(state.balances), holds: new Map(state.holds) };
  for (const transfer of transfers) {
    const refusal = applyOne(next, transfer);
    if (refusal !== null) return err(refusal);
  }
  return ok(next);
}

function applyOne(state: Draft, transfer: TransferDraft): ApplyTransfersError | null {
  assertWellFormed(transfer);
  const { debit, credit } = transfer;
  if (debit.wallet !== credit.wallet || debit.currency !== credit.currency) return 'WALLET_MISMATCH';
  if (transfer.phase === 'post' || transfer.phase === 'void') return resolveHold(state, transfer);

  const balance = balanceOf(state, debit);
  if (isMemberKind(debit.kind) && availableOf(balance) < transfer.amount) return 'BALANCE_INSUFFICIENT';
  if (transfer.phase === 'pending') return placeHold(state, transfer);
  move(state, transfer);
  return null;
}

function placeHold(state: Draft, transfer: TransferDraft): null {
  assert(transfer.id !== undefined, 'a pending transfer needs an id');
  assert(!state.holds.has(transfer.id), `transfer id ${transfer.id} is used twice`);
  state.holds.set(transfer.id, { transfer, resolved: null });
  change(state, transfer.debit, 0n, transfer.amount);
  return null;
}

function resolveHold(state: Draft, transfer: TransferDraft): ApplyTransfersError | null {
  assert(transfer.pendingId !== undefined, `a ${transfer.phase} transfer names its hold`);
  const hold = state.holds.get(transfer.pendingId);
  if (hold === undefined || !sameAccounts(hold.transfer, transfer)) return 'PENDING_UNKNOWN';
  if (hold.resolved !== null) return 'PENDING_RESOLVED';
  if (hold.transfer.amount !== transfer.amount) return 'AMOUNT_MISMATCH';
  state.holds.set(transfer.pendingId, {
    transfer: hold.transfer,
    resolved: transfer.phase === 'post' ? 'post' : 'void',
  });
  change(state, transfer.debit, 0n, 0n - transfer.amount);
  if (transfer.phase === 'post') move(state, transfer);
  return null;
}

function move(state: Draft, transfer: TransferDraft): void {
  change(state, transfer.debit, 0n - transfer.amount, 0n);
  change(state, transfer.credit, transfer.amount, 0n);
}

function change(state: Draft, account: AccountRef, posted: bigint, held: bigint): void {
  const before = balanceOf(state, account);
  state.balances.set(accountKey(account), {
    account,
    posted: money(before.posted + posted),
    held: money(before.held + held),
  });
}

function sameAccounts(a: TransferDraft, b: TransferDraft): boolean {
  return accountKey(a.debit) === accountKey(b.debit) && accountKey(a.credit) === accountKey(b.credit);
}

function assertWellFormed(transfer: TransferDraft): void {
  assertPositive(transfer.amount, `amount of ${transfer.type}`);
  assert(accountKey(transfer.debit) !== accountKey(transfer.credit), 'a transfer needs two accounts');
  const resolves = transfer.phase === 'post' || transfer.phase === 'void';
  assert(resolves === (transfer.pendingId !== undefined), 'pendingId is set exactly for post and void');
}
