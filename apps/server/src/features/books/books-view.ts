import { BOOK_LINES } from '@candor/contract/console-books';
import type { BookChecksView, BookTransfer, TrialBalanceView } from '@candor/contract/console-books';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { CheckState } from '../../services/checks/check-store.ts';
import type { BalanceRow, TransferRow } from './books-store.ts';

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function trialBalanceOf(rows: readonly BalanceRow[], atMs: number, currency: Currency): TrialBalanceView {
  const text = (amount: bigint): string => formatMoney(money(amount), currency);
  const sum = (of: readonly BalanceRow[], side: 'debit' | 'credit') =>
    text(of.reduce((all, row) => all + row[side], 0n));
  return {
    at: iso(atMs),
    wallets: [...Map.groupBy(rows, ({ wallet }) => wallet)].map(([wallet, of]) => ({
      wallet,
      lines: of
        .toSorted((a, b) => BOOK_LINES.indexOf(a.line) - BOOK_LINES.indexOf(b.line))
        .map(({ line, debit, credit, entries }) => ({
          line,
          debit: text(debit),
          credit: text(credit),
          balance: text(credit - debit),
          entries: Number(entries),
        })),
      debit: sum(of, 'debit'),
      credit: sum(of, 'credit'),
    })),
  };
}

export function bookTransferOf(row: TransferRow, currency: Currency): BookTransfer {
  const { memberId, username, at, amount, ...rest } = row;
  return {
    ...rest,
    at: iso(at),
    amount: formatMoney(money(amount), currency),
    member: memberId === null || username === null ? null : { id: memberId.toString(), username },
  };
}

/** What is wrong first, then by name. */
export function bookChecksOf(states: readonly CheckState[]): BookChecksView {
  const order = (state: CheckState) => (state.failingSince !== null ? 0 : state.error !== null ? 1 : 2);
  return {
    halted: states.some(({ halts, failingSince }) => halts && failingSince !== null),
    items: states
      .toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1))
      .map(({ name, halts, begunAt, failingSince, found, sample, error }) => ({
        name,
        halts,
        askedAt: iso(begunAt),
        failingSince: failingSince === null ? null : iso(failingSince),
        found,
        sample,
        error,
      })),
  };
}
