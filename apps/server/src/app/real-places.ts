import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import type { RolePlaces } from '../platform/processes/role-permissions.ts';

/** Where the files of a site are, without links on the way: what a role may read is compared letter by letter. */
export function realPlaces(config: Config): Omit<RolePlaces, 'link'> {
  return {
    dataDir: realOf(config.dataDir),
    secretsDir: realOf(config.secretsDir),
    marketdataDir: realOf(config.marketdataDir),
    rootsFile: config.timeAuthority === undefined ? undefined : resolve(config.timeAuthority.rootsFile),
  };
}

/** A folder that is not there has no other name. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
