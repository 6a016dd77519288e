/**
 * `npm run schema`: after a new migration, records its hash and writes schema.sql and docs/schema anew. The difference is
 * what the migration changes. A migration that was recorded before must not change: add another one.
 */
import { installWhatIsMissing } from './lib/install.mjs';
import { compareMigrations, recordFresh } from './lib/migration-hashes.mjs';
import { checkNodeVersion } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const TEST = 'apps/server/src/app/schema.test.ts';

checkNodeVersion();
const { changed, gone, misplaced } = compareMigrations();
if (changed.length + gone.length + misplaced.length > 0) {
  for (const name of changed)
    console.error(`${name} was changed. Migrations are append-only: undo it, and add another one.`);
  for (const name of gone) console.error(`${name} is recorded and missing. Migrations are append-only: restore it.`);
  for (const name of misplaced)
    console.error(`${name} would run before migrations that databases have. Give it the next number.`);
  process.exitCode = 1;
} else {
  for (const name of recordFresh()) console.log(`recorded ${name}`);
  await installWhatIsMissing();
  process.exitCode = (await run('vitest', ['run', '--project', 'server', TEST, '--update'])).code;
}
