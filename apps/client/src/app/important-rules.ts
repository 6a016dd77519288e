/* Which important announcement comes up by itself. Each does so once for an account on a device. */

/** Ids kept for one account on one device, newest last. */
export const SHOWN_MAX = 50;

/** The first that did not come up here before; undefined if there is none. */
export function nextImportant(important: readonly string[], shown: readonly string[]): string | undefined {
  return important.find((id) => !shown.includes(id));
}

/** The ids to keep once this one came up. */
export function withShown(shown: readonly string[], id: string): string[] {
  return [...shown.filter((known) => known !== id), id].slice(-SHOWN_MAX);
}

/** What the device kept of this account. Anything else counts as nothing. */
export function readShown(kept: unknown, account: string): string[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const own: unknown = Object.entries(kept).find(([name]) => name === account)?.[1];
  return Array.isArray(own) ? own.filter((id) => typeof id === 'string').slice(-SHOWN_MAX) : [];
}
