/** May skip the line: strangers must not be able to fill the disk with log lines. */
export type LimitedLine = (fields: Record<string, unknown>, text: string) => void;

/**
 * Writes at most `linesMax` lines in a window. The first line of a later window says how many were skipped before it.
 * @param write e.g. `(fields, text) => log.warn(fields, text)`
 */
export function limitLines(
  write: LimitedLine,
  { linesMax, windowMs }: { linesMax: number; windowMs: number },
  nowMs: () => number = () => Date.now(),
): LimitedLine {
  let windowStartMs = Number.NEGATIVE_INFINITY;
  let written = 0;
  let leftOut = 0;
  return (fields, text) => {
    const now = nowMs();
    if (now - windowStartMs >= windowMs) {
      windowStartMs = now;
      written = 0;
    }
    if (written >= linesMax) {
      leftOut += 1;
      return;
    }
    written += 1;
    write(leftOut === 0 ? fields : { ...fields, leftOut }, text);
    leftOut = 0;
  };
}
