import { Code, Text } from '@mantine/core';
import type { MarkupBlock } from '@candor/domain/content/read-markup';
import { textRuns } from '@candor/domain/content/text-runs';

/** The blocks of a text, below a title of level 3. */
export function TextBlocks({ blocks }: { blocks: readonly MarkupBlock[] }) {
  return blocks.map((block, index) => <Block key={index} block={block} />);
}

function Block({ block }: { block: MarkupBlock }) {
  if (block.kind === 'paragraph')
    return (
      <Text mb={6} className="wrap-anywhere">
        <TextRuns line={block.text} />
      </Text>
    );
  if (block.kind === 'heading')
    return (
      <Text component={block.level === 2 ? 'h4' : 'h5'} fw={650} mt="sm" mb={4} className="wrap-anywhere">
        {block.text}
      </Text>
    );
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List style={{ margin: '0 0 6px', paddingInlineStart: '1.6em' }}>
      {block.items.map((item, index) => (
        <li key={index} className="wrap-anywhere">
          <TextRuns line={item} />
        </li>
      ))}
    </List>
  );
}

/** A line of a text, with its commands as code. */
export function TextRuns({ line }: { line: string }) {
  return textRuns(line).map(({ kind, text }, index) =>
    kind === 'words' ? (
      text
    ) : (
      <Code key={index} lang="en">
        {text}
      </Code>
    ),
  );
}
