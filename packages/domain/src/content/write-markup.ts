import type { MarkupBlock } from './read-markup.ts';

/**
 * Blocks as they are written, for changing them. `readMarkup` reads the same blocks again, unless two lists of one kind
 * follow each other: those become one.
 */
export function writeMarkup(blocks: readonly MarkupBlock[]): string {
  return blocks.map(writtenBlock).join('\n\n');
}

function writtenBlock(block: MarkupBlock): string {
  if (block.kind === 'paragraph') return block.text;
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text}`;
  return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${item}`).join('\n');
}
