/** The keys of a table, with their type. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table that is given
  return Object.keys(table) as Key[];
}
