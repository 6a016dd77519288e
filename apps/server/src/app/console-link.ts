import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A socket between two processes of a site on one machine, as between the roles http and console. */
export interface Link {
  readonly path: string;
  readonly close: () => Promise<void>;
}

/**
 * A socket in a new folder that only this user may enter: no other user of the machine reaches it. It is
 * short on purpose, because the path of a socket may not be long. Windows has named pipes instead.
 */
export async function openLink(name: 'console' | 'pictures' | 'signer'): Promise<Link> {
  if (process.platform === 'win32')
    return {
      path: `\\\\.\\pipe\\candor-${name}-${randomBytes(16).toString('hex')}`,
      close: async () => undefined,
    };
  const folder = await mkdtemp(join(tmpdir(), 'candor-'));
  return { path: join(folder, name), close: async () => await rm(folder, { recursive: true, force: true }) };
}
