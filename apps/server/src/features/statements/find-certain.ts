import { certainMatches, referencesOf } from '@candor/domain/statement/match-entries';
import type { Db } from '../../platform/db/pool.ts';
import { selectNamed, selectNaming } from './certain-store.ts';
import type { OpenRow } from './certain-store.ts';
import { wordsIn } from './find-things.ts';

/** One thing is named by so many entries, or somebody looks. */
const NAMING_MAX = 1_000;

interface Crowded {
  readonly kind: string;
  readonly id: string;
}

/**
 * What is certain of these open entries, together with every other one that names the same: whether something is certain never depends on which
 * of them was looked at, nor on what an operator said of another one. What an operator took back once is for operators.
 * @param onCrowded is called with each thing that is named too often to say anything of it
 */
export async function findCertain(
  db: Db,
  account: string,
  rows: readonly OpenRow[],
  { namingMax = NAMING_MAX, onCrowded }: { namingMax?: number; onCrowded?: (thing: Crowded) => void } = {},
) {
  const open = rows.map((row) => ({ ...row, isOpen: true }));
  const things = certainly(open, await namedIn(db, account, open)).map(({ thing }) => thing);
  if (things.length === 0) return [];
  const naming = await namingOf(db, account, things, namingMax + rows.length);
  for (const thing of naming.crowded) onCrowded?.(thing);
  const all = [...new Map([...open, ...naming.rows].map((row) => [row.id, row])).values()];
  const sought = new Set(things.filter((thing) => !naming.crowded.includes(thing)).map(({ kind, id }) => kind + id));
  const isOpen = new Map(all.map((row) => [row.id, row.isOpen]));
  return certainly(all, await namedIn(db, account, all)).filter(
    ({ thing, entries }) => sought.has(thing.kind + thing.id) && entries.every(({ id }) => isOpen.get(id) === true),
  );
}

type NamedThings = Awaited<ReturnType<typeof namedIn>>;
type NamingRows = Awaited<ReturnType<typeof selectNaming>>;

/** The entries that name these things. Where there are too many, each half is asked alone, until it is known which things they name. */
async function namingOf(
  db: Db,
  account: string,
  things: NamedThings,
  most: number,
): Promise<{ rows: NamingRows; crowded: NamedThings }> {
  const since = things.map((thing) => thing.since).toSorted()[0] ?? '';
  const references = [...new Set(things.flatMap(referencesOf))];
  const rows = await selectNaming(db, account, references, since, most + 1);
  if (rows.length <= most) return { rows, crowded: [] };
  if (things.length === 1) return { rows: [], crowded: things };
  const middle = Math.ceil(things.length / 2);
  const first = await namingOf(db, account, things.slice(0, middle), most);
  const second = await namingOf(db, account, things.slice(middle), most);
  return { rows: [...first.rows, ...second.rows], crowded: [...first.crowded, ...second.crowded] };
}

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
