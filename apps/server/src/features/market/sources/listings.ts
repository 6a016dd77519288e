/** How many of a product's sources must agree: of three or more, one may fail; of two, either one is enough. */
export function minSourcesOf(sources: number): number {
  return sources >= 3 ? 2 : 1;
}
