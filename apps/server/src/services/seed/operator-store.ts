import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import { firstValue, write } from '../../platform/db/statement.ts';

/** SQL that makes an operator without an invitation. Only the owner of the database may do this. */

export interface NewOperator {
  readonly username: string;
  readonly roles: readonly string[];
  readonly passwordHash: string;
  /** Whether no session works before a second factor is set up, also on a practice site. */
  readonly mustSecure: boolean;
}

const insertOperatorRow = firstValue(
  int8,
  `insert into operator (username, roles, must_secure) values ($1, $2, $3) on conflict do nothing returning id`,
  ({ username, roles, mustSecure }: NewOperator) => [username, roles, mustSecure],
);

const insertAccess = write(
  'insert into operator_access (operator_id, password_hash) values ($1, $2)',
  (operatorId: bigint, passwordHash: string) => [operatorId, passwordHash],
);

export const hasOperators = firstValue(z.boolean(), 'select exists (select from operator)', () => [], { or: false });

/** Returns the id, or undefined when the name is taken. */
export async function insertOperator(db: Db, operator: NewOperator): Promise<bigint | undefined> {
  const id = await insertOperatorRow(db, operator);
  if (id !== undefined) await insertAccess(db, id, operator.passwordHash);
  return id;
}
