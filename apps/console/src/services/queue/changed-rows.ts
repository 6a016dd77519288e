/*
 * Which rows of a live queue changed since it was read before. Nothing is marked when the filters change: then everything
 * is new, and a mark would say nothing.
 */

export type Sight = {
  readonly scope: string | null;
  readonly versions: ReadonlyMap<string, number>;
  readonly changed: ReadonlySet<string>;
};

export const firstSight: Sight = { scope: null, versions: new Map(), changed: new Set() };

/** The same object when nothing changed. */
export function nextSight(
  before: Sight,
  scope: string,
  rows: readonly (readonly [id: string, version: number])[],
): Sight {
  const versions = new Map(rows);
  if (before.scope !== scope) return { scope, versions, changed: new Set() };
  const moved = rows.filter(([id, version]) => before.versions.get(id) !== version).map(([id]) => id);
  if (moved.length === 0 && versions.size === before.versions.size) return before;
  return { scope, versions, changed: new Set(moved) };
}
