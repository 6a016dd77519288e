import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The socket over which the role http passes calls on to the role console, when both run on one machine. */
export interface ConsoleLink {
  readonly path: string;
  readonly close: () => Promise<void>;
}

/**
 * A socket in a new folder that only this user may enter: no other user of the machine reaches the console by it. It is
 * short on purpose, because the path of a socket may not be long. Windows has named pipes instead.
 */
export async function openConsoleLink(): Promise<ConsoleLink> {
  if (process.platform === 'win32')
    return {
      path: `\\\\.\\pipe\\candor-console-${randomBytes(16).toString('hex')}`,
      close: async () => undefined,
    };
  const folder = await mkdtemp(join(tmpdir(), 'candor-'));
  return { path: join(folder, 'console'), close: async () => await rm(folder, { recursive: true, force: true }) };
}
