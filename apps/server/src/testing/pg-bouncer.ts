import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseDatabaseUser, isRoot } from '../platform/db/embedded/os-user.ts';
import { freePort } from './postgres-pair.ts';
import { makeTestDataDir, removeTestDataDir } from './postgres-setup.ts';
import { untilOpen } from './until-open.ts';

/** Whether PgBouncer is on this machine (on Debian: apt-get install pgbouncer). */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0;
}

export interface PgBouncer {
  /** The URL of the database behind it, with the same login. */
  readonly urlOf: (url: string) => string;
  readonly stop: () => Promise<void>;
}

/** A real PgBouncer, as it comes, before a database that is reached over TCP. @param url login and database behind it @param more settings */
export async function startPgBouncer(
  url: string,
  poolMode: 'session' | 'transaction' | 'statement',
  more = '',
): Promise<PgBouncer> {
  const { hostname, port: behind, username, password } = new URL(url);
  const folder = makeTestDataDir();
  const user = isRoot() ? chooseDatabaseUser() : null;
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${poolMode}
default_pool_size = 20
${more}
`,
  );
  for (const file of [users, settings]) {
    chmodSync(file, 0o600);
    if (user !== null) chownSync(file, user.uid, user.gid);
  }
  const child = spawn('pgbouncer', ['-q', settings], { stdio: 'ignore', ...user });
  await untilOpen(port);
  return {
    urlOf: (other) => {
      const through = new URL(other);
      through.host = `127.0.0.1:${port}`;
      return through.href;
    },
    stop: async () => {
      if (child.exitCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGINT');
        child.kill('SIGTERM');
        await gone;
      }
      removeTestDataDir(folder);
    },
  };
}
