import type { DiffLine } from './diff-text.ts';

export type FoldedPart = { kind: 'line'; line: DiffLine } | { kind: 'folded'; count: number };

/** Fewer unchanged lines are shown: a fold would be as long. */
const FOLD_MIN = 2;

/** The changed lines with one line around them, and the heading that they stand under; the others as counts. */
export function foldedLines(lines: readonly DiffLine[]): FoldedPart[] {
  const shown = new Set<number>();
  let heading: number | null = null;
  for (const [index, { change, form }] of lines.entries()) {
    if (form === 'section') heading = index;
    if (change === 'same') continue;
    for (const near of [heading, index - 1, index, index + 1]) if (near !== null) shown.add(near);
  }
  const parts: FoldedPart[] = [];
  let hidden: DiffLine[] = [];
  const fold = () => {
    if (hidden.length < FOLD_MIN) parts.push(...hidden.map((line) => ({ kind: 'line' as const, line })));
    else parts.push({ kind: 'folded', count: hidden.length });
    hidden = [];
  };
  for (const [index, line] of lines.entries()) {
    if (!shown.has(index)) {
      hidden.push(line);
      continue;
    }
    fold();
    parts.push({ kind: 'line', line });
  }
  fold();
  return parts;
}
