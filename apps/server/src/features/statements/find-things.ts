import { MATCH_DAYS, referencesIn, suggestionsFor } from '@candor/domain/statement/match-entries';
import type { MatchEntry, MatchThing, Suggestion } from '@candor/domain/statement/match-entries';
import { localDateAt } from '@candor/domain/market/local-time';
import type { Db } from '../../platform/db/pool.ts';
import { selectEqualThings, selectNamedThings } from './statements-store.ts';
import type { EntryRow, ThingRow } from './statements-store.ts';

export interface NameDeps {
  /** Opens where a withdrawal went to. Its holder is compared with the name that the bank wrote, and shown to nobody. */
  readonly openPayee: (sealed: Buffer, memberId: bigint) => { readonly holder: string };
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;
/** What was decided before it left, and what arrived before it was reported. */
const MARGIN_DAYS = 10;

export function matchEntryOf(
  row: Pick<EntryRow, 'id' | 'amount' | 'bookedOn' | 'bankRef' | 'endToEndId' | 'counterparty' | 'words'>,
): MatchEntry {
  const { id, amount, bookedOn, bankRef, endToEndId, counterparty, words } = row;
  return { id, amount, bookedOn, bankRef, endToEndId, counterparty: counterparty ?? '', text: words ?? '' };
}

/** Things that may stand in an account, as the rules read them. */
export function matchThingsOf(rows: readonly ThingRow[], { openPayee, timeZone }: NameDeps): MatchThing[] {
  return rows.flatMap((row) =>
    row.amount === null
      ? []
      : [
          {
            kind: row.kind,
            id: row.id,
            amount: row.amount,
            on: localDateAt(timeZone, row.at),
            references: row.references,
            name: row.payeeSealed === null ? (row.payer ?? '') : openPayee(row.payeeSealed, row.memberId).holder,
          },
        ],
  );
}

/** Every word of these entries that could name a thing. A hash is kept as people typed it. */
export function wordsIn(entries: readonly Pick<MatchEntry, 'bankRef' | 'endToEndId' | 'text'>[]): string[] {
  const words = new Set(entries.flatMap((entry) => [...referencesIn(entry)]));
  return [...words].flatMap((word) => (/^[0-9a-f]{64}$/.test(word) ? [word, `0x${word}`] : [word]));
}

/** What an open entry may be, the most likely first. */
export async function suggest(
  db: Db,
  row: EntryRow,
  deps: NameDeps,
): Promise<{ things: ThingRow[]; suggestions: readonly Suggestion[] }> {
  if (row.matchId !== null) return { things: [], suggestions: [] };
  const entry = matchEntryOf(row);
  const atMs = Date.parse(row.bookedOn);
  const reach = (MATCH_DAYS + MARGIN_DAYS) * DAY_MS;
  const named = await selectNamedThings(db, row.account, wordsIn([entry]));
  const equal = await selectEqualThings(db, row.account, row.amount, atMs - reach, atMs + reach);
  const things = [...new Map([...named, ...equal].map((thing) => [`${thing.kind}/${thing.id}`, thing])).values()];
  return { things, suggestions: suggestionsFor(entry, matchThingsOf(things, deps)) };
}
