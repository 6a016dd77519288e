import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { createPool } from '../platform/db/pool.ts';
import { ROLES, roleName } from '../platform/db/roles.ts';
import { createLog } from '../platform/log/log.ts';
import { startPostgresPair } from '../testing/postgres-pair.ts';
import type { PostgresPair } from '../testing/postgres-pair.ts';
import { openDatabase, prepareDatabase } from './database.ts';

const SCRIPT = fileURLToPath(new URL('../../../../deploy/make-logins.sh', import.meta.url));
const hasPsql = spawnSync('psql', ['--version'], { stdio: 'ignore' }).status === 0;

/** A Postgres of the operator's, of two hosts, set up as docs/operations.md says: an owner who is no superuser, a login for each role. */
describe.skipIf(!hasPsql)('deploy/make-logins.sh (skipped where psql is not installed)', () => {
  let pair: PostgresPair;
  let dataDir: string;

  beforeAll(async () => {
    pair = await startPostgresPair();
    dataDir = await mkdtemp(join(tmpdir(), 'candor-logins-'));
  }, 120_000);
  afterAll(async () => {
    await pair.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('makes all that a site needs, and its owner prepares it without being a superuser', async () => {
    const admin = new URL(pair.urlOf(pair.primary));
    const passwords = Object.fromEntries(ROLES.map((role) => [`${role.toUpperCase()}_PASSWORD`, `secret-${role}`]));
    await promisify(execFile)('sh', [SCRIPT], {
      env: {
        ...process.env,
        PGHOST: admin.hostname,
        PGPORT: admin.port,
        PGPASSWORD: admin.password,
        POSTGRES_USER: admin.username,
        POSTGRES_DB: 'postgres',
        OWNER: 'site_owner',
        OWNER_PASSWORD: 'secret-owner',
        ...passwords,
      },
    });
    const urlAs = (name: string, password: string): string =>
      pair.urlOf(pair.standby, pair.primary).replace(/\/\/[^@]*@/, `//${name}:${password}@`);
    const config = loadConfig({
      DATA_DIR: dataDir,
      DATABASE_OWNER_URL: urlAs('site_owner', 'secret-owner'),
      ...Object.fromEntries(
        ROLES.map((role) => [`DATABASE_${role.toUpperCase()}_URL`, urlAs(roleName(role), `secret-${role}`)]),
      ),
      ...TEST_CURRENCY_SETTINGS,
    });
    const database = await openDatabase(config, createLog('silent'));
    await prepareDatabase(database.ownerUrl ?? '', config, createLog('silent'));
    await database.checkLogins();
    for (const role of ROLES) {
      const pool = createPool({ ...database.loginOf(role), max: 1, name: 'candor-test' });
      const { rows } = await pool.query<{ name: string; products: number }>(
        'select session_user as name, (select count(*)::int from product) as products',
      );
      expect(rows).toEqual([{ name: roleName(role), products: 14 }]);
      await pool.end();
    }
  }, 120_000);
});
