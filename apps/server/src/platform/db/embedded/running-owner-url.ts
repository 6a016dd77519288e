import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER_ROLE, urlOf } from './endpoint.ts';
import { readOwnerPassword } from './owner-password.ts';
import { CLUSTER_NAME, openDataDir, openSocketDir, placeCluster } from './placement.ts';

/**
 * The owner's URL of the database that a running server has in this DATA_DIR. Starts nothing.
 * @throws Error, for the operator, if no server runs on it
 */
export function ownerUrlOf(dataDir: string): string {
  const folder = openDataDir(dataDir);
  if (!existsSync(join(folder, CLUSTER_NAME))) throw new Error(`${folder} holds no database.`);
  const password = readOwnerPassword(folder);
  if (password === null) throw new Error(`No server runs on ${folder}. Start it first.`);
  const placement = placeCluster(folder);
  return urlOf({ kind: 'socket', socketDir: openSocketDir(folder, placement) }, OWNER_ROLE, password);
}
