import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { databaseNow, makeCommand, makeFresh, makeMember, makeProduct, makeTicks, writePast } from './factories.ts';
import { makeSite } from './make-site.ts';
import { createTestDb } from './test-db.ts';
import type { TestDb } from './test-db.ts';
import { hireOperator } from './test-operator.ts';

/** A site for attacks with hand-written SQL: members, and an order in each state. */
export interface AttackedSite {
  test: TestDb;
  /** Owns all the orders. */
  member: bigint;
  stranger: bigint;
  /** A member whose start money was never granted. */
  newcomer: bigint;
  open: Target;
  won: Target;
  lost: Target;
  tied: Target;
  /** Due now; it would win. */
  due: Target;
  /** An order whose stake was never taken. */
  unpaid: Target;
}

export interface Target {
  id: string;
  member: bigint;
}

/** DUEUSD has the order that is due, NEWUSD none, STOPUSD is stopped and OLDUSD has no fresh price. */
export async function createAttackedSite(): Promise<AttackedSite> {
  const test = await createTestDb();
  await makeSite(test.ownerPool);
  const member = await makeMember(test.pool);
  const stranger = await makeMember(test.pool);
  const newcomer = await makeMember(test.pool, '0');
  const now = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
  const products = 'NEWUSD OPENUSD WONUSD LOSTUSD TIEDUSD DUEUSD UNPAIDUSD STOPUSD OLDUSD'.split(' ');
  for (const product of products) {
    await makeProduct(test.ownerPool, product, { feeRate: 100 });
    // Of these no order is placed here. Whoever places one sets the newest tick right before it (freshHeadSql).
    if (['NEWUSD', 'STOPUSD', 'OLDUSD'].includes(product))
      await makeTicks(test, product, [{ at: now - 60_000, price: 10_000 }]);
  }
  const open = await place(test, member, 'OPENUSD');
  const won = await place(test, member, 'WONUSD');
  const lost = await place(test, member, 'LOSTUSD');
  const tied = await place(test, member, 'TIEDUSD');
  const due = await place(test, member, 'DUEUSD');
  const unpaid = await place(test, member, 'UNPAIDUSD');
  for (const [order, exit] of [
    [won, 10_001],
    [lost, 9_999],
    [tied, 10_000],
  ] as const)
    await close(test, order, exit);
  await settleDueOrders(test.pools.worker);
  for (const order of [due, unpaid]) await close(test, order, 10_001);
  await writePast(test.ownerPool, `delete from transfer where ref_id = '${unpaid.id}'`);
  await test.ownerPool.query(`update product set forbidden = true where code = 'STOPUSD'`);
  await hireOperator(test.ownerPool, 'owner');
  return { test, member, stranger, newcomer, open, won, lost, tied, due, unpaid };
}

interface Placed extends Target {
  product: string;
  entryAt: number;
  closesAt: number;
}

async function place(test: TestDb, member: bigint, product: string): Promise<Placed> {
  await makeFresh(test, product);
  const [answer] = await placeOrders(test.pool, 'practice', [makeCommand(member, { product, stake: '100' })]);
  if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
  const { id, entryAt, closesAt } = answer.order;
  return { id, member, product, entryAt: Date.parse(entryAt), closesAt: Date.parse(closesAt) };
}

async function close(test: TestDb, { product, entryAt, closesAt }: Placed, exit: number): Promise<void> {
  await makeTicks(test, product, [
    { at: entryAt, price: 10_000 },
    { at: closesAt, price: exit },
  ]);
}
