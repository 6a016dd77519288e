/*
 * How an operator wants a list: its columns, and filters under names of their own. It is kept in this browser, for each operator
 * and each page. A column is remembered only when somebody chose for it, so one that comes later is there as it was meant.
 */

import { readStored, writeStored } from '@candor/api-client/safe-storage';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { useAddress } from '../../lib/location.ts';
import { useOperator } from '../operator/operator.tsx';

export type SavedFilter = {
  readonly name: string;
  /** The words of the address. */
  readonly query: Readonly<Record<string, string>>;
};

export type ListChoices = {
  /** By the name of a column: whether it is shown. */
  readonly columns: Readonly<Record<string, boolean>>;
  readonly saved: readonly SavedFilter[];
};

export const SAVED_MAX = 20;
export const NAME_CHARS_MAX = 40;
const NOTHING: ListChoices = { columns: {}, saved: [] };

/** What was read or chosen in this visit; the browser may refuse to keep it. */
const known = new Map<string, ListChoices>();
/** Counts choices, so that whatever shows them draws them again. */
const chosen = observable(0);

function keyOf(operatorId: string, path: string): string {
  return `candor-console-list:${operatorId}:${path}`;
}

/** Whatever is stored: what does not fit is as if it had never been chosen. */
export function readChoices(stored: string | null): ListChoices {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    const { columns, saved }: Record<string, unknown> = { ...asObject(read) };
    return {
      columns: Object.fromEntries(
        Object.entries(asObject(columns)).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
      ),
      saved: (Array.isArray(saved) ? saved : []).flatMap(savedOf).slice(0, SAVED_MAX),
    };
  } catch {
    return NOTHING;
  }
}

function savedOf(stored: unknown): SavedFilter[] {
  const { name, query } = asObject(stored);
  if (typeof name !== 'string' || name === '') return [];
  const words = Object.entries(asObject(query)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return [{ name: name.slice(0, NAME_CHARS_MAX), query: Object.fromEntries(words) }];
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Those of the page that is shown. */
export function useListChoices(): readonly [ListChoices, (changes: Partial<ListChoices>) => void] {
  const { id } = useOperator();
  const { path } = useAddress();
  useObservable(chosen);
  return [choicesOf(id, path), (changes) => choose(keyOf(id, path), changes)];
}

function choose(key: string, changes: Partial<ListChoices>): void {
  // Another tab may have chosen meanwhile.
  const stored = readStored(key);
  const next = { ...(stored === null ? (known.get(key) ?? NOTHING) : readChoices(stored)), ...changes };
  known.set(key, next);
  writeStored(key, JSON.stringify(next));
  chosen.set(chosen.get() + 1);
}

/** Those of any page, for whoever only reads them. */
export function choicesOf(operatorId: string, path: string): ListChoices {
  const key = keyOf(operatorId, path);
  const read = known.get(key) ?? readChoices(readStored(key));
  known.set(key, read);
  return read;
}

/** Adds a filter under a name; one that has the name already is replaced. The newest is the last. */
export function withSaved(saved: readonly SavedFilter[], added: SavedFilter): readonly SavedFilter[] {
  return [...saved.filter(({ name }) => name !== added.name), added].slice(-SAVED_MAX);
}

type ListColumn = { readonly name: string; readonly isWide?: boolean; readonly isFrozen?: boolean };

/** What names a row stays: the columns that stand still, or the first. */
export function isAlways(column: ListColumn, at: number, all: readonly ListColumn[]): boolean {
  return column.isFrozen === true || (at === 0 && !all.some(({ isFrozen }) => isFrozen === true));
}

/** The columns that an operator chose, in the order of the page; those that nobody chose for are as the page says. */
export function shownColumns<Column extends ListColumn>(
  columns: readonly Column[],
  choices: ListChoices['columns'],
): Column[] {
  return columns
    .filter((column, at) => isAlways(column, at, columns) || choices[column.name] !== false)
    .map((column) => (choices[column.name] === true && column.isWide === true ? { ...column, isWide: false } : column));
}
