import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import type { Connection, Pool } from '../platform/db/pool.ts';
import { sqlState } from '../platform/db/transaction.ts';

/** Writes by hand, as an attacker with a connection of a role would try them. */

/** Runs the statements in one transaction and rolls it back; returns the error, or null if all passed. */
async function errorOf(pool: Pool, statements: readonly string[]): Promise<Error | null> {
  const connection: Connection = await pool.connect();
  try {
    await connection.query('begin');
    for (const sql of statements) await connection.query(sql);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error;
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

/** The first column of the one row of the last statement. Everything is rolled back. */
export async function valueAfter(pool: Pool, ...statements: string[]): Promise<unknown> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    let row: unknown;
    for (const sql of statements) {
      // A text of several statements has an answer for each.
      const answers = [await connection.query<object>(sql)].flat();
      row = answers.at(-1)?.rows[0];
    }
    return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

/** The SQLSTATE that refuses the statements, or 'done'. Nothing is kept. */
export async function tried(pool: Pool, ...statements: string[]): Promise<string> {
  const error = await errorOf(pool, statements);
  return error === null ? 'done' : stateOf(error);
}

/** The rule that the database names when it refuses the statements ('NO_REASON'), else the same as `tried`. */
export async function refusalOf(pool: Pool, ...statements: string[]): Promise<string> {
  const error = await errorOf(pool, statements);
  if (error === null) return 'done';
  return /^[A-Z_]+_REFUSED: ([A-Z_]+)$/.exec(error.message)?.[1] ?? stateOf(error);
}

function stateOf(error: Error): string {
  const state = sqlState(error);
  return state === '' ? error.message : state;
}

export interface TransferAttack {
  amount: bigint;
  type: string;
  phase: string;
  wallet: string;
  currency: string;
  debit: readonly [kind: string, member: bigint | null];
  credit: readonly [kind: string, member: bigint | null];
  pending: string | null;
  refType: string;
  refId: string;
  id: string;
}

/** A call of write_transfers with these transfers. What is not given is that of an order's stake of 100. */
export function transfersSql(...changes: readonly Partial<TransferAttack>[]): string {
  const all = changes.map((change): TransferAttack => ({
    amount: minor('100'),
    type: 'orderStake',
    phase: 'single',
    wallet: 'practice',
    currency: TEST_CURRENCY.code,
    debit: ['funds', 1n],
    credit: ['escrow', null],
    pending: null,
    refType: 'order',
    refId: '',
    id: crypto.randomUUID(),
    ...change,
  }));
  const column = (type: string, pick: (one: TransferAttack) => string | bigint | null) => {
    const values = all.map((one) => pick(one)).map((value) => (value === null ? 'null' : `'${value}'`));
    return `array[${values.join(', ')}]::${type}[]`;
  };
  const columns = [
    column('uuid', ({ id }) => id),
    column('bigint', ({ amount }) => amount),
    column('text', ({ type }) => type),
    column('text', ({ phase }) => phase),
    column('text', ({ wallet }) => wallet),
    column('text', ({ currency }) => currency),
    column('text', ({ debit: [kind] }) => kind),
    column('bigint', ({ debit: [, member] }) => member),
    column('text', ({ credit: [kind] }) => kind),
    column('bigint', ({ credit: [, member] }) => member),
    column('uuid', ({ pending }) => pending),
    column('text', ({ refType }) => refType),
    column('text', ({ refId }) => refId),
  ];
  return `select write_transfers(${columns.join(', ')})`;
}

/**
 * The insert of an order of 100 that the rules accept, with these changes: column names with their SQL, where `now` is
 * the database's time and `entry` the first second after it and after the product's newest tick. The product has a fee of 1 %
 * and a fresh price (`freshHeadSql`).
 */
export function orderSql(memberId: bigint, product: string, changes: Readonly<Record<string, string>> = {}): string {
  const columns = {
    id: 'uuidv7(now - pg_catalog.clock_timestamp())',
    member_id: `${memberId}`,
    wallet: `'practice'`,
    product: `'${product}'`,
    direction: `'up'`,
    stake: `${minor('100')}`,
    fee: `${minor('1')}`,
    payout_rate: '8500',
    payout: `${minor('185')}`,
    duration_sec: '5',
    terms_version: '1',
    submitted_at: 'now',
    accepted_at: 'now',
    entry_at: 'entry',
    closes_at: `entry + interval '5 seconds'`,
    nonce: 'gen_random_uuid()',
    key: 'gen_random_uuid()',
    fingerprint: `sha256('body')`,
    request_key: `sha256('key')`,
    request_signature: `sha256('r') || sha256('s')`,
    requested_at: `date_trunc('milliseconds', now)`,
    request_deadline: `date_trunc('milliseconds', now) + interval '3 seconds'`,
    request_terms_hash: `sha256('terms')`,
    ...changes,
  };
  return `insert into trade_order (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
    from (select now, date_trunc('second', greatest(now, (select at from tick_head where product = '${product}')))
      + interval '1 second' as entry from (select clock_timestamp() as now offset 0) c) t`;
}

/** As the owner: the newest tick is as far ahead of the clock as it may be, and orders are taken for the next five seconds. */
export function freshHeadSql(product: string): string {
  return `update tick_head set at = date_trunc('second', clock_timestamp()) + interval '2 seconds' where product = '${product}'`;
}

/** Calls settle_orders for one order. The verdict is the right one for the order on DUEUSD that is due, unless `changes` says otherwise. */
export function settleSql(orderId: string, changes: Record<string, string> = {}): string {
  const verdict = {
    product: `'DUEUSD'`,
    entry_at: `(select entry_at from trade_order where id = ${orderId})`,
    closes_at: `(select closes_at from trade_order where id = ${orderId})`,
    winner: `'up'`,
    reason: 'null::text',
    entry_seq: '2::bigint',
    entry_tick_at: `(select entry_at from trade_order where id = ${orderId})`,
    entry_price: '10000::bigint',
    exit_seq: '3::bigint',
    exit_tick_at: `(select closes_at from trade_order where id = ${orderId})`,
    exit_price: '10001::bigint',
    ...changes,
  };
  return `select settle_orders(array[${orderId}], ${Object.values(verdict)
    .map((value) => `array[${value}]`)
    .join(', ')})`;
}
