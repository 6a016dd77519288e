import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/** Folders that are made, not written. */
const MADE = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report', 'marketdata']);
const FENCE = /^(```+|~~~+)([^\n]*)\n([\s\S]*?)^\1\s*$/gm;

/**
 * Paths of all written files whose name ends so, from the root of the repository.
 * @param {string[]} ends such as .md
 * @param {string} [folder]
 * @returns {string[]}
 */
export function writtenFiles(ends, folder = '') {
  /** @type {string[]} */
  const found = [];
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isHidden = entry.name.startsWith('.') && entry.name !== '.github';
    if (entry.isDirectory() && !isHidden && !MADE.has(entry.name)) found.push(...writtenFiles(ends, path));
    else if (entry.isFile() && ends.some((end) => entry.name.endsWith(end))) found.push(path);
  }
  return found.toSorted();
}

/**
 * The fenced blocks of one language.
 * @param {string} text
 * @param {string} language
 */
export function blocksOf(text, language) {
  return [...text.matchAll(FENCE)].filter(([, , named]) => named.trim() === language).map(([, , , body]) => body);
}

/** The text without its code, where a bracket is no link. @param {string} text */
export function withoutCode(text) {
  return text.replace(FENCE, '').replace(/`[^`\n]*`/g, '`code`');
}

/** What `[text](target)` and `![text](target)` point at. @param {string} text */
export function linksOf(text) {
  return [...withoutCode(text).matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map(([, target]) => target);
}

/**
 * The anchors of a page, as GitHub makes them of its headings.
 * @param {string} text
 */
export function anchorsOf(text) {
  const seen = new Map();
  const anchors = new Set();
  for (const [, heading] of text.replace(FENCE, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** Paths of this repository that a text names between backticks. @param {string} text */
export function pathsOf(text) {
  const named = text
    .replace(FENCE, '')
    .matchAll(/`((?:apps|packages|scripts|docs|e2e|bench|deploy|verifiers)\/[^`\s]*)`/g);
  return [...named].map(([, path]) => path).filter((path) => !/[*{}<>…$]|NNNN/.test(path));
}
