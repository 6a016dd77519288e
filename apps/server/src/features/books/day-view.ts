import type { DayReportView, OperatorDay } from '@candor/contract/console-days';
import { dayFigures } from '@candor/domain/ledger/day-figures';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { ChannelRow, DayReportRow, SignatureRow } from './day-store.ts';
import type { DayLineRow } from './ledger-hour-store.ts';

/** Signatures that close a date. */
export const SIGNATURES = 2;

const OWED: ReadonlySet<string> = new Set(['funds', 'savings', 'invested', 'escrow']);

export function dayState(isBooked: boolean, signatures: number): OperatorDay['state'] {
  if (signatures >= SIGNATURES) return 'closed';
  if (signatures > 0) return 'signed';
  return isBooked ? 'complete' : 'open';
}

function signaturesOf(rows: readonly SignatureRow[]): OperatorDay['signatures'] {
  return rows.map(({ operatorId, username, at }) => ({
    operator: { id: operatorId.toString(), username },
    at: new Date(at).toISOString(),
  }));
}

/** @param lines of this date, of the wallet of the site's members */
export function operatorDayView(
  date: string,
  {
    isBooked,
    lines,
    signatures,
  }: { isBooked: boolean; lines: readonly DayLineRow[]; signatures: readonly SignatureRow[] },
  currency: Currency,
): OperatorDay {
  const text = (amount: bigint): string => formatMoney(money(amount), currency);
  const { deposits, withdrawals, kept } = dayFigures(lines);
  return {
    date,
    state: dayState(isBooked, signatures.length),
    signatures: signaturesOf(signatures),
    deposits: text(deposits),
    withdrawals: text(withdrawals),
    kept: text(kept),
  };
}

/** Of the site's currency: what another one moved is in the hash, and in no line that is shown. */
export function dayReportView(
  { report, hash, isBooked }: DayReportRow,
  channels: readonly ChannelRow[],
  signatures: readonly SignatureRow[],
  currency: Currency,
): DayReportView {
  const text = (amount: string): string => formatMoney(money(BigInt(amount)), currency);
  const lines = report.lines.filter(([, code]) => code === currency.code);
  const moves = report.moves.filter(([, code]) => code === currency.code);
  const wallets = [...new Set(lines.map(([wallet]) => wallet))];
  return {
    date: report.date,
    state: dayState(isBooked, signatures.length),
    signatures: signaturesOf(signatures),
    wallets: wallets.map((wallet) => {
      const own = lines.filter(([of]) => of === wallet);
      const owed = own.filter(([, , kind]) => OWED.has(kind)).reduce((sum, line) => sum + BigInt(line[6]), 0n);
      return {
        wallet,
        lines: own.map(([, , kind, opening, debit, credit, closing]) => ({
          kind,
          opening: text(opening),
          debit: text(debit),
          credit: text(credit),
          closing: text(closing),
        })),
        moves: moves
          .filter(([of]) => of === wallet)
          .map(([, , type, kind, debit, credit, entries]) => ({
            type,
            kind,
            debit: text(debit),
            credit: text(credit),
            entries: Number(entries),
          })),
        liabilities: text(owed.toString()),
      };
    }),
    channels: channels.map(({ channel, deposits, amount }) => ({
      channel,
      deposits: Number(deposits),
      amount: text(amount.toString()),
    })),
    hash: hash.toString('hex'),
  };
}
