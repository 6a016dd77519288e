import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewer, releaseNotes, withVersion } from './release-notes.mjs';
import { run } from './run.mjs';

/**
 * Writes version and changelog, commits, sets an annotated tag that holds the notes, and puts archive, notes, checksum and list of parts
 * (CycloneDX) into dist/release. It pushes nothing.
 * @param {string} root the repository
 * @param {{ version: string, date: string, test: () => Promise<boolean> }} release date: YYYY-MM-DD
 * @returns {Promise<string>} the folder with the files
 * @throws Error before anything is written, if this must not be released
 */
export async function makeRelease(root, { version, date, test }) {
  const from = JSON.parse(read('package.json')).version;
  const tags = (await git('tag', '--list', 'v*')).split('\n').filter((tag) => tag !== '');
  // The version that a new repository begins with has no tag yet: it may be released as it is.
  if (version !== from ? !isNewer(version, from) : tags.length > 0)
    throw new Error(`${version} does not come after ${from}.`);
  if (tags.includes(`v${version}`)) throw new Error(`The tag v${version} exists already.`);
  const { changelog, notes } = releaseNotes(read('CHANGELOG.md'), { version, date });
  if ((await git('status', '--porcelain')) !== '') throw new Error('There are changes that are not committed.');
  if ((await git('branch', '--show-current')) !== 'main') throw new Error('Releases are made on the branch main.');
  if (!(await test())) throw new Error('The tests failed: nothing was released.');

  write('CHANGELOG.md', changelog);
  if (version !== from) {
    // The OpenAPI documents of the SDK say it too; a test compares them with what the server says.
    const holders = (await git('ls-files', 'package.json', '*/package.json', 'packages/sdk/openapi/*.json')).split(
      '\n',
    );
    for (const path of holders) write(path, withVersion(read(path), { from, to: version }));
    await must('npm', ['install', '--package-lock-only', '--ignore-scripts']);
  }
  await git('commit', '--quiet', '--all', '--message', `release: ${version}`);
  // Without `whitespace` git takes headings for comments and drops them.
  const message = `Candor ${version}\n\n${notes}`;
  await git('tag', '--annotate', '--cleanup=whitespace', `v${version}`, '--message', message);

  const folder = join(root, 'dist', 'release');
  const name = `candor-${version}`;
  const archive = join(folder, `${name}.tar.gz`);
  mkdirSync(folder, { recursive: true });
  await git('archive', `--prefix=${name}/`, `--output=${archive}`, `v${version}`);
  writeFileSync(join(folder, `${name}.md`), `# Candor ${version}\n\n${notes}\n`);
  const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sha256}  ${name}.tar.gz\n`);
  // What the product is built from, for whoever has to know which site has a faulty library.
  const parts = JSON.parse(await must('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']));
  writeFileSync(join(folder, `${name}.cyclonedx.json`), `${JSON.stringify(parts, null, 1)}\n`);
  return folder;

  /** @param {string} path */
  function read(path) {
    return readFileSync(join(root, path), 'utf8');
  }

  /**
   * @param {string} path
   * @param {string} text
   */
  function write(path, text) {
    writeFileSync(join(root, path), text);
  }

  /** @param {string[]} args */
  async function git(...args) {
    return await must('git', args);
  }

  /**
   * @param {string} command
   * @param {string[]} args
   */
  async function must(command, args) {
    const { code, output } = await run(command, args, { cwd: root, quiet: true });
    if (code !== 0) throw new Error(`${command} ${args.slice(0, 2).join(' ')} failed:\n${output}`);
    return output.trim();
  }
}
