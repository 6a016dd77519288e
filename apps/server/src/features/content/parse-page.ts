import type { PageBlock } from '@candor/contract/content';

/** A text as its file tells it. */
export interface PageText {
  title: string;
  version: string;
  /** YYYY-MM-DD. */
  updated: string;
  /** False for texts that hold for practice sites alone: a site with real money needs those of its own operator. */
  live: boolean;
  body: readonly PageBlock[];
}

const HEAD = /^---\nversion: (\d+\.\d+)\nupdated: (\d{4}-\d{2}-\d{2})\nmodes: (all|practice)\n---\n+# (.+)\n/;

/** What plain text has no use for: tags, emphasis, links and code would be shown as they stand. */
const MARKUP = /[<>`\\]|\*\*|__|\]\(|^\s|\s$|^#/;

/**
 * Reads the small part of Markdown the site's texts are written in: a head with version, date and modes, one title,
 * `##` and `###` headings, one paragraph a line, `-` and `1.` lists.
 * @throws Error with the line, for anything else: a text is mended before it is served, not while it is read.
 */
export function parsePage(source: string): PageText {
  const head = HEAD.exec(source);
  if (head === null) throw new Error('A page begins with version, updated, modes and a title.');
  const [whole, version = '', updated = '', modes = '', title = ''] = head;
  const body: PageBlock[] = [];
  for (const line of source.slice(whole.length).split('\n')) {
    if (line !== '') addLine(body, line);
  }
  if (body.length === 0) throw new Error('A page has a body.');
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
