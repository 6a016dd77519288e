/** The names of what differs between two versions of terms, in order; all of them when there was none before. */
export function changedTerms(before: object | null, terms: object): string[] {
  const was = new Map(Object.entries(before ?? {}));
  return Object.entries(terms)
    .filter(([name, value]) => canonical(was.get(name)) !== canonical(value))
    .map(([name]) => name)
    .toSorted();
}

/** Text that is equal for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${canonical(field)}`).join(',')}}`;
}
