/** Headings as in Keep a Changelog 1.1.0. */
const HEADING = '## [Unreleased]';

/**
 * Moves the unreleased changes under a new heading.
 * @param {string} changelog
 * @param {{ version: string, date: string }} release date: YYYY-MM-DD
 * @returns {{ changelog: string, notes: string }} notes: the text of this release without its heading
 * @throws Error when nothing is unreleased, or the version was released before
 */
export function releaseNotes(changelog, { version, date }) {
  const lines = changelog.split('\n');
  const start = lines.indexOf(HEADING);
  if (start === -1) throw new Error(`CHANGELOG.md has no heading "${HEADING}".`);
  if (lines.some((line) => line.startsWith(`## [${version}]`)))
    throw new Error(`${version} is in CHANGELOG.md already.`);
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  const notes = lines
    .slice(start + 1, end)
    .join('\n')
    .trim();
  if (notes === '') throw new Error('CHANGELOG.md has nothing under Unreleased. Add what is new.');
  const head = [...lines.slice(0, start), HEADING, '', `## [${version}] - ${date}`, ''].join('\n');
  const rest = lines.slice(end).join('\n').trim();
  return { changelog: `${[`${head}\n${notes}`, ...(rest === '' ? [] : [rest])].join('\n\n')}\n`, notes };
}

/**
 * @param {string} version
 * @param {string} than
 */
export function isNewer(version, than) {
  const [a, b] = [partsOf(version), partsOf(than)];
  const index = a.findIndex((part, at) => part !== b[at]);
  return index !== -1 && a[index] > b[index];
}

/** @param {string} version */
function partsOf(version) {
  const found = /^(\d{1,4})\.(\d{1,4})\.(\d{1,4})$/.exec(version);
  if (found === null) throw new Error(`"${version}" is not a version. Write it as 1.2.3.`);
  return found.slice(1).map(Number);
}

/**
 * The text of a package.json with the new version, also for its dependencies on packages of this repository.
 * @param {string} text
 * @param {{ from: string, to: string }} versions
 */
export function withVersion(text, { from, to }) {
  return text
    .replace(`"version": "${from}"`, `"version": "${to}"`)
    .replaceAll(new RegExp(`("@candor/[a-z-]+": )"${from.replaceAll('.', '\\.')}"`, 'g'), `$1"${to}"`);
}
