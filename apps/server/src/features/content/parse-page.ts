import type { PageBlock } from '@candor/contract/content';
import { isPlainText, readMarkup } from '@candor/domain/content/read-markup';

/** A text that comes with the release, with the facts from its file. */
export interface PageText {
  title: string;
  version: string;
  /** What is different from the version before, in a sentence. */
  change: string | null;
  /** False for texts that apply to practice sites only: a site with real money needs texts from its own operator. */
  live: boolean;
  body: readonly PageBlock[];
}

const HEAD =
  /^---\nversion: (\d+\.\d+)\nupdated: \d{4}-\d{2}-\d{2}\nmodes: (all|practice)\n(?:change: (.+)\n)?---\n+# (.+)\n/;

/**
 * Reads a text of the release: a head with version, date, modes and what changed, one title, then the small markup of
 * `readMarkup`.
 * @throws Error with the line, for anything else: a text must be fixed before it is served, not when it is read.
 */
export function parsePage(source: string): PageText {
  const head = HEAD.exec(source);
  if (head === null) throw new Error('A page must start with version, updated, modes and a title.');
  const [whole, version = '', modes = '', change = null, title = ''] = head;
  const body = readMarkup(source.slice(whole.length));
  const wrong = [title, change ?? title].find((line) => !isPlainText(line)) ?? (body.ok ? undefined : body.error.text);
  if (!body.ok || wrong !== undefined) throw new Error(`This line is not plain text: ${wrong ?? ''}`);
  if (body.value.length === 0) throw new Error('A page must have a body.');
  return { title, version, change, live: modes === 'all', body: body.value };
}
