import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

export const FOLDER = join(ROOT, 'docs', 'decisions');
const INDEX = join(FOLDER, 'README.md');
const BEGIN = '<!-- index: npm run decisions -->';
const END = '<!-- end of the index -->';
/** The areas, in the order of the index. */
export const AREAS = [
  'Server',
  'Database',
  'Orders',
  'Prices',
  'Proof',
  'Money',
  'Members',
  'Operators',
  'Content and support',
  'Client',
  'Tests and tools',
];
const HEAD =
  /^# (\d{3}) · (.+)\n\nDate: (\d{4}-\d\d-\d\d)(, last changed \d{4}-\d\d-\d\d)? · Status: (.+) · Area: (.+)\n/;
const SECTIONS = ['Context', 'Decision', 'Figures', 'Consequences', 'Alternatives'];
const REQUIRED = ['Context', 'Decision', 'Consequences'];

/**
 * Reads the head of a decision and says what is wrong with its form.
 * @param {string} file its name, such as 027-place-orders-in-batches.md
 * @param {string} text
 * @returns {{ number: string, title: string, area: string, problems: string[] }}
 */
export function readDecision(file, text) {
  const number = file.slice(0, 3);
  const head = HEAD.exec(text);
  if (head === null) {
    const wanted = '# NNN · Title, then "Date: YYYY-MM-DD · Status: accepted · Area: …"';
    return { number, title: '', area: '', problems: [`${file}: begins with ${wanted}`] };
  }
  const problems = [];
  const [, named, title, , , , area] = head;
  if (named !== number) problems.push(`${file}: its heading has the number ${named}`);
  if (!AREAS.includes(area)) problems.push(`${file}: "${area}" is no area. There are: ${AREAS.join(', ')}`);
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  for (const name of REQUIRED) if (!sections.includes(name)) problems.push(`${file}: has no section "${name}"`);
  const known = SECTIONS.filter((name) => sections.includes(name));
  if (known.join() !== sections.join()) problems.push(`${file}: sections are, in this order, ${SECTIONS.join(', ')}`);
  return { number, title, area, problems };
}

/** All decisions, by their number. */
export function readDecisions() {
  return decisionFiles().map((file) => ({ file, ...readDecision(file, readFileSync(join(FOLDER, file), 'utf8')) }));
}

export function decisionFiles() {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{3}-[a-z0-9-]+\.md$/.test(name))
    .toSorted();
}

/**
 * The index by area, between its two marks.
 * @param {{ file: string, number: string, title: string, area: string }[]} decisions
 */
export function indexOf(decisions) {
  const parts = AREAS.map((area) => {
    const lines = decisions
      .filter((one) => one.area === area)
      .map((one) => `- [${one.number}](${one.file}) ${one.title}`);
    return lines.length === 0 ? '' : `### ${area}\n${lines.join('\n')}\n`;
  });
  return `${BEGIN}\n${parts.filter((part) => part !== '').join('\n')}${END}`;
}

/** The text of the page as it is, and as it should be. */
export function readIndex() {
  const text = readFileSync(INDEX, 'utf8');
  const [before, rest] = [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END) + END.length)];
  return { text, wanted: `${before}${indexOf(readDecisions())}${rest}` };
}

/** Numbers that are no more, because their decision became a part of another one. */
export function mergedNumbers() {
  const rows = readFileSync(INDEX, 'utf8').matchAll(/^\| (\d{3}) \| \[(\d{3})\]\(/gm);
  return new Map([...rows].map(([, from, to]) => [from, to]));
}

export function writeIndex() {
  writeFileSync(INDEX, readIndex().wanted);
}
