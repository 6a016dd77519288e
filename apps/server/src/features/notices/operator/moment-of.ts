/** In ms. undefined: left out. */
export function msOf(moment: string | undefined): number | null {
  return moment === undefined ? null : Date.parse(moment);
}
