/*
 * A line of a text in runs: words, and between backticks what is typed or read by a program (a command, a file, a column).
 * Code is the same in every language, so readers show it as such.
 */

export type TextRun = { readonly kind: 'words' | 'code'; readonly text: string };

const CODE = /`([^`\s]|[^`\s][^`\n]*[^`\s])`/;

export function textRuns(line: string): TextRun[] {
  // A pattern with a group: every second part is what stood between backticks.
  const parts = line.split(CODE);
  return parts.flatMap((text, index) => (text === '' ? [] : [{ kind: index % 2 === 0 ? 'words' : 'code', text }]));
}

/** The line without the marks: for the clipboard, and for checks of the words. */
export function withoutMarks(line: string): string {
  return line.replaceAll(new RegExp(CODE, 'g'), '$1');
}
