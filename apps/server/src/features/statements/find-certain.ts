import { certainMatches, referencesOf } from '@candor/domain/statement/match-entries';
import type { Db } from '../../platform/db/pool.ts';
import { selectNamed, selectNaming } from './certain-store.ts';
import type { OpenRow } from './certain-store.ts';
import { wordsIn } from './find-things.ts';

/** One thing is named by so many entries, or somebody looks. */
const NAMING_MAX = 1_000;

/**
 * What is certain of these open entries, together with every other open one that names the same: whether something is certain never depends on
 * which of them was looked at. What an operator took back once is for operators.
 */
export async function findCertain(db: Db, account: string, rows: readonly OpenRow[]) {
  const first = certainly(rows, await namedIn(db, account, rows));
  const references = [...new Set(first.flatMap(({ thing }) => referencesOf(thing)))];
  if (references.length === 0) return [];
  const naming = await selectNaming(db, account, references, NAMING_MAX + rows.length);
  const all = [...new Map([...naming, ...rows].map((row) => [row.id, row])).values()];
  const sought = new Set(first.map(({ thing }) => thing.id));
  return certainly(all, await namedIn(db, account, all)).filter(({ thing }) => sought.has(thing.id));
}

type NamedThings = Awaited<ReturnType<typeof namedIn>>;

async function namedIn(db: Db, account: string, rows: readonly OpenRow[]) {
  const words = wordsIn(rows.map(entryOf));
  if (words.length === 0) return [];
  return (await selectNamed(db, account, words)).flatMap(({ amount, names, ...thing }) =>
    amount === null ? [] : [{ ...thing, amount, references: names }],
  );
}

function certainly(rows: readonly OpenRow[], things: NamedThings) {
  return certainMatches(rows.map(entryOf), things).filter(({ thing }) => !thing.undone);
}

function entryOf({ id, amount, bankRef, endToEndId, words }: OpenRow) {
  return { id, amount, bankRef, endToEndId, text: words ?? '' };
}
