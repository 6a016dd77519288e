import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '../db/roles.ts';

/**
 * What the process of a role may do, as flags of Node's permission model: read its program and the files of its task, write
 * those of its task, and start nothing: no program, no thread, no inspector. It contains mistakes and faults that read or write a
 * file. It is no boundary against code that is not JavaScript (decision 083).
 */
export interface RolePlaces {
  readonly dataDir: string;
  readonly secretsDir: string;
  readonly marketdataDir: string;
  /** The certificates of a time stamping authority. */
  readonly rootsFile: string | undefined;
  /** Certificates and a key for whoever collects traces. */
  readonly tracingFiles?: readonly string[];
  /** The socket between http and console. */
  readonly link: string | undefined;
}

/** A file of DATA_DIR: its date is that of the newest backup. */
export const BACKUP_MARK = 'last-backup';
/** Beside it: when the newest run failed. It is gone with the next one that does not. */
export const BACKUP_FAILED_MARK = 'last-backup-failed';
/** Beside them while a run is under way, with the date of now. One that is killed leaves it behind. */
export const BACKUP_BEGUN_MARK = 'last-backup-begun';

const BACKUP_MARKS = [BACKUP_MARK, BACKUP_FAILED_MARK, BACKUP_BEGUN_MARK];

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
/** The server with its packages, and what http and console serve. */
const PROGRAM = [
  'apps/server/src',
  'apps/server/package.json',
  'packages',
  'package.json',
  'node_modules',
  'apps/server/node_modules',
];
const PAGES: Readonly<Partial<Record<Role, string>>> = { http: 'apps/client/dist', console: 'apps/console/dist' };
/** How many descriptors a process may have, and what it takes of memory. Without the first, connections are bounded far lower. */
const OWN_FIGURES = ['/proc/self/limits', '/proc/self/status', '/proc/self/fd'];
/** Asked by the loaders of addons, which tells them the C library of this machine. */
export const LIBC = ['/usr/bin/ldd'];
/** Draw captchas, and hash passwords. They load at the start, and none later (close-addons.ts). */
const WITH_ADDONS: readonly Role[] = ['http', 'console'];

/** What holds for every process: no signal opens an inspector, and no database file is written past the list. */
export const EVERY_PROCESS = ['--disable-sigusr1', '--no-experimental-sqlite'];

/** The flags to read the program, and nothing beside it: a site's data may lie in the same folder. */
export function readsOfProgram(): string[] {
  return [...new Set(PROGRAM.flatMap((path) => bothNames(join(ROOT, path))))].map((path) => `--allow-fs-read=${path}`);
}

export function permissionFlags(
  role: Role,
  { dataDir, secretsDir, marketdataDir, rootsFile, tracingFiles = [], link }: RolePlaces,
): string[] {
  const [archive, files] = [join(dataDir, 'archive'), join(dataDir, 'files')];
  const page = PAGES[role];
  const reads = {
    http: [archive, files, ...LIBC],
    feed: [archive, marketdataDir],
    worker: [archive, files, ...BACKUP_MARKS.map((name) => join(dataDir, name))],
    console: [archive, files, ...LIBC],
  };
  const writes = { http: [files], feed: [], worker: [archive, files], console: [join(files, 'statements')] };
  const linked = role === 'console' && link !== undefined && process.platform !== 'win32' ? [dirname(link)] : [];
  const read = [
    ...(page === undefined ? [] : [join(ROOT, page)]),
    ...OWN_FIGURES,
    secretsDir,
    ...(rootsFile === undefined ? [] : [rootsFile]),
    ...tracingFiles,
    ...reads[role],
    ...linked,
  ];
  return [
    ...EVERY_PROCESS,
    '--permission',
    // It warns that addons are allowed, at every start.
    '--disable-warning=SecurityWarning',
    ...readsOfProgram(),
    ...[...new Set(read.flatMap(bothNames))].map((path) => `--allow-fs-read=${path}`),
    ...[...writes[role], ...linked].flatMap(bothNames).map((path) => `--allow-fs-write=${path}`),
    ...(WITH_ADDONS.includes(role) ? ['--allow-addons'] : []),
  ];
}

/** The folders a role writes to are there before it starts: a flag means a whole folder only if there is one. */
export function makePlaces({ dataDir }: Pick<RolePlaces, 'dataDir'>): void {
  for (const name of ['archive', 'files', 'files/statements'])
    mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 });
}

/** By a link, Node sees another path. What is not there yet may become a folder. */
function bothNames(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path, join(path, '*')];
  }
}
