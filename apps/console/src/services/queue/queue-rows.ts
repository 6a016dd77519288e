/*
 * The rows of a live queue: which one a key moves to, and which changed since the queue was read before. Nothing is marked when
 * the filters change: then everything is new, and a mark would say nothing.
 */

type Sight = {
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

/** The row that a key moves to: it stops at both ends, and starts at the first. Null when there is no row. */
export function nextRow(ids: readonly string[], pointed: string | null, step: 1 | -1): string | null {
  const place = pointed === null ? -1 : ids.indexOf(pointed);
  if (place < 0) return ids[0] ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, place + step))] ?? null;
}

export type Known = { readonly scope: string | null; readonly ids: ReadonlySet<string> };

export const nothingKnown: Known = { scope: null, ids: new Set() };

/**
 * The rows that are shown. One that comes before a row that is shown would move what somebody looks at: while they are in the
 * list, it waits. The same object when nothing changed.
 */
export function nextKnown(before: Known, scope: string, ids: readonly string[], isInPlace: boolean): Known {
  if (before.scope !== scope) return { scope, ids: new Set(ids) };
  const last = isInPlace ? ids.findLastIndex((id) => before.ids.has(id)) : -1;
  const added = ids.filter((id, at) => at > last && !before.ids.has(id));
  return added.length === 0 ? before : { scope, ids: new Set([...before.ids, ...added]) };
}
