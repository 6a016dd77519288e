/** The row that a key moves to: it stops at both ends, and starts at the first. Null when there is no row. */
export function nextRow(ids: readonly string[], pointed: string | null, step: 1 | -1): string | null {
  const place = pointed === null ? -1 : ids.indexOf(pointed);
  if (place < 0) return ids[0] ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, place + step))] ?? null;
}
