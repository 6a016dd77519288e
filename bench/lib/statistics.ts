/** The middle value of an odd number of figures. */
export function median(figures: readonly number[]): number {
  const found = figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];
  if (found === undefined) throw new Error('an empty list has no median');
  return found;
}

/** The value that this `share` of all figures does not exceed. */
export function percentile(figures: Float64Array, share: number): number {
  const found = figures.toSorted()[Math.min(figures.length - 1, Math.ceil(figures.length * share) - 1)];
  if (found === undefined) throw new Error('an empty list has no percentile');
  return found;
}

export function grouped(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}
