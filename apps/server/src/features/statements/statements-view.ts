import { STATEMENT_KINDS } from '@candor/contract/console-statements';
import type {
  StatementAccount,
  StatementDayView,
  StatementEntryLine,
  StatementEntryView,
  StatementFileView,
  StatementThing,
  UnprovedThing,
} from '@candor/contract/console-statements';
import { writeDecimal } from '@candor/domain/decimal';
import { localDateAt } from '@candor/domain/market/local-time';
import type { Suggestion } from '@candor/domain/statement/match-entries';
import type { AccountFiguresRow, DayRow } from './accounts-store.ts';
import type { EntryRow, FileRow, StatementRow, ThingRow, UnprovedRow } from './statements-store.ts';

interface Sums {
  readonly matchedCount: bigint;
  readonly matchedAmount: bigint;
  readonly explainedCount: bigint;
  readonly explainedAmount: bigint;
  readonly openCount: bigint;
  readonly openAmount: bigint;
}

function sumView(count: bigint, amount: bigint, decimals: number) {
  return { count: Number(count), amount: writeDecimal(amount, decimals) };
}

function sumsView(row: Sums, decimals: number) {
  return {
    matched: sumView(row.matchedCount, row.matchedAmount, decimals),
    explained: sumView(row.explainedCount, row.explainedAmount, decimals),
    open: sumView(row.openCount, row.openAmount, decimals),
  };
}

export function accountView(row: AccountFiguresRow): StatementAccount {
  const { decimals } = row;
  return {
    code: row.code,
    name: row.name,
    number: row.number,
    currency: row.currency,
    decimals,
    channels: row.channels,
    paysOut: row.paysOut,
    columns: columnsOf(row.columns),
    ...sumsView(row, decimals),
    lastOn: row.lastOn,
    closing: row.closing === null ? null : writeDecimal(row.closing, decimals),
  };
}

/** As they were saved: the schema of the call looked at them then. */
export function columnsOf(saved: Readonly<Record<string, string>> | null): StatementAccount['columns'] {
  if (saved === null) return null;
  const { date = '', dates, ...others } = saved;
  return { ...others, date, ...(dates === 'dmy' || dates === 'mdy' ? { dates } : {}) };
}

export function fileView(row: FileRow, statements: readonly StatementRow[]): StatementFileView {
  const text = (amount: bigint | null): string | null => (amount === null ? null : writeDecimal(amount, row.decimals));
  return {
    id: row.id,
    account: row.account,
    sha256: row.sha256.toString('hex'),
    bytes: row.bytes,
    importedBy: { id: row.operatorId.toString(), username: row.username },
    importedAt: new Date(row.importedAt).toISOString(),
    erasedAt: row.erasedAt === null ? null : new Date(row.erasedAt).toISOString(),
    statements: statements
      .filter(({ fileId }) => fileId === row.id)
      .map(({ number, opening, closing, firstOn, lastOn, entries, before }) => ({
        number,
        opening: text(opening),
        closing: text(closing),
        firstOn,
        lastOn,
        entries,
        gap: opening === null || before === null || opening === before ? null : text(opening - before),
      })),
  };
}

export function thingView(
  row: Pick<ThingRow, 'kind' | 'id' | 'reference' | 'memberId' | 'username' | 'amount' | 'at' | 'status'>,
  decimals: number,
  timeZone: string,
): StatementThing {
  return {
    kind: row.kind,
    id: row.id,
    reference: row.reference,
    member: { id: row.memberId.toString(), username: row.username },
    amount: writeDecimal(row.amount ?? 0n, decimals),
    on: localDateAt(timeZone, row.at),
    status: row.status,
  };
}

export function unprovedView(row: UnprovedRow, timeZone: string): UnprovedThing {
  return { ...thingView(row, row.decimals, timeZone), account: row.account, currency: row.currency };
}

export function entryLineView(row: EntryRow, timeZone: string): StatementEntryLine {
  return {
    id: row.id,
    account: row.account,
    currency: row.currency,
    bookedOn: row.bookedOn,
    valuedOn: row.valuedOn,
    amount: writeDecimal(row.amount, row.decimals),
    isReversal: row.isReversal,
    bankRef: row.bankRef,
    endToEndId: row.endToEndId,
    counterparty: row.counterparty,
    text: row.words,
    state: stateOf(row),
    match: matchOf(row, timeZone),
  };
}

export function stateOf({
  matchId,
  kind,
  differs,
}: Pick<EntryRow, 'matchId' | 'kind' | 'differs'>): StatementEntryLine['state'] {
  if (matchId === null) return 'open';
  if (kind === 'explained') return 'explained';
  return differs ? 'different' : 'matched';
}

function matchOf(row: EntryRow, timeZone: string): StatementEntryLine['match'] {
  const { matchId, kind, madeAt } = row;
  if (matchId === null || madeAt === null) return null;
  const { thingId, reference, member, thingAt } = row;
  const ofKind = STATEMENT_KINDS.find((each) => each === kind);
  const thing =
    ofKind === undefined || thingId === null || reference === null || member === null || thingAt === null
      ? null
      : {
          kind: ofKind,
          id: thingId,
          reference,
          member,
          amount: writeDecimal(row.thingAmount ?? 0n, row.decimals),
          on: localDateAt(timeZone, thingAt),
          status: row.thingStatus ?? '',
        };
  return { id: matchId, thing, code: row.code, note: row.note, by: row.by, at: new Date(madeAt).toISOString() };
}

export function entryView(
  row: EntryRow,
  suggestions: readonly Suggestion[],
  things: readonly ThingRow[],
  timeZone: string,
): StatementEntryView {
  const rowOf = new Map(things.map((thing) => [`${thing.kind}/${thing.id}`, thing]));
  return {
    ...entryLineView(row, timeZone),
    suggestions: suggestions.flatMap(({ thing, by, days }) => {
      const found = rowOf.get(`${thing.kind}/${thing.id}`);
      return found === undefined ? [] : [{ thing: thingView(found, row.decimals, timeZone), by, days }];
    }),
  };
}

/** @param unproved of the date, by account; what is of no account alone stands with each that pays out */
export function dayView(
  rows: readonly DayRow[],
  unproved: readonly { readonly account: string | null; readonly count: bigint; readonly amount: bigint }[],
): StatementDayView {
  return {
    items: rows.map((row) => {
      const own = unproved.filter(({ account }) => account === row.account);
      return {
        account: row.account,
        name: row.name,
        currency: row.currency,
        ...sumsView(row, row.decimals),
        unproved: sumView(
          own.reduce((sum, { count }) => sum + count, 0n),
          own.reduce((sum, { amount }) => sum + amount, 0n),
          row.decimals,
        ),
      };
    }),
  };
}
