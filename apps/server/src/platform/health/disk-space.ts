import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** What this user may still write to the disk of the first of these folders that is there. Undefined: none is. */
export async function readDiskSpace(folders: readonly string[]): Promise<DiskSpace | undefined> {
  for (const folder of folders) {
    const found = await statfs(folder).catch(() => undefined);
    if (found !== undefined) return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  }
  return undefined;
}
