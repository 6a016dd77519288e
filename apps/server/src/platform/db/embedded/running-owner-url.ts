import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER_ROLE, urlOf } from './endpoint.ts';
import { CLUSTER_NAME, openDataDir, openSocketDir, placeCluster } from './placement.ts';

/** Where the owner reaches the database that a server runs in this DATA_DIR. Nothing is started. */
export function ownerUrlOf(dataDir: string): string {
  const folder = openDataDir(dataDir);
  if (!existsSync(join(folder, CLUSTER_NAME))) throw new Error(`${folder} holds no database.`);
  const placement = placeCluster(folder);
  return urlOf({ kind: 'socket', socketDir: openSocketDir(folder, placement) }, OWNER_ROLE);
}
