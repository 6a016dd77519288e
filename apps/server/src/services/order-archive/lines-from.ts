/** The lines from the first one on that stands at this place or later. They stand in the order of their places, so that few are looked into. */
export function linesFrom(
  lines: readonly string[],
  placeOf: (line: string) => bigint,
  place: bigint,
): readonly string[] {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (placeOf(lines[middle] ?? '') < place) low = middle + 1;
    else high = middle;
  }
  return lines.slice(low);
}
