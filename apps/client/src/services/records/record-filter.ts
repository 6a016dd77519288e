/* What the filters of all records have in common. A filter is in the address, where a part that is null narrows nothing. Pure. */

export type FilterAddress = Record<string, string | null>;

export function isFiltered(address: FilterAddress): boolean {
  return Object.values(address).some((part) => part !== null);
}

/**
 * How many choices of the filter sheet are active, for its button; the dates are one of them.
 * @param outside the choice that stands on the page and not in the sheet
 */
export function narrowedBy({ from, to, ...choices }: FilterAddress, outside?: string): number {
  const others = Object.entries(choices).filter(([name, part]) => name !== outside && part !== null);
  return others.length + ((from ?? null) === null && (to ?? null) === null ? 0 : 1);
}
