import { textRuns } from '@candor/domain/content/text-runs';

/** A line of a text. Its commands are marked as code, which no reader takes for words of the text's own language. */
export function TextRuns({ line }: { line: string }) {
  return textRuns(line).map(({ kind, text }, index) =>
    kind === 'words' ? (
      text
    ) : (
      <code key={index} lang="en" className="rounded-control bg-surface-2 px-1 wrap-anywhere text-text-1">
        {text}
      </code>
    ),
  );
}
