import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { closeDatabase } from '../platform/db/bound-logins.ts';
import { createPool, WITHOUT_HURRY } from '../platform/db/pool.ts';
import type { Pool } from '../platform/db/pool.ts';
import { ROLES } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';
import { migrate } from '../platform/db/migrate.ts';
import { checkConservation } from './conservation.ts';
import { makeSite } from './make-site.ts';

/**
 * A separate database for a test file: cloned from a template with the migrations and a site in the test currency, and
 * dropped at the end. Before the drop, the conservation check runs on what the test left.
 */
export interface TestDb {
  /** One pool per role of the server, with the rights of that role. */
  pools: Readonly<Record<Role, Pool>>;
  /** The pool of the http role, which most tests use. */
  pool: Pool;
  /** As the owner: to prepare data that otherwise only time or an operator can create. */
  ownerPool: Pool;
  ownerUrl: string;
  roleUrls: Readonly<Record<Role, string>>;
  drop: () => Promise<void>;
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/**
 * A test holds rows until something else has happened, and on a busy machine both may take long. How long a statement waits for
 * a lock stays as it is: tests count on that. The roles of a test server open their own pools, with the limits of a site.
 */
const { lockMsMax: _, ...PATIENT } = WITHOUT_HURRY;

/** Test files run in parallel: one makes the template, the others wait for it. */
const ONE_TEMPLATE = 'select pg_advisory_lock(727002)';
const ONE_MIGRATION = 'select pg_advisory_lock(727003)';

function withDatabase(url: string, database: string): string {
  return url.replace(/(\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

/** The template's name shows which migrations it holds. */
function templateName(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(new URL(file, MIGRATIONS)));
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @param prepare fills an empty database of the owner, instead of cloning the template; it migrates within `migrateAlone`. */
export async function createTestDb(prepare?: (ownerUrl: string) => Promise<void>): Promise<TestDb> {
  const ownerRoot = inject('postgresOwnerUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (prepare === undefined) await cloneTemplate(ownerRoot, name);
  else {
    await asOwner(ownerRoot, async (client) => await client.query(`create database ${name}`));
    await prepare(withDatabase(ownerRoot, name));
  }
  // Over a connection that ends: a session of a pool would keep the search path of now, and so the clock of now.
  if (prepare === undefined)
    await asOwner(withDatabase(ownerRoot, name), async (client) => {
      // A clone has the rights of a new database.
      await closeDatabase(client);
      await makeSite(client);
    });
  return openTestDb(ownerRoot, name);
}

/** Roles belong to all databases, so no two test files may make or change them at the same time. */
export async function migrateAlone(work: () => Promise<unknown>): Promise<void> {
  await asOwner(inject('postgresOwnerUrl'), async (client) => {
    await client.query(ONE_MIGRATION);
    await work();
  });
}

async function cloneTemplate(ownerRoot: string, name: string): Promise<void> {
  const template = templateName();
  await asOwner(ownerRoot, async (client) => {
    await client.query(ONE_TEMPLATE);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}_new`);
      await migrateAlone(async () => await migrate(withDatabase(ownerRoot, `${template}_new`)));
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
  });
}

function openTestDb(ownerRoot: string, name: string): TestDb {
  const ownerUrl = withDatabase(ownerRoot, name);
  const roots = inject('postgresRoleUrls');
  const urlOf = (role: Role) => withDatabase(roots[role], name);
  const poolOf = (role: Role) => createPool({ url: urlOf(role), max: 10, name: `test-${role}`, ...PATIENT });
  const pools = { http: poolOf('http'), feed: poolOf('feed'), worker: poolOf('worker'), console: poolOf('console') };
  const ownerPool = createPool({ url: ownerUrl, max: 4, name: 'test-owner', ...PATIENT });
  return {
    pools,
    pool: pools.http,
    ownerPool,
    ownerUrl,
    roleUrls: { http: urlOf('http'), feed: urlOf('feed'), worker: urlOf('worker'), console: urlOf('console') },
    drop: async () => {
      try {
        await checkConservation(ownerPool);
      } finally {
        for (const role of ROLES) await pools[role].end();
        await ownerPool.end();
        await asOwner(ownerRoot, async (client) => await client.query(`drop database ${name} with (force)`));
      }
    },
  };
}
