import { narrow, visible } from '../text/typed-text.ts';
import { dayOfDate } from '../market/local-time.ts';

/*
 * Which entry of a statement is which deposit, withdrawal or return. Nothing here moves money: a match says that what was booked did
 * happen. An entry belongs to one thing at most, and a thing to one entry, or to several whose sum is its amount.
 */

export const THING_KINDS = ['deposit', 'withdrawal', 'return'] as const;
export type ThingKind = (typeof THING_KINDS)[number];

export interface MatchEntry {
  readonly id: string;
  /** Signed, in units of the account. */
  readonly amount: bigint;
  readonly bookedOn: string;
  readonly bankRef: string;
  readonly endToEndId: string;
  readonly counterparty: string;
  readonly text: string;
}

export interface MatchThing {
  readonly kind: ThingKind;
  readonly id: string;
  /** As it would stand in a statement: what leaves is below zero. */
  readonly amount: bigint;
  /** The business date on which it was to be seen first. */
  readonly on: string;
  /** Its number, its hash, the reference of the bank. */
  readonly references: readonly string[];
  /** Empty where nobody knows one. */
  readonly name: string;
}

/** What is needed of a thing to be certain of it. */
export type NamedThing = Pick<MatchThing, 'kind' | 'id' | 'amount' | 'references'>;
type NamingEntry = Omit<MatchEntry, 'bookedOn' | 'counterparty'>;

export interface CertainMatch<Entry extends NamingEntry, Thing extends NamedThing> {
  readonly thing: Thing;
  readonly entries: readonly Entry[];
}

export interface Suggestion {
  readonly thing: MatchThing;
  /** What speaks for it, beside the amount. */
  readonly by: 'reference' | 'name' | 'amount';
  /** Days between the two. */
  readonly days: number;
}

/** A transfer between banks, with a weekend and a holiday in it. */
export const MATCH_DAYS = 5;

/** Shorter ones would be found in any text. */
const REFERENCE_CHARS_MIN = 6;

/**
 * What is certain: one thing alone is named by the entry, and its amount is that of the entry, or of all entries that name it. Where two
 * could be meant, nothing is certain; nor of a deposit that an entry takes back.
 */
export function certainMatches<Entry extends NamingEntry, Thing extends NamedThing>(
  entries: readonly Entry[],
  things: readonly Thing[],
): readonly CertainMatch<Entry, Thing>[] {
  const byReference = thingsByReference(things);
  const named = new Map<Thing, Entry[]>();
  const takenBack = new Set<Thing>();
  for (const entry of entries) {
    const meant = [...referencesIn(entry)].flatMap((reference) => byReference.get(reference) ?? []);
    for (const thing of meant) if (thing.kind === 'deposit' && entry.amount < 0n) takenBack.add(thing);
    const found = new Set(meant.filter(isSameWay(entry)));
    const [thing] = found;
    if (found.size !== 1 || thing === undefined) continue;
    const others = named.get(thing);
    if (others === undefined) named.set(thing, [entry]);
    else others.push(entry);
  }
  return [...named].flatMap(([thing, found]) => {
    if (takenBack.has(thing)) return [];
    const exact = found.filter(({ amount }) => amount === thing.amount);
    // Paid twice in full: which of them it was, somebody has to say.
    if (exact.length > 1) return [];
    if (exact.length === 1) return found.length === 1 ? [{ thing, entries: exact }] : [];
    const sum = found.reduce((total, { amount }) => total + amount, 0n);
    return sum === thing.amount ? [{ thing, entries: found }] : [];
  });
}

/** What an operator may confirm for one entry, the best first: the amount is equal to the unit, and the days are near. */
export function suggestionsFor(
  entry: MatchEntry,
  things: readonly MatchThing[],
  daysMax = MATCH_DAYS,
): readonly Suggestion[] {
  const references = referencesIn(entry);
  const name = plainName(entry.counterparty);
  return things
    .filter(({ amount }) => amount === entry.amount)
    .map((thing): Suggestion => {
      const isNamed = referencesOf(thing).some((reference) => references.has(reference));
      const isByName = name !== '' && plainName(thing.name) === name;
      return { thing, by: isNamed ? 'reference' : isByName ? 'name' : 'amount', days: daysBetween(entry, thing) };
    })
    .filter(({ by, days }) => by === 'reference' || days <= daysMax)
    .toSorted((a, b) => RANK[a.by] - RANK[b.by] || a.days - b.days || (a.thing.id < b.thing.id ? -1 : 1));
}

const RANK: Readonly<Record<Suggestion['by'], number>> = { reference: 0, name: 1, amount: 2 };

/** The references in an entry: what it says as one, and every word of its text that could be one. */
export function referencesIn({
  bankRef,
  endToEndId,
  text,
}: Pick<MatchEntry, 'bankRef' | 'endToEndId' | 'text'>): ReadonlySet<string> {
  const said = [bankRef, endToEndId].map(plainReference);
  const words = `${endToEndId} ${bankRef} ${text}`.split(/[^\p{L}\p{N}]+/u).map(plainReference);
  return new Set([...said, ...words].filter((word) => word.length >= REFERENCE_CHARS_MIN));
}

/** Plain, as they are found in entries. */
export function referencesOf({ references }: Pick<MatchThing, 'references'>): readonly string[] {
  return references.map(plainReference).filter((reference) => reference.length >= REFERENCE_CHARS_MIN);
}

/** Letters and digits alone, in one case; a hash with and without its "0x" is the same. */
function plainReference(text: string): string {
  const plain = narrow(visible(text))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return /^0x[0-9a-f]{64}$/.test(plain) ? plain.slice(2) : plain;
}

/** A name without spaces, dots and case: banks write it in capitals, and people do not. */
function plainName(text: string): string {
  return narrow(visible(text))
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function thingsByReference<Thing extends NamedThing>(things: readonly Thing[]): ReadonlyMap<string, readonly Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const thing of things)
    for (const reference of new Set(referencesOf(thing))) {
      const others = found.get(reference);
      if (others === undefined) found.set(reference, [thing]);
      else others.push(thing);
    }
  return found;
}

function isSameWay(entry: Pick<MatchEntry, 'amount'>): (thing: NamedThing) => boolean {
  return ({ amount }) => amount > 0n === entry.amount > 0n;
}

function daysBetween(entry: MatchEntry, thing: MatchThing): number {
  return Math.abs(dayOfDate(entry.bookedOn) - dayOfDate(thing.on));
}
