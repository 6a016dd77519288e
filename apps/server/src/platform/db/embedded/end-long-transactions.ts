import { ROLES, roleName } from '../roles.ts';

/** The pools end their transactions after 20 s. Who is at it for longer has turned that off. */
export const TRANSACTION_MS_MAX = 60_000;

/**
 * A statement for the owner that ends transactions of roles that take too long. A role may turn its own timeouts off, and the
 * rows it locks would stay locked for everybody else.
 */
export function endLongTransactions(msMax: number): string {
  const names = ROLES.map((role) => `'${roleName(role)}'`).join(', ');
  return `select pg_terminate_backend(pid) from pg_stat_activity
    where usename in (${names}) and xact_start < clock_timestamp() - interval '${Math.trunc(msMax)} milliseconds'`;
}
