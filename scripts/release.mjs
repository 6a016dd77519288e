/**
 * `npm run release -- 0.2.0`: tests everything, writes version and changelog, commits and tags them, and puts the
 * archive with its notes, checksum and list of parts (CycloneDX) in dist/release. It does not push: check the result first.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/project.mjs';
import { isNewer, releaseNotes, withVersion } from './lib/release-notes.mjs';
import { run } from './lib/run.mjs';

const FOLDER = join(ROOT, 'dist', 'release');

try {
  await release(process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} version */
async function release(version) {
  const from = JSON.parse(read('package.json')).version;
  if (!isNewer(version, from)) throw new Error(`${version} does not come after ${from}.`);
  const date = new Date().toISOString().slice(0, 10);
  const { changelog, notes } = releaseNotes(read('CHANGELOG.md'), { version, date });
  if ((await git('status', '--porcelain')) !== '') throw new Error('There are changes that are not committed.');
  if ((await git('branch', '--show-current')) !== 'main') throw new Error('Releases are made on the branch main.');
  if ((await git('tag', '--list', `v${version}`)) !== '') throw new Error(`The tag v${version} exists already.`);
  if ((await run('npm', ['test'])).code !== 0) throw new Error('The tests failed: nothing was released.');

  write('CHANGELOG.md', changelog);
  const packages = (await git('ls-files', 'package.json', '*/package.json')).split('\n');
  for (const path of packages) write(path, withVersion(read(path), { from, to: version }));
  await must('npm', ['install', '--package-lock-only', '--ignore-scripts']);
  await git('commit', '--quiet', '--all', '--message', `release: ${version}`);
  await git('tag', '--annotate', `v${version}`, '--message', `Candor ${version}\n\n${notes}`);

  mkdirSync(FOLDER, { recursive: true });
  const name = `candor-${version}`;
  const archive = join(FOLDER, `${name}.tar.gz`);
  await git('archive', `--prefix=${name}/`, `--output=${archive}`, `v${version}`);
  writeFileSync(join(FOLDER, `${name}.md`), `# Candor ${version}\n\n${notes}\n`);
  const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sha256}  ${name}.tar.gz\n`);
  // What the product is built from, for whoever has to know which site has a faulty library.
  const parts = JSON.parse(await must('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']));
  writeFileSync(join(FOLDER, `${name}.cyclonedx.json`), `${JSON.stringify(parts, null, 1)}\n`);
  console.log(`\nCandor ${version} is tagged and stored in ${FOLDER}.\nPublish it with: git push --follow-tags`);
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  writeFileSync(join(ROOT, path), text);
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
  const { code, output } = await run(command, args, { quiet: true });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  return output.trim();
}
