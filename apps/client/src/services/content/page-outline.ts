/* A text's sections for its table of contents, and the text as plain lines for the clipboard. */

import type { PageBlock, PageView } from '@candor/contract/content';
import { withoutMarks } from '@candor/domain/content/text-runs';

export type Section = { id: string; text: string };

/** A text with fewer sections is read faster than its table of contents. */
const SECTIONS_MIN = 4;

/** The id of a block as a jump target. It is made from the position, because two sections may have the same words. */
export function blockId(index: number): string {
  return `section-${index}`;
}

/** The sections of a long text, in order; none for a short one. */
export function outlineOf(body: readonly PageBlock[]): Section[] {
  const sections = body.flatMap((block, index) =>
    block.kind === 'heading' && block.level === 2 ? [{ id: blockId(index), text: block.text }] : [],
  );
  return sections.length < SECTIONS_MIN ? [] : sections;
}

/** Title, body and lists as text; `about` is the line with version and date. */
export function plainTextOf({ title, body }: PageView, about: string): string {
  return [title, about, blocksAsText(body)].join('\n\n');
}

export function blocksAsText(body: readonly PageBlock[]): string {
  return withoutMarks(body.map(plainBlock).join('\n\n'));
}

function plainBlock(block: PageBlock): string {
  if (block.kind !== 'list') return block.text;
  return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : '•'} ${item}`).join('\n');
}
