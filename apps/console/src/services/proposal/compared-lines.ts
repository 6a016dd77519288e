/** One line of terms: its name and its value. */
export type TermLine = readonly [name: string, value: string];

export type ComparedLine = {
  readonly name: string;
  /** Null where the line is new. */
  readonly before: string | null;
  /** Null where the line is gone. */
  readonly after: string | null;
};

/** The lines that differ, in the order in which they are read. */
export function comparedLines(before: readonly TermLine[], after: readonly TermLine[]): ComparedLine[] {
  const [was, is] = [new Map(before), new Map(after)];
  const gone = before.filter(([name]) => !is.has(name)).map(([name]) => name);
  return [...after.map(([name]) => name), ...gone]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((line) => line.before !== line.after);
}
