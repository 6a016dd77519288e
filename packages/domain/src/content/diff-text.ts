import type { MarkupBlock } from './read-markup.ts';

/*
 * What is different between two versions of a text, for a reader: first by lines (a heading, a paragraph, an item of a list),
 * then, where a line was rewritten, by its sentences. Pure.
 */

export type LineForm = 'section' | 'subsection' | 'paragraph' | 'bullet' | 'number';

export interface Piece {
  readonly change: 'same' | 'added' | 'removed';
  readonly text: string;
}

export interface DiffLine {
  readonly form: LineForm;
  readonly change: 'same' | 'added' | 'removed' | 'rewritten';
  /** In reading order. Without the removed ones they are the new line, without the added ones the old line. */
  readonly pieces: readonly Piece[];
}

interface Line {
  readonly form: LineForm;
  readonly text: string;
}

/** Above this many pairs to compare, the middle of the text is shown as replaced as a whole. */
const PAIRS_MAX = 1_000_000;

export function diffText(before: readonly MarkupBlock[], after: readonly MarkupBlock[]): DiffLine[] {
  const steps = diffRuns(before.flatMap(linesOf), after.flatMap(linesOf), isSameLine);
  return steps.flatMap((step) =>
    step.change === 'same' ? step.items.map((line) => whole(line, 'same')) : rewritten(step.removed, step.added),
  );
}

/** True if a reader would see any difference. */
export function isChanged(lines: readonly DiffLine[]): boolean {
  return lines.some(({ change }) => change !== 'same');
}

function linesOf(block: MarkupBlock): Line[] {
  if (block.kind === 'list') return block.items.map((text) => ({ form: block.ordered ? 'number' : 'bullet', text }));
  if (block.kind === 'paragraph') return [{ form: 'paragraph', text: block.text }];
  return [{ form: block.level === 2 ? 'section' : 'subsection', text: block.text }];
}

function isSameLine(one: Line, other: Line): boolean {
  return one.form === other.form && one.text === other.text;
}

function whole({ form, text }: Line, change: 'same' | 'added' | 'removed'): DiffLine {
  return { form, change, pieces: [{ change, text }] };
}

/** Lines at the same place of a changed run are one rewritten line if they share a sentence; else they are gone and new. */
function rewritten(removed: readonly Line[], added: readonly Line[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let next = 0;
  for (const old of removed) {
    const match = added.findIndex(
      (line, index) => index >= next && line.form === old.form && sharesSentence(old, line),
    );
    const twin = added[match];
    if (twin === undefined) {
      lines.push(whole(old, 'removed'));
      continue;
    }
    lines.push(...added.slice(next, match).map((line) => whole(line, 'added')));
    lines.push({ form: old.form, change: 'rewritten', pieces: diffSentences(old.text, twin.text) });
    next = match + 1;
  }
  return [...lines, ...added.slice(next).map((line) => whole(line, 'added'))];
}

function sharesSentence(one: Line, other: Line): boolean {
  const known = new Set(sentencesOf(one.text));
  return sentencesOf(other.text).some((sentence) => known.has(sentence));
}

function diffSentences(before: string, after: string): Piece[] {
  return diffRuns(sentencesOf(before), sentencesOf(after), (one, other) => one === other).flatMap((step): Piece[] =>
    step.change === 'same'
      ? [{ change: 'same', text: step.items.join('') }]
      : [
          ...(step.removed.length === 0 ? [] : [{ change: 'removed' as const, text: step.removed.join('') }]),
          ...(step.added.length === 0 ? [] : [{ change: 'added' as const, text: step.added.join('') }]),
        ],
  );
}

/** Sentences with their punctuation and the blanks after it. Joined, they are the text. A figure like 1.20 is not cut. */
export function sentencesOf(text: string): string[] {
  return (text.match(/[\s\S]*?(?:[。！？；]+\s*|[.!?;]+\s+|$)/gu) ?? []).filter((part) => part !== '');
}

type Run<T> =
  | { readonly change: 'same'; readonly items: readonly T[] }
  | { readonly change: 'changed'; readonly removed: readonly T[]; readonly added: readonly T[] };

/** The longest common subsequence as runs of equal and of changed items. */
function diffRuns<T>(before: readonly T[], after: readonly T[], isSame: (one: T, other: T) => boolean): Run<T>[] {
  const start = commonStart(before, after, isSame);
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed(), isSame);
  const middle = { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) };
  return [
    ...sameRun(before.slice(0, start)),
    ...diffMiddle(middle.before, middle.after, isSame),
    ...sameRun(before.slice(before.length - end)),
  ];
}

function sameRun<T>(items: readonly T[]): Run<T>[] {
  return items.length === 0 ? [] : [{ change: 'same', items }];
}

function changedRun<T>(removed: readonly T[], added: readonly T[]): Run<T>[] {
  return removed.length === 0 && added.length === 0 ? [] : [{ change: 'changed', removed, added }];
}

function commonStart<T>(one: readonly T[], other: readonly T[], isSame: (a: T, b: T) => boolean): number {
  const count = Math.min(one.length, other.length);
  for (let index = 0; index < count; index += 1) {
    const [a, b] = [one[index], other[index]];
    if (a === undefined || b === undefined || !isSame(a, b)) return index;
  }
  return count;
}

function diffMiddle<T>(before: readonly T[], after: readonly T[], isSame: (one: T, other: T) => boolean): Run<T>[] {
  if (before.length * after.length > PAIRS_MAX) return changedRun(before, after);
  const width = after.length + 1;
  // lengths[i * width + j]: of the longest common subsequence of before from i and after from j.
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = isPair(before, i, after, j, isSame)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));

  const runs: Run<T>[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const from = i;
    while (i < before.length && j < after.length && isPair(before, i, after, j, isSame)) [i, j] = [i + 1, j + 1];
    runs.push(...sameRun(before.slice(from, i)));
    const [oldFrom, newFrom] = [i, j];
    while ((i < before.length || j < after.length) && !isPair(before, i, after, j, isSame)) {
      if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) i += 1;
      else j += 1;
    }
    runs.push(...changedRun(before.slice(oldFrom, i), after.slice(newFrom, j)));
  }
  return runs;
}

function isPair<T>(
  before: readonly T[],
  i: number,
  after: readonly T[],
  j: number,
  isSame: (one: T, other: T) => boolean,
): boolean {
  const [one, other] = [before[i], after[j]];
  return one !== undefined && other !== undefined && isSame(one, other);
}
