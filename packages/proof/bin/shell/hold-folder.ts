import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Takes a folder for this process alone: two that keep one state would sign two histories. Returns how to let it go; null
 * if another process has it. What a killed process held is free.
 */
export async function holdFolder(folder: string): Promise<(() => Promise<void>) | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock');
  const mine = `${process.pid}\n`;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      await writeFile(path, mine, { flag: 'wx' });
      return async () => await unlink(path).catch(() => undefined);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder !== process.pid && isAlive(holder)) return null;
    await unlink(path).catch(() => undefined);
  }
  return null;
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
