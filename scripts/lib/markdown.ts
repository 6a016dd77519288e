import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Folders that are made, not written. */
const MADE = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report', 'marketdata']);
const FENCE = /^(```+|~~~+)([^\n]*)\n([\s\S]*?)^\1\s*$/gm;

/**
 * Paths of all written files whose name ends so, from the root of the repository.
 * @param ends such as .md
 */
export function writtenFiles(ends: readonly string[], folder = ''): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isHidden = entry.name.startsWith('.') && entry.name !== '.github';
    if (entry.isDirectory() && !isHidden && !MADE.has(entry.name)) found.push(...writtenFiles(ends, path));
    else if (entry.isFile() && ends.some((end) => entry.name.endsWith(end))) found.push(path);
  }
  return found.toSorted();
}

/** The fenced blocks of one language. */
export function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(FENCE)]
    .filter(([, , named]) => named?.trim() === language)
    .map(([, , , body]) => body ?? '');
}

/** The text without its code, where a bracket is no link. */
function withoutCode(text: string): string {
  return text.replace(FENCE, '').replace(/`[^`\n]*`/g, '`code`');
}

/** What `[text](target)` and `![text](target)` point at. */
export function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map(
    ([, target]) => target ?? '',
  );
}

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(FENCE, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** Paths of this repository that a text names between backticks. */
export function pathsOf(text: string): string[] {
  const named = text
    .replace(FENCE, '')
    .matchAll(/`((?:apps|packages|scripts|docs|e2e|bench|deploy|verifiers)\/[^`\s]*)`/g);
  return [...named].map(([, path]) => path ?? '').filter((path) => !/[*{}<>…$]|NNNN/.test(path));
}

/** Files that a text names between backticks by the end of their path, such as `order.ts` or `trading/order.ts`. */
export function filesOf(text: string): string[] {
  const named = text.replace(FENCE, '').matchAll(/`([\w-][\w./-]*\.(?:tsx?|mjs|sql|css))`/g);
  return [...named].map(([, name]) => name ?? '').filter((name) => !name.includes('NNNN'));
}
