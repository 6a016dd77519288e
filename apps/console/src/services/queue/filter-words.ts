/* Which words of the address a filter sets, and which filters a narrow line shows. */

type Worded = { readonly name: string; readonly choices?: readonly unknown[]; readonly isPeriod?: boolean };

/** A period has a beginning and an end. */
export const PERIOD_WORDS = ['from', 'to'] as const;

export function wordsOfFilter({ name, isPeriod }: Worded): readonly string[] {
  return isPeriod === true ? PERIOD_WORDS : [name];
}

/** One order on all lists: what is searched, what is chosen, when it was. */
export function inOrder<Filter extends Worded>(filters: readonly Filter[]): Filter[] {
  const place = ({ choices, isPeriod }: Worded) => (isPeriod === true ? 2 : choices === undefined ? 0 : 1);
  return filters.toSorted((one, other) => place(one) - place(other));
}

/**
 * Those that have room, in their order: first the search, then what narrows the list, then the others. The first is always
 * there.
 *
 * @param room the width of the line, without the button for the others; 0 while it is not known
 */
export function shownFilters(
  filters: readonly { readonly name: string; readonly width: number; readonly isOn: boolean }[],
  room: number,
  gap: number,
): ReadonlySet<string> {
  if (room === 0) return new Set(filters.map(({ name }) => name));
  const shown = new Set<string>();
  let left = room;
  const byWeight = [
    ...filters.slice(0, 1),
    ...filters.slice(1).toSorted((one, other) => Number(other.isOn) - Number(one.isOn)),
  ];
  for (const { name, width } of byWeight) {
    if (shown.size > 0 && width > left) continue;
    shown.add(name);
    left -= width + gap;
  }
  return shown;
}
