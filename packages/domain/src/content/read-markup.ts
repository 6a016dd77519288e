import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { withoutMarks } from './text-runs.ts';

/*
 * The small part of Markdown that the site's texts use: `##` and `###` headings, one paragraph per line, `-` and `1.` lists,
 * and backticks around a command (text-runs.ts). What is read is plain blocks, so no reader has to sanitise or execute
 * anything.
 */

export type MarkupBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] };

/** A line that is not plain text. Lines count from 1. */
export type MarkupProblem = { readonly line: number; readonly text: string };

/** Tags, emphasis, links and a single backtick would be shown unformatted. */
const MARKUP = /[<>`\\]|\*\*|__|\]\(|^\s|\s$|^#/;

export function isPlainText(text: string): boolean {
  return text !== '' && !MARKUP.test(text);
}

export function readMarkup(source: string): Result<MarkupBlock[], MarkupProblem> {
  const blocks: MarkupBlock[] = [];
  for (const [index, line] of source.split('\n').entries()) {
    if (line === '') continue;
    const part = readLine(line);
    if (!isPlainText(part.kind === 'heading' ? part.text : withoutMarks(part.text)))
      return err({ line: index + 1, text: part.text });
    addPart(blocks, part);
  }
  return ok(blocks);
}

type Part = { text: string } & ({ kind: 'heading'; level: 2 | 3 } | { kind: 'paragraph' } | ListItem);
type ListItem = { kind: 'item'; ordered: boolean };

function readLine(line: string): Part {
  const [, marks, heading] = /^(#{2,3}) (.+)$/.exec(line) ?? [];
  if (heading !== undefined) return { kind: 'heading', level: marks === '##' ? 2 : 3, text: heading };
  const [, mark, item] = /^(-|\d+\.) (.+)$/.exec(line) ?? [];
  return item === undefined ? { kind: 'paragraph', text: line } : { kind: 'item', ordered: mark !== '-', text: item };
}

/** Items that follow each other make one list. */
function addPart(blocks: MarkupBlock[], part: Part): void {
  if (part.kind !== 'item') {
    blocks.push(part);
    return;
  }
  const last = blocks.at(-1);
  if (last?.kind === 'list' && last.ordered === part.ordered) last.items.push(part.text);
  else blocks.push({ kind: 'list', ordered: part.ordered, items: [part.text] });
}

/** What a person typed, without what they cannot see: other line ends, and blanks at the end of a line. */
export function tidyMarkup(source: string): string {
  return source
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}
