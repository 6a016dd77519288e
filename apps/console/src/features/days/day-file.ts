import type { DayReportView } from '@candor/contract/console-days';
import type { StatementDayView } from '@candor/contract/console-statements';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import { XLSX_TYPE, xlsxOf } from '../../services/export/xlsx.ts';
import type { Cell, Sheet } from '../../services/export/xlsx.ts';

/** The words of a report in the operator's language. */
export interface DayWords {
  readonly title: string;
  readonly date: string;
  readonly hash: string;
  readonly state: string;
  readonly signatures: readonly string[];
  readonly wallet: (wallet: DayReportView['wallets'][number]['wallet']) => string;
  readonly balances: readonly [account: string, opening: string, debit: string, credit: string, closing: string];
  readonly liabilities: string;
  readonly moves: readonly [type: string, account: string, debit: string, credit: string, entries: string];
  readonly kind: (kind: DayReportView['wallets'][number]['lines'][number]['kind']) => string;
  readonly type: (type: DayReportView['wallets'][number]['moves'][number]['type']) => string;
  readonly channels: readonly [channel: string, amount: string, deposits: string];
  readonly bank: readonly [account: string, currency: string, matched: string, open: string, unproved: string];
}

function head(titles: readonly string[]): Cell[] {
  return titles.map((text) => ({ text, isHead: true }));
}

/** The report as a table: what is signed of it, each wallet, its channels, and what banks say. */
export function dayRows(report: DayReportView, bank: StatementDayView | undefined, words: DayWords): Cell[][] {
  return [
    head([words.title]),
    [{ text: words.date }, { date: report.date }],
    [{ text: words.state }],
    ...words.signatures.map((text): Cell[] => [{ text }]),
    [{ text: words.hash }, { text: report.hash }],
    ...report.wallets.flatMap(({ wallet, lines, moves, liabilities }): Cell[][] => [
      [],
      head([words.wallet(wallet)]),
      head(words.balances),
      ...lines.map(({ kind, opening, debit, credit, closing }): Cell[] => [
        { text: words.kind(kind) },
        { amount: opening },
        { amount: debit },
        { amount: credit },
        { amount: closing },
      ]),
      [{ text: words.liabilities }, { amount: liabilities }],
      [],
      head(words.moves),
      ...moves.map(({ type, kind, debit, credit, entries }): Cell[] => [
        { text: words.type(type) },
        { text: words.kind(kind) },
        { amount: debit },
        { amount: credit },
        { count: entries },
      ]),
    ]),
    ...section(
      words.channels,
      report.channels.map(({ channel, amount, deposits }) => [{ text: channel }, { amount }, { count: deposits }]),
    ),
    ...section(
      words.bank,
      (bank?.items ?? []).map(({ name, currency, matched, open, unproved }) => [
        { text: name },
        { text: currency },
        { amount: matched.amount },
        { amount: open.amount },
        { amount: unproved.amount },
      ]),
    ),
  ];
}

function section(titles: readonly string[], rows: readonly Cell[][]): Cell[][] {
  return rows.length === 0 ? [] : [[], head(titles), ...rows];
}

/** A workbook of one sheet, named by the date. */
export function xlsxFile(sheet: Sheet): Blob {
  return new Blob([xlsxOf([sheet])], { type: XLSX_TYPE });
}

/** The same table as text; no cell of it runs. */
export function csvFile(rows: readonly (readonly Cell[])[]): Blob {
  const lines = rows.map((row) =>
    csvLine(
      row.map((cell) =>
        'text' in cell ? cell.text : 'amount' in cell ? cell.amount : 'date' in cell ? cell.date : String(cell.count),
      ),
    ),
  );
  return new Blob([CSV_START, ...lines], { type: 'text/csv;charset=utf-8' });
}
