/**
 * `npm run test:rolling -- [REF]`: whether the release before works with the database of this one (CONTRIBUTING, "Migrations: expand, then
 * contract"). It takes the source of REF (the newest tag; without one, the commit before the newest migration), gives it the migrations of this checkout,
 * and runs its own tests of everything that speaks to the database: every statement as the login that sends it, orders from placing to
 * paying, and money. They run on a real Postgres.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MIGRATIONS = 'apps/server/migrations';
const TESTS = [
  'apps/server/src/app/statements.test.ts',
  'apps/server/src/features/trading/settle-due-orders.test.ts',
  'apps/server/src/features/trading/place-orders.test.ts',
  'apps/server/src/features/wallet',
  'apps/server/src/features/market/market.jobs.test.ts',
];

const WORKSPACES = globSync('{apps,packages}/*', { cwd: ROOT });

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

function chosenRef() {
  if (process.argv[2] !== undefined) return process.argv[2];
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { cwd: ROOT, encoding: 'utf8' });
  if (tag.status === 0) return tag.stdout.trim();
  return `${git('log', '-1', '--format=%H', '--diff-filter=A', '--', `${MIGRATIONS}/*.sql`)}~1`;
}

const ref = chosenRef();
// On the same disk, so that packages are linked and not copied.
const tree = join(ROOT, '.cache', `rolling-${process.pid}`);
try {
  git('worktree', 'add', '--quiet', '--detach', tree, ref);
  const before = git('ls-tree', '--name-only', ref, `${MIGRATIONS}/`).split('\n').length;
  cpSync(join(ROOT, MIGRATIONS), join(tree, MIGRATIONS), { recursive: true });
  const isSame =
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8') === readFileSync(join(tree, 'package-lock.json'), 'utf8');
  if (isSame) linkPackages();
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'inherit' });
  console.log(`The source of ${ref} (${before - 1} migrations) on the database of this checkout:`);
  const tests = TESTS.filter((path) => existsSync(join(tree, path)));
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', ...tests], {
    cwd: tree,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: ROOT });
}

/** The same packages: those of this checkout, but of the workspaces the older ones. */
function linkPackages() {
  for (const name of ['.', ...WORKSPACES]) {
    const own = join(ROOT, name, 'node_modules');
    if (existsSync(own)) execFileSync('cp', ['-al', own, join(tree, name, 'node_modules')]);
  }
}
