import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { plainName } from './files.ts';
import type { Files } from './files.ts';

/**
 * Files in a folder of this machine. A file is written under a temporary name, flushed to the disk, and only then
 * renamed. A crash leaves the old file or the new one, and at worst a `*.part` file that nothing reads.
 */
export function createDiskFiles(folder: string): Files {
  const root = resolve(folder);
  const pathOf = (name: string): string => join(root, plainName(name));
  return {
    write: async (name, bytes) => {
      const path = pathOf(name);
      const made = await mkdir(dirname(path), { recursive: true });
      const fresh = `${path}.${randomBytes(4).toString('hex')}.part`;
      try {
        await writeThrough(fresh, bytes);
        await rename(fresh, path);
      } finally {
        await rm(fresh, { force: true });
      }
      for (const each of foldersOf(root, dirname(path), made)) await syncFolder(each);
    },
    read: async (name) => {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: async (name) => await rm(pathOf(name), { force: true }),
  };
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * A new name is safe only after its folder is flushed to the disk, and a new folder only after its parent is. What is above the
 * root is opened only if the root is new: a role may not read it.
 * @param made the topmost folder that was made for the file, if any was
 */
function foldersOf(root: string, folder: string, made: string | undefined): string[] {
  const folders = [folder];
  for (let above = folder; relative(root, above) !== '';) folders.push((above = dirname(above)));
  const isRootNew = made !== undefined && !relative(made, root).startsWith('..');
  return isRootNew ? [...folders, dirname(root)] : folders;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
