import { chmodSync, chownSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { copyFolder, DATABASE_FOLDER, FILE_FOLDERS, listFiles, MANIFEST } from './back-up.ts';
import { takeDataDirLock } from './data-dir-lock.ts';
import { CLUSTER_NAME, openDataDir, placeCluster } from './placement.ts';

const manifest = z.object({
  format: z.literal('candor-backup-v1'),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

/**
 * Copies a backup into a DATA_DIR without a database. First every file is checked against the manifest. The next start
 * brings the database to the moment the backup ended. The operator has to restore the site's secrets by hand.
 * @throws Error, for the operator, when a file differs or the place is not empty.
 */
export async function restore({ backup, dataDir }: { backup: string; dataDir: string }): Promise<void> {
  const source = resolve(backup);
  await checkFiles(source);
  const folder = openDataDir(dataDir);
  const lock = takeDataDirLock(folder);
  try {
    if ([CLUSTER_NAME, ...FILE_FOLDERS].some((name) => existsSync(join(folder, name)))) {
      throw new Error(`${folder} is not empty. A backup is restored only into an empty folder.`);
    }
    const { dataFolder, user } = placeCluster(folder);
    const draft = `${dataFolder}.new`;
    rmSync(draft, { recursive: true, force: true });
    await copyFolder(join(source, DATABASE_FOLDER), draft);
    own(draft, user);
    for (const name of FILE_FOLDERS) await copyFolder(join(source, name), join(folder, name));
    // Last, and in one step: under this name there is only ever a complete database.
    renameSync(draft, dataFolder);
    const entry = join(folder, CLUSTER_NAME);
    if (entry !== dataFolder) symlinkSync(dataFolder, entry);
  } finally {
    lock.release();
  }
}

async function checkFiles(source: string): Promise<void> {
  const path = join(source, MANIFEST);
  if (!existsSync(path)) throw new Error(`${source} is not a backup: ${MANIFEST} is missing.`);
  const parsed = manifest.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path} was not written by this version of Candor.`);
  const found = new Map((await listFiles(source)).map((file) => [file.path, file.sha256]));
  const wrong = parsed.data.files.find((file) => found.get(file.path) !== file.sha256);
  if (wrong !== undefined) throw new Error(`${wrong.path} is missing or damaged. Take another backup.`);
  if (found.size !== parsed.data.files.length)
    throw new Error(`${source} holds files that are not part of the backup.`);
}

/** Postgres refuses a folder that others can read or that is not its own. */
function own(folder: string, user: { uid: number; gid: number } | null): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() ? 0o700 : 0o600);
    if (user !== null) chownSync(path, user.uid, user.gid);
  }
  chmodSync(folder, 0o700);
  if (user !== null) chownSync(folder, user.uid, user.gid);
}
