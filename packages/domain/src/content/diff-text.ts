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
  return diffSteps(before.flatMap(linesOf), after.flatMap(linesOf), isSameLine).flatMap(({ removed, added, same }) => [
    ...rewritten(removed, added),
    ...same.map((line) => whole(line, 'same')),
  ]);
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

/** A line that went and a line that came at the same place are one rewritten line if they share a sentence. */
function rewritten(removed: readonly Line[], added: readonly Line[]): DiffLine[] {
  const candidates = added.map((line) => ({ line, sentences: sentencesOf(line.text) }));
  const lines: DiffLine[] = [];
  let next = 0;
  for (const old of removed) {
    const known = new Set(sentencesOf(old.text));
    const match = candidates.findIndex(
      ({ line, sentences }, index) =>
        index >= next && line.form === old.form && sentences.some((sentence) => known.has(sentence)),
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

function diffSentences(before: string, after: string): Piece[] {
  const steps = diffSteps(sentencesOf(before), sentencesOf(after), (one, other) => one === other);
  const pieces = steps.flatMap(({ removed, added, same }): Piece[] => [
    { change: 'removed', text: removed.join('') },
    { change: 'added', text: added.join('') },
    { change: 'same', text: same.join('') },
  ]);
  return joined(pieces.filter(({ text }) => text !== ''));
}

/** Neighbours of one kind as one piece: what stands between two backticks may have been cut into sentences. */
function joined(pieces: readonly Piece[]): Piece[] {
  const runs: { change: Piece['change']; text: string }[] = [];
  for (const { change, text } of pieces) {
    const last = runs.at(-1);
    if (last?.change === change) last.text += text;
    else runs.push({ change, text });
  }
  return runs;
}

/** Sentences with their punctuation and the blanks after it. Joined, they are the text. A figure like 1.20 is not cut. */
export function sentencesOf(text: string): string[] {
  return (text.match(/[\s\S]*?(?:[。！？；]+\s*|[.!?;]+\s+|$)/gu) ?? []).filter((part) => part !== '');
}

/** What changed at one place, and what follows there unchanged. */
interface Step<T> {
  readonly removed: readonly T[];
  readonly added: readonly T[];
  readonly same: readonly T[];
}

type IsSame<T> = (one: T, other: T) => boolean;

/** The steps from one text to the other. Together they keep as many items as can be kept. */
function diffSteps<T>(before: readonly T[], after: readonly T[], isSame: IsSame<T>): Step<T>[] {
  const start = commonStart(before, after, isSame);
  const [oldRest, newRest] = [before.slice(start), after.slice(start)];
  const end = commonStart(oldRest.toReversed(), newRest.toReversed(), isSame);
  return [
    { removed: [], added: [], same: before.slice(0, start) },
    ...diffMiddle(oldRest.slice(0, oldRest.length - end), newRest.slice(0, newRest.length - end), isSame),
    { removed: [], added: [], same: oldRest.slice(oldRest.length - end) },
  ];
}

function commonStart<T>(one: readonly T[], other: readonly T[], isSame: IsSame<T>): number {
  const count = one.findIndex((item, index) => {
    const twin = other[index];
    return twin === undefined || !isSame(item, twin);
  });
  return count === -1 ? one.length : count;
}

function diffMiddle<T>(before: readonly T[], after: readonly T[], isSame: IsSame<T>): Step<T>[] {
  if (before.length * after.length > PAIRS_MAX) return [{ removed: before, added: after, same: [] }];
  const keeps = keepsFrom(before, after, isSame);
  const steps: Step<T>[] = [];
  let removed: T[] = [];
  let next = 0;
  for (const [i, item] of before.entries()) {
    if (keeps(i, next) === keeps(i + 1, next)) {
      removed.push(item);
      continue;
    }
    const twin = after.findIndex((other, j) => j >= next && isSame(item, other));
    steps.push({ removed, added: after.slice(next, twin), same: [item] });
    removed = [];
    next = twin + 1;
  }
  return [...steps, { removed, added: after.slice(next), same: [] }];
}

/** How many items can be kept of `before` from place i on and of `after` from place j on: the longest common subsequence. */
function keepsFrom<T>(before: readonly T[], after: readonly T[], isSame: IsSame<T>): (i: number, j: number) => number {
  const rows = before.map((item) => ({ item, counts: new Uint32Array(after.length) }));
  const keeps = (i: number, j: number) => rows[i]?.counts[j] ?? 0;
  const columns = [...after.entries()].toReversed();
  for (const [i, { item, counts }] of [...rows.entries()].toReversed())
    for (const [j, other] of columns)
      counts[j] = isSame(item, other) ? keeps(i + 1, j + 1) + 1 : Math.max(keeps(i + 1, j), keeps(i, j + 1));
  return keeps;
}
