import { createHash } from 'node:crypto';
import type { Db, Pool } from '../platform/db/pool.ts';
import { randomToken } from '../platform/ids/ids.ts';
import type { Acting } from '../services/operators/acting-store.ts';
import { hashToken } from '../services/sessions/sessions.ts';
import { makeMember } from './factories.ts';

/** How a test acts as an operator on the console's own connection. Through its routes: `consoleSite.operator` of test-console. */

/** A session that may work, and its token. Written by the owner, so that the audit has no entry of a login. */
export async function openTestSession(
  ownerDb: Db,
  operatorId: bigint,
  stage: 'code' | 'setup' | 'full' = 'full',
): Promise<Acting & { token: string }> {
  const token = randomToken();
  const session = hashToken(token);
  await writeSession(ownerDb, operatorId, session, stage);
  return { operatorId, session, token };
}

/**
 * The first statement of an operator's transaction, for attacks that are written by hand:
 * `tried(test.pools.console, acting(7n), sql)`. `letAct` must have opened the session before.
 */
export function acting(operatorId: bigint): string {
  return `select act_as('\\x${sessionOf(operatorId).toString('hex')}')`;
}

/**
 * As `acting`, after another operator in the same transaction. Nothing of the site does that, and the database refuses it; an
 * attacker can empty the setting first, and then meets the rules behind it.
 */
export function actingToo(operatorId: bigint): string {
  return `select set_config('candor.session', '', true); ${acting(operatorId)}`;
}

/** The statement, in the name of this operator, or else of the one whom it names last: nothing but its own fault refuses it. */
export function inName(sql: string, operatorId?: bigint): string {
  const named = operatorId ?? [...sql.matchAll(/(?:checker|\b\w+_by) = (\d+)/g)].at(-1)?.[1];
  return named === undefined ? sql : `${actingToo(BigInt(named))}; ${sql}`;
}

/** An operator who may act. */
export async function makeOperator(ownerPool: Pool, role = 'cashier'): Promise<bigint> {
  const id = await makeMember(ownerPool, '0');
  await ownerPool.query('update member set roles = array[$2] where id = $1', [id.toString(), role]);
  await letAct(ownerPool, id);
  return id;
}

/** Opens the session that `acting` names, for each of these operators. */
export async function letAct(ownerDb: Db, ...operatorIds: readonly bigint[]): Promise<void> {
  for (const operatorId of operatorIds) await writeSession(ownerDb, operatorId, sessionOf(operatorId), 'full');
}

function sessionOf(operatorId: bigint): Buffer {
  return createHash('sha256').update(`test session of operator ${operatorId}`).digest();
}

async function writeSession(ownerDb: Db, operatorId: bigint, session: Buffer, stage: string): Promise<void> {
  await ownerDb.query(
    `insert into operator_session (operator_id, token_hash, stage, user_agent, address, expires_at)
     values ($1, $2, $3, 'test', '127.0.0.1', clock_timestamp() + interval '30 minutes')
     on conflict (token_hash) do nothing`,
    [operatorId.toString(), session, stage],
  );
}
