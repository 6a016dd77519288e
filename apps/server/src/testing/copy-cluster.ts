import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../platform/db/embedded/start-embedded-postgres.ts';
import { makeTestDataDir } from './postgres-setup.ts';

/**
 * A DATA_DIR with a database that was made, started and stopped once. To make one takes most of a test's time: where the making
 * is not what is tested, copy this one.
 */
export async function makeStoppedCluster(options: Omit<EmbeddedPostgresOptions, 'dataDir'>): Promise<string> {
  const dataDir = makeTestDataDir();
  const postgres = await startEmbeddedPostgres({ ...options, dataDir });
  await postgres.stop();
  return dataDir;
}

/** Copies the database of a DATA_DIR, which nobody runs, into another one. Its files stay their owner's. */
export function copyCluster(from: string, to: string): void {
  execFileSync('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')]);
}
