import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES, roleName } from '../roles.ts';
import { DATABASE, OWNER_ROLE, type Endpoint } from './endpoint.ts';
import type { Placement } from './placement.ts';

/**
 * Who may log in, and how (pg_hba.conf). Written before every start, so that a data folder of an older release, which let
 * everyone in, is closed too. Each role reaches the site's database alone, and everybody proves who they are.
 */
export function writeAccess({ dataFolder, user }: Placement, endpoint: Endpoint, more: readonly string[]): void {
  const path = join(dataFolder, 'pg_hba.conf');
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, accessText(endpoint, more), { mode: 0o600, flush: true });
  if (user !== null) chownSync(draft, user.uid, user.gid);
  renameSync(draft, path);
}

function accessText({ kind }: Endpoint, more: readonly string[]): string {
  const roles = ROLES.map(roleName).join(',');
  const lines = [[DATABASE, roles].join(' '), `all ${OWNER_ROLE}`, ...more].map((who) =>
    kind === 'socket' ? `local ${who} scram-sha-256` : `host ${who} 127.0.0.1/32 scram-sha-256`,
  );
  const rest = ['local all all reject', 'local replication all reject', 'host all all all reject'];
  return `# Written anew at each start of the server.\n${[...lines, ...rest].join('\n')}\n`;
}
