import { minor } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { settleSql, tried } from '../testing/attacks.ts';
import { createAttackedSite } from '../testing/attacked-site.ts';
import type { Target } from '../testing/attacked-site.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * An attacker with a full connection of a role tries to write a result that the ticks do not give. A correct settlement
 * in the same form passes, so each attack fails only because of what is wrong in it.
 */
const REFUSED_SETTLEMENT = 'CD007';

let test: TestDb;
let member: bigint;
let open: Target;
let won: Target;
let due: Target;
let unpaid: Target;
beforeAll(async () => {
  ({ test, member, open, won, due, unpaid } = await createAttackedSite());
}, 60_000);
afterAll(async () => {
  // The site has an order without its stake, so the conservation check fails.
  await test.drop().catch(() => undefined);
});

describe('a settlement by a verdict', () => {
  const dueId = (): string => `'${due.id}'::uuid`;
  const settledOnce = (): string =>
    `select 1 / (count(*) = 1)::int from settlement where order_id = '${due.id}' and outcome = 'won'`;

  it('passes when it matches the verdict of the ticks, and is written once', async () => {
    expect(await tried(test.pools.worker, settleSql(dueId()), settledOnce())).toBe('done');
    expect(await tried(test.pools.worker, settleSql(dueId()), settleSql(dueId()), settledOnce())).toBe('done');
  });

  it('dates its transfers with itself', async () => {
    const check = `select 1 / (count(*) > 1 and bool_and(t.at = s.settled_at))::int from transfer t
      join settlement s on s.order_id::text = t.ref_id
      where t.ref_type = 'order' and t.ref_id = '${due.id}' and t.type <> 'orderStake' and t.debit_account in
        (select id from account where kind in ('escrow', 'house'))`;
    expect(await tried(test.pools.worker, settleSql(dueId()), check)).toBe('done');
  });

  it.each<[string, Record<string, string>]>([
    ['the other direction wins', { winner: `'down'` }],
    ['nobody wins', { winner: 'null::text' }],
    ['void without a reason to', { winner: 'null::text', reason: `'EXIT_NOT_OK'` }],
    ['an invented entry', { entry_price: '9999::bigint' }],
    ['an invented exit', { exit_price: '10002::bigint' }],
    ['another tick', { entry_seq: '1::bigint' }],
    ['no tick', { exit_seq: 'null::bigint' }],
  ])('is refused: %s', async (_, changes) => {
    expect(await tried(test.pools.worker, settleSql(dueId(), changes))).toMatch(/CD007|23514/);
  });

  it('settles nothing by a verdict on another window', async () => {
    const none = `select 1 / (count(*) = 0)::int from settlement where order_id = '${due.id}'`;
    expect(await tried(test.pools.worker, settleSql(dueId(), { product: `'OPENUSD'` }), none)).toBe('done');
    const later = `(select entry_at + interval '1 second' from trade_order where id = ${dueId()})`;
    expect(await tried(test.pools.worker, settleSql(dueId(), { entry_at: later }), none)).toBe('done');
    const early = `(select closes_at - interval '1 second' from trade_order where id = ${dueId()})`;
    expect(await tried(test.pools.worker, settleSql(dueId(), { closes_at: early }), none)).toBe('done');
  });
});

describe('a settlement', () => {
  const settlementSql = (target: Target, changes: Record<string, string> = {}): string => {
    const columns = {
      order_id: `'${target.id}'`,
      member_id: `${target.member}`,
      outcome: `'won'`,
      reason: 'null',
      entry_seq: '2',
      entry_at: 'entry_at',
      entry_price: '10000',
      exit_seq: '3',
      exit_at: 'closes_at',
      exit_price: '10001',
      profit: `${minor('84')}`,
      credited: `${minor('185')}`,
      ...changes,
    };
    return `insert into settlement (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
      from trade_order where id = '${target.id}'`;
  };

  it('passes when it follows the ticks', async () => {
    expect(await tried(test.pools.worker, settlementSql(due))).toBe('done');
  });

  it.each<[string, Record<string, string>]>([
    ['lost instead of won', { outcome: `'lost'`, profit: `${-minor('101')}`, credited: '0' }],
    ['lost with the amounts of a win', { outcome: `'lost'` }],
    ['at an invented exit', { exit_price: '9999', outcome: `'lost'`, profit: `${-minor('101')}`, credited: '0' }],
    ['at an invented entry', { entry_price: '9999' }],
    ['at another tick', { entry_seq: '1' }],
    ['at another moment', { exit_at: `closes_at - interval '1 second'` }],
    [
      'voided with an invented reason',
      { outcome: `'voided'`, reason: `'EXIT_NOT_OK'`, profit: '0', credited: `${minor('101')}` },
    ],
    ['as a tie', { outcome: `'tied'`, exit_price: '10000', profit: '0', credited: `${minor('101')}` }],
    ['paying too much', { credited: `${minor('186')}`, profit: `${minor('85')}` }],
    ['paying too little', { credited: `${minor('184')}`, profit: `${minor('83')}` }],
    ['with another profit', { profit: `${minor('85')}` }],
    ['with another credit', { credited: `${minor('186')}` }],
    ['for another member', { member_id: '10000' }],
  ])('is refused: %s', async (_, changes) => {
    expect(await tried(test.pools.worker, settlementSql(due, changes))).toBe(REFUSED_SETTLEMENT);
  });

  it.each(['orderStake', 'fee'])('is refused for an order whose %s was never paid', async (type) => {
    const unpay = `delete from transfer where ref_id = '${due.id}' and type = '${type}'`;
    expect(await tried(test.ownerPool, unpay, settlementSql(due))).toBe(REFUSED_SETTLEMENT);
  });

  it('closes the position of its own order and no other', async () => {
    const others = `select 1 / (count(*) = 2)::int from position`;
    const own = `select 1 / (count(*) = 0)::int from position where order_id = '${due.id}'`;
    expect(await tried(test.ownerPool, settlementSql(due), others, own)).toBe('done');
  });

  it('moves its money itself: no settlement is written without its transfers', async () => {
    const moved = `select 1 / (string_agg(concat_ws(' ', t.type, d.kind, c.kind, t.amount, t.member_id), ', ' order by t.type)
        = 'fee escrow fees ${minor('1')}, orderClose escrow house ${minor('100')}, orderPayout house funds ${minor('185')} ${member}')::int
      from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
      where t.ref_id = '${due.id}' and t.debit_seq is null`;
    const balance = `(select posted from account where member_id = ${member} and kind = 'funds' and wallet = 'practice')`;
    const line = `select 1 / (a.posted = t.credit_balance_after and a.seq = t.credit_seq)::int
      from account a join transfer t on t.credit_account = a.id where t.ref_id = '${due.id}'`;
    const { rows } = await test.ownerPool.query(`select ${balance} as posted`);
    const { posted } = z.object({ posted: z.bigint() }).parse(rows[0]);
    const paid = `select 1 / (${balance} = ${posted + minor('185')})::int`;
    expect(await tried(test.pools.worker, settlementSql(due), moved, paid, line)).toBe('done');
    expect(await tried(test.ownerPool, settlementSql(due), moved, paid, line)).toBe('done');
  });

  it('is refused for an order that is still open, already settled, or never paid', async () => {
    expect(await tried(test.pools.worker, settlementSql(open))).toBe(REFUSED_SETTLEMENT);
    // Without a verdict there are no ticks to differ from; the table wants ticks or a reason.
    const columns = ['entry_seq', 'entry_at', 'entry_price', 'exit_seq', 'exit_at', 'exit_price'];
    const tickless = {
      ...Object.fromEntries(columns.map((column) => [column, 'null'])),
      outcome: `'tied'`,
      profit: '0',
      credited: `${minor('101')}`,
    };
    expect(await tried(test.pools.worker, settlementSql(open, tickless))).toBe('23514');
    const voided = { ...tickless, outcome: `'voided'`, reason: `'NO_ENTRY_TICK'` };
    expect(await tried(test.pools.worker, settlementSql(open, voided))).toBe(REFUSED_SETTLEMENT);
    expect(await tried(test.pools.worker, settlementSql(won))).toBe('23505');
    expect(await tried(test.pools.worker, settlementSql(unpaid))).toBe(REFUSED_SETTLEMENT);
  });
});
