import type { PageBlock } from '@candor/contract/content';

/** A text with the facts from its file. */
export interface PageText {
  title: string;
  version: string;
  /** YYYY-MM-DD. */
  updated: string;
  /** False for texts that apply to practice sites only: a site with real money needs texts from its own operator. */
  live: boolean;
  body: readonly PageBlock[];
}

const HEAD = /^---\nversion: (\d+\.\d+)\nupdated: (\d{4}-\d{2}-\d{2})\nmodes: (all|practice)\n---\n+# (.+)\n/;

/** Not allowed in plain text: tags, emphasis, links and code would be shown unformatted. */
const MARKUP = /[<>`\\]|\*\*|__|\]\(|^\s|\s$|^#/;

/**
 * Reads the small part of Markdown that the site's texts use: a head with version, date and modes, one title, `##` and
 * `###` headings, one paragraph per line, `-` and `1.` lists.
 * @throws Error with the line, for anything else: a text must be fixed before it is served, not when it is read.
 */
export function parsePage(source: string): PageText {
  const head = HEAD.exec(source);
  if (head === null) throw new Error('A page must start with version, updated, modes and a title.');
  const [whole, version = '', updated = '', modes = '', title = ''] = head;
  const body: PageBlock[] = [];
  for (const line of source.slice(whole.length).split('\n')) {
    if (line !== '') addLine(body, line);
  }
  if (body.length === 0) throw new Error('A page must have a body.');
  return { title: plain(title), version, updated, live: modes === 'all', body };
}

function addLine(body: PageBlock[], line: string): void {
  const [, marks, heading] = /^(#{2,3}) (.+)$/.exec(line) ?? [];
  if (heading !== undefined) {
    body.push({ kind: 'heading', level: marks === '##' ? 2 : 3, text: plain(heading) });
    return;
  }
  const [, mark, item] = /^(-|\d+\.) (.+)$/.exec(line) ?? [];
  if (item === undefined) {
    body.push({ kind: 'paragraph', text: plain(line) });
    return;
  }
  const ordered = mark !== '-';
  const last = body.at(-1);
  if (last?.kind === 'list' && last.ordered === ordered) last.items.push(plain(item));
  else body.push({ kind: 'list', ordered, items: [plain(item)] });
}

function plain(text: string): string {
  if (MARKUP.test(text)) throw new Error(`This line is not plain text: ${text}`);
  return text;
}
