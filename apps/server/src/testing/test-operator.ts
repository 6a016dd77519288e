import { createHash, randomUUID } from 'node:crypto';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import type { Db, Pool } from '../platform/db/pool.ts';
import { withTransaction } from '../platform/db/transaction.ts';
import { randomToken } from '../platform/ids/ids.ts';
import { writeTransfers } from '../services/ledger/ledger.ts';
import type { Acting } from '../services/operators/acting-store.ts';
import { hashToken } from '../services/sessions/sessions.ts';
import { insertOperator } from '../services/seed/operator-store.ts';

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
  const id = await hireOperator(ownerPool, role);
  await letAct(ownerPool, id);
  return id;
}

/** An operator who has not logged in. Password checks never pass for them. */
export async function hireOperator(ownerPool: Pool, role: string): Promise<bigint> {
  const id = await insertOperator(ownerPool, {
    // Letters alone, as names of members in tests.
    username: `desk_${randomUUID().replaceAll(/[^a-f]/g, '')}${Date.now().toString(36).replaceAll(/\d/g, '')}`,
    roles: [role],
    passwordHash: 'none',
    mustSecure: false,
  });
  if (id === undefined) throw new Error('the name of an operator was taken');
  return id;
}

/** Makes a member an operator too, as a site of an older release has them: with the name, id and password that they have. */
export async function appoint(ownerDb: Db, memberId: bigint | string, role: string): Promise<void> {
  await ownerDb.query(
    `with o as (insert into operator (id, username, roles, must_secure) select id, username, array[$2], false from member where id = $1
       on conflict (id) do update set roles = excluded.roles returning id)
     insert into operator_access (operator_id, password_hash) select o.id, m.password_hash from o join member m on m.id = o.id
     on conflict (operator_id) do update set password_hash = excluded.password_hash`,
    [memberId.toString(), role],
  );
}

/** Makes an operator a member too, as a site of an older release has them. */
export async function joinMembers(ownerPool: Pool, operatorId: bigint, balance = '0'): Promise<void> {
  await withTransaction(ownerPool, async (db) => {
    // Past the trigger that keeps names of operators from members.
    await db.query('set local session_replication_role = replica');
    await db.query(
      `insert into member (id, username, password_hash, withdraw_password_hash, phone, invite_code) overriding system value
       select id, username, 'none', 'none', 'none-' || id, 'OPER' || lpad(id::text, 8, '0') from operator where id = $1
       on conflict do nothing`,
      [operatorId.toString()],
    );
    await db.query('set local session_replication_role = default');
    const amount = minor(balance);
    if (amount === 0n) return;
    await writeTransfers(db, [
      {
        debit: houseAccount('grants', 'practice', TEST_CURRENCY.code),
        credit: memberAccount('funds', operatorId, 'practice', TEST_CURRENCY.code),
        amount,
        type: 'practiceGrant',
        phase: 'single',
        refType: 'member',
        refId: operatorId.toString(),
      },
    ]);
  });
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
