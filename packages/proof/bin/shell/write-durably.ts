import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file. After this the new content is on the disk, whatever happens to the power; before it the old one is
 * whole.
 */
export async function writeDurably(path: string, content: string, mode = 0o644): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
