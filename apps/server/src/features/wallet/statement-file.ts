import type { Language } from '@candor/contract/languages';
import { offsetMs } from '@candor/domain/market/local-time';
import { formatMoney, money, moneyInWords } from '@candor/domain/money';
import { isoText } from '@candor/proof/lines';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { createRoom } from '../../platform/http/accept-uploads.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { momentWriter } from '../../services/exports/export-kind.ts';
import type { Site } from '../../services/site/site.ts';
import { csvBalance, csvHead, csvRow } from './statement-csv.ts';
import { drawStatement } from './statement-pdf.ts';
import type { StatementSheets } from './statement-pdf.ts';
import { STATEMENT_WORDS } from './statement-words.ts';
import { selectStatement } from './wallet-store.ts';
import type { StatementFilter, StatementRow } from './wallet-store.ts';
import { transferView } from './wallet-view.ts';

interface FileDeps {
  pool: Pool;
  site: Site;
  clock: Clock;
}

/** A filter without its page. */
type Whole = Omit<StatementFilter, 'limit'>;

const BATCH = 1_000;

/** Whether the file has every line of its time: then its balances at both ends are in it. */
function hasAll({ types, refId, beforeSeq }: Whole): boolean {
  return types === undefined && refId === undefined && beforeSeq === undefined;
}

/** The statement, newest first, in batches. */
async function* batchesOf(db: Db, filter: Whole): AsyncGenerator<StatementRow[]> {
  let { beforeSeq } = filter;
  for (;;) {
    const rows = await selectStatement(db, { ...filter, beforeSeq, limit: BATCH });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    beforeSeq = last.seq;
  }
}

/**
 * The whole statement, read in batches as fast as the client takes it. Where it has every line of its time, its balances at both ends
 * are around them: they follow from the lines, so that opening and amounts add up to closing, whatever is booked meanwhile.
 */
export async function* csvOf(
  { pool, site, clock }: FileDeps,
  filter: Whole,
  language: Language,
): AsyncGenerator<string> {
  const { wallet, fromMs, toMs } = filter;
  const now = clock.now();
  const balanceLine = (end: 'opening' | 'closing', atMs: number | undefined, balance: bigint) => {
    if (!hasAll(filter)) return '';
    // The first date of all begins before the epoch in some zones.
    const at = atMs === undefined ? '' : isoText(Math.max(0, atMs));
    return csvBalance(end, { at, balance: formatMoney(money(balance), site.currency), wallet }, language);
  };
  yield csvHead(language);
  let opening: bigint | undefined;
  for await (const rows of batchesOf(pool, filter)) {
    if (opening === undefined) {
      opening = await closingOf(pool, filter, rows);
      yield balanceLine('closing', Math.min(toMs ?? now, now), opening);
    }
    yield rows.map((row) => csvRow(transferView(site, wallet, row), language)).join('');
    opening = openingOf(rows, opening);
  }
  yield balanceLine('opening', fromMs, opening ?? 0n);
}

/** The balance after the newest line, also where nothing moved. */
async function closingOf(db: Db, filter: Whole, [newest]: readonly StatementRow[]): Promise<bigint> {
  if (newest !== undefined) return newest.balanceAfter;
  const [last] = hasAll(filter) ? await selectStatement(db, { ...filter, fromMs: undefined, limit: 1 }) : [];
  return last?.balanceAfter ?? 0n;
}

/** The balance before the oldest of these lines. */
function openingOf(rows: readonly StatementRow[], closing: bigint): bigint {
  const last = rows.at(-1);
  return last === undefined ? closing : last.balanceAfter - last.amount;
}

/** 2026-11-28 23:59 */
const TO_MINUTE = 16;

/** More would be a book that nobody prints: 200 sheets. */
export const PDF_LINES_MAX = 5_000;

/** Sheets are drawn in this process: a few at a time, one of each member. */
const room = createRoom({ runningMax: 3, ofOneOwnerMax: 1, bytesMax: 0 });

/**
 * The statement as a PDF, oldest line first.
 *
 * @throws Refused STATEMENT_TOO_LONG
 * @throws TooMany while others are drawn
 */
export async function pdfOf(
  deps: FileDeps,
  filter: Whole,
  { language, member }: { language: Language; member: string },
): Promise<Buffer> {
  const place = room.enter(String(filter.memberId));
  try {
    const rows = await printable(deps.pool, filter);
    const closing = await closingOf(deps.pool, filter, rows);
    return await drawStatement(sheetsOf(deps, filter, { rows, closing, member }, language), language);
  } finally {
    place.leave();
  }
}

async function printable(db: Db, filter: Whole): Promise<StatementRow[]> {
  const rows: StatementRow[] = [];
  for await (const batch of batchesOf(db, filter)) {
    rows.push(...batch);
    if (rows.length > PDF_LINES_MAX) throw new Refused('STATEMENT_TOO_LONG', { params: { max: PDF_LINES_MAX } });
  }
  return rows;
}

/** Exported for its test. */
export function sheetsOf(
  { site, clock }: Omit<FileDeps, 'pool'>,
  filter: Whole,
  { rows, closing, member }: { rows: readonly StatementRow[]; closing: bigint; member: string },
  language: Language,
): StatementSheets {
  const { sheet, balances, wallets } = STATEMENT_WORDS[language];
  const inWords = (amount: bigint) => moneyInWords(money(amount), site.currency, '');
  const signed = (amount: bigint) => `${amount > 0n ? '+' : ''}${inWords(amount)}`;
  const moment = momentWriter(site.timeZone, offsetMs);
  const { fromMs, toMs, wallet, account = 'funds' } = filter;
  const now = clock.now();
  const from = fromMs === undefined ? sheet.start : moment(fromMs).slice(0, TO_MINUTE);
  // The end of a period does not belong to it: a date ends at 23:59.
  const to = moment(Math.min(toMs ?? now, now) - 1).slice(0, TO_MINUTE);
  const sums = [
    [sheet.sums.in, signed(sumOf(rows, (amount) => amount > 0n))],
    [sheet.sums.out, signed(sumOf(rows, (amount) => amount < 0n))],
  ] as const;
  const isWhole = hasAll(filter);
  return {
    member,
    facts: [
      [sheet.facts.member, member],
      [sheet.facts.account, `${wallets[wallet]} · ${sheet.accounts[account]}`],
      [sheet.facts.currency, site.currency.code],
      [sheet.facts.lines, String(rows.length)],
      [sheet.facts.period, `${from} – ${to}`],
      [sheet.facts.madeAt, `${moment(now)} (${site.timeZone})`],
    ],
    sums: isWhole
      ? [[balances.opening, inWords(openingOf(rows, closing))], ...sums, [balances.closing, inWords(closing)]]
      : sums,
    note: isWhole ? sheet.note : sheet.isPart,
    lines: rows.toReversed().map((row) => ({
      moment: moment(row.at),
      amount: signed(row.amount),
      balance: inWords(row.balanceAfter),
      transfer: transferView(site, wallet, row),
    })),
  };
}

function sumOf(rows: readonly StatementRow[], counts: (amount: bigint) => boolean): bigint {
  return rows.reduce((sum, { amount }) => (counts(amount) ? sum + amount : sum), 0n);
}
