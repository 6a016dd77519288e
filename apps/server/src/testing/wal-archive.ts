import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findBinaries } from '../platform/db/embedded/binaries.ts';
import { childEnvironment } from '../platform/db/embedded/child-environment.ts';
import { openSocketDir, placeCluster } from '../platform/db/embedded/placement.ts';
import type { Pool } from '../platform/db/pool.ts';

/** The folder that an archive command fills (deploy/archive-wal.sh), beside a database of a test. */
export interface WalArchive {
  readonly folder: string;
  /** Of the Postgres that archives into it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Ends the piece that is being written, and waits until it is kept. */
  readonly keepAll: (owner: Pool) => Promise<void>;
  /** Lets a restored database read the archive as far as a moment. Its next start is a usual one. */
  readonly recoverUntil: (dataDir: string, moment: string) => Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('../../../../deploy/archive-wal.sh', import.meta.url));
const KEPT_MS_MAX = 120_000;

/** @param dataDir of the database that is archived: its user writes the archive */
export function makeWalArchive(dataDir: string): WalArchive {
  const { user } = placeCluster(dataDir);
  const own = (path: string): void => {
    if (user !== null) chownSync(path, user.uid, user.gid);
  };
  const folder = join(dataDir, 'wal');
  mkdirSync(folder, { mode: 0o700 });
  own(folder);
  // The clone may be closed to the user of the database.
  const script = join(dataDir, 'archive-wal.sh');
  copyFileSync(SCRIPT, script);
  chmodSync(script, 0o755);
  return {
    folder,
    settings: { archive_mode: 'on', archive_command: `${script} ${folder} %p %f` },
    keepAll: async (owner) => {
      const { rows } = await owner.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
      const endsAt = Date.now() + KEPT_MS_MAX;
      while (!readdirSync(folder).includes(rows[0]?.name ?? '')) {
        if (Date.now() > endsAt) throw new Error(`${rows[0]?.name} was not archived`);
        await sleep(100);
      }
    },
    recoverUntil: async (restored, moment) => {
      const { dataFolder } = placeCluster(restored);
      const signal = join(dataFolder, 'recovery.signal');
      writeFileSync(signal, '');
      own(signal);
      appendFileSync(
        join(dataFolder, 'postgresql.auto.conf'),
        `\nrestore_command = 'cp ${folder}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
      );
      await recover(restored);
    },
  };
}

/** Runs a Postgres that nobody uses until it has read what it was told to read. A first start sets a password, which cannot do this. */
async function recover(dataDir: string): Promise<void> {
  const placement = placeCluster(dataDir);
  const { dataFolder, user } = placement;
  const alone = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${openSocketDir(dataDir, placement)}`];
  const child = spawn(findBinaries(user).postgres, ['-D', dataFolder, ...alone], {
    cwd: '/',
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  const gone = once(child, 'exit');
  // Postgres removes the file when it has become a database that takes writes.
  while (existsSync(join(dataFolder, 'recovery.signal'))) {
    if (child.exitCode !== null) throw new Error(`The database was not recovered:\n${said}`);
    await sleep(50);
  }
  child.kill('SIGINT');
  await gone;
}
