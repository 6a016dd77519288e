import type { Config } from '../platform/config/config.ts';
import { closeDataDir } from '../platform/db/embedded/close-data-dir.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';
import { closeDatabase, resetLogins } from '../platform/db/bound-logins.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createPool, WITHOUT_HURRY } from '../platform/db/pool.ts';
import { refuseSharedSessions } from '../platform/db/refuse-shared-sessions.ts';
import { untilDatabaseAnswers } from '../platform/db/until-database-answers.ts';
import { withTransaction } from '../platform/db/transaction.ts';
import { roleName } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import type { DatabaseLogin } from './context.ts';
import { prepareSite } from './prepare-site.ts';
import type { SeededDemo } from './prepare-site.ts';

export interface Database {
  /** Undefined when only role logins are given: then another process has prepared the database. */
  ownerUrl: string | undefined;
  loginOf: (role: Role) => DatabaseLogin;
  /** Waits for a database that is not there yet, or of which no host takes writes just now. Hears why at each try. */
  untilItAnswers: (onWait: (why: Error) => void) => Promise<void>;
  /** Refuses, in words, a database that the roles of this process cannot work with; once it is prepared. */
  checkLogins: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Opens the database from the settings; starts the embedded one if needed. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const { databaseUrl, databaseOwnerUrl, databaseRoleUrls } = config;
  const given = [databaseUrl, databaseOwnerUrl, ...Object.values(databaseRoleUrls)];
  if (given.every((url) => url === undefined)) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    return {
      ownerUrl: postgres.ownerUrl,
      loginOf: (role) => ({ url: postgres.roleUrls[role] }),
      untilItAnswers: async () => undefined,
      checkLogins: async () => undefined,
      stop: async () => await postgres.stop(),
    };
  }
  const warning = closeDataDir(config.dataDir, null);
  if (warning !== undefined) log.warn({ dataDir: config.dataDir }, warning);
  return {
    ownerUrl: databaseOwnerUrl ?? databaseUrl,
    loginOf: (role) => givenLogin(config, role),
    untilItAnswers: async (onWait) => {
      const ownerUrl = databaseOwnerUrl ?? databaseUrl;
      const logins =
        ownerUrl === undefined ? [...config.roles].map((role) => givenLogin(config, role)) : [{ url: ownerUrl }];
      for (const login of logins) await untilDatabaseAnswers(login, onWait);
    },
    checkLogins: async () => {
      for (const role of config.roles) await refuseSharedSessions(givenLogin(config, role));
    },
    stop: async () => undefined,
  };
}

/** How a role reaches the database, according to the settings. */
export function givenLogin({ databaseUrl, databaseRoleUrls }: Config, role: Role): DatabaseLogin {
  const own = databaseRoleUrls[role];
  if (own !== undefined) return { url: own };
  if (databaseUrl !== undefined) return { url: databaseUrl, role: roleName(role) };
  throw new Error(`Settings are wrong:\n  DATABASE_${role.toUpperCase()}_URL: set it, or set DATABASE_URL`);
}

/**
 * Migrates and fills the database, as its owner, before any role connects to it.
 * @returns the member account, if it was created now
 */
export async function prepareDatabase(ownerUrl: string, config: Config, log: Log): Promise<SeededDemo | undefined> {
  const applied = await migrate(ownerUrl);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const pool = createPool({ url: ownerUrl, max: 2, name: 'candor-prepare', ...WITHOUT_HURRY });
  try {
    await withTransaction(pool, async (db) => {
      await closeDatabase(db);
      if (!(await resetLogins(db))) log.info('the bounds of the logins are those that deploy/make-logins.sh set');
    });
    return await prepareSite(pool, config, log);
  } finally {
    await pool.end();
  }
}
