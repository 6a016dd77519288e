/**
 * `npm run release -- 0.2.0`: tests everything, writes version and changelog, commits and tags them, and puts the
 * archive with its notes, checksum, list of parts and the programs for strangers in dist/release. It does not push: check the result first.
 * `--tested` leaves the tests out, for a commit of which `npm test` was green already.
 */
import { makeRelease } from './lib/make-release.mjs';
import { packProof } from './lib/pack-proof.mjs';
import { ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const words = process.argv.slice(2);
const isTested = words.includes('--tested');
const version = words.find((word) => word !== '--tested') ?? '';
try {
  const date = new Date().toISOString().slice(0, 10);
  const test = async () => isTested || (await run('npm', ['test'])).code === 0;
  const folder = await makeRelease(ROOT, { version, date, test });
  await packProof(folder);
  console.log(`\nCandor ${version} is tagged and stored in ${folder}.\nPublish it with: git push --follow-tags`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
