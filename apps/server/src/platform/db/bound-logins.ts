import type { Client } from 'pg';
import type { Db } from './pool.ts';
import { ROLES, roleName } from './roles.ts';
import type { Role } from './roles.ts';

/**
 * How many connections the login of a role may have at once: about one and a half times what its pools open, because those
 * of a process that just died may still be there when the next one starts. All of them together leave room for the owner.
 */
const CONNECTIONS_MAX: Readonly<Record<Role, number>> = { http: 34, feed: 10, worker: 20, console: 14 };

/**
 * What holds for a connection that sets nothing itself. The pools set their own, shorter times. A role may change these for
 * itself, which harms others only by locks that it keeps (decision 149); only `temp_file_limit` stays as it is here. The next
 * start undoes what it changed.
 */
const SETTINGS = {
  statement_timeout: '60s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
  transaction_timeout: '60s',
  temp_file_limit: '512MB',
};

const ATTRIBUTES = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

export interface LoginBounds {
  readonly connectionsMax?: Readonly<Record<Role, number>>;
}

type Asked = Pick<Client, 'query' | 'escapeLiteral'>;

/**
 * Nobody but the roles and the owner reaches this database, and nobody else makes temporary tables in it. Other machines wait
 * until the transaction ends.
 */
export async function closeDatabase(owner: Db): Promise<void> {
  // Several machines may start at once, and Postgres refuses two changes of one database or login at a time.
  await owner.query('select pg_advisory_xact_lock(727006)');
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name');
  const name = rows[0]?.name ?? '';
  await owner.query(`revoke all on database ${name} from public`);
  await owner.query(`grant connect on database ${name} to ${ROLES.map(roleName).join(', ')}`);
}

/**
 * Gives the login of each role its bounds, and takes back what the role changed of itself: settings and passwords. What a
 * lost login opened is ended. Only a superuser may.
 * @param secretOf the password, or the SCRAM verifier of it, that a role's login has from now on
 */
export async function boundLogins(
  client: Asked,
  secretOf: (role: Role) => string,
  { connectionsMax = CONNECTIONS_MAX }: LoginBounds = {},
): Promise<void> {
  for (const role of ROLES) {
    const name = roleName(role);
    const password = client.escapeLiteral(secretOf(role));
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) await client.query(`create role ${name}`);
    await client.query(
      `alter role ${name} login ${ATTRIBUTES} connection limit ${connectionsMax[role]} password ${password} valid until 'infinity'`,
    );
    await resetSettings(client, name);
  }
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = any ($1) and pid <> pg_backend_pid()`,
    [ROLES.map(roleName)],
  );
}

/**
 * The same for a Postgres of the operator's: attributes and settings. Passwords and the number of connections are the
 * operator's (deploy/make-logins.sh), and other machines may be connected. An owner who is no superuser leaves it to them.
 * @returns whether it could
 */
export async function resetLogins(owner: Db): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    'select rolsuper as may from pg_roles where rolname = current_user',
  );
  if (rows[0]?.may !== true) return false;
  for (const name of ROLES.map(roleName)) {
    await owner.query(`alter role ${name} ${ATTRIBUTES}`);
    await resetSettings(owner, name);
  }
  return true;
}

/** @param name of a role of ours, which needs no quotes */
async function resetSettings(owner: Db, name: string): Promise<void> {
  await owner.query(`alter role ${name} reset all`);
  // Settings for one database would outweigh these.
  const own = await owner.query<{ database: string }>(
    `select quote_ident(d.datname) as database from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
     where s.setrole = $1::regrole`,
    [name],
  );
  for (const { database } of own.rows) await owner.query(`alter role ${name} in database ${database} reset all`);
  for (const [setting, value] of Object.entries(SETTINGS))
    await owner.query(`alter role ${name} set ${setting} = '${value}'`);
}
