import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf } from '../../testing/attacks.ts';
import { makeMember, makeProduct, makeTicks } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';

/** The worker's login names ticks that did not reach an alert. Beside each is the one that did. */
let test: TestDb;
let member: bigint;
beforeAll(async () => {
  test = await createTestDb();
  member = await makeMember(test.ownerPool, '0');
  await makeProduct(test.ownerPool, 'TESTUSD');
  await makeTicks(test, 'TESTUSD', [
    { at: T0, price: 100 },
    { at: T0 + 1000, price: 110 },
    { at: T0 + 2000, price: 120, status: 'STALE' },
    { at: T0 + 3000, price: 130, feed: 'replay' },
    { at: T0 + 4000, price: 110 },
  ]);
  await makeProduct(test.ownerPool, 'OTHERUSD');
  await makeTicks(test, 'OTHERUSD', [{ at: T0, price: 90 }]);
});
afterAll(async () => await test.drop());

const T0 = Date.parse('2026-11-20T10:00:00Z');
const ID = '00000000-0000-4000-8000-000000000001';

function moment(ms: number): string {
  return `timestamptz '${new Date(T0 + ms).toISOString()}'`;
}

function alert(changes: Record<string, string> = {}): string {
  const columns = {
    id: `'${ID}'`,
    member_id: String(member),
    product: `'TESTUSD'`,
    side: `'above'`,
    target: '110',
    after_seq: '1',
    feed: `'simulated'`,
    created_at: moment(0),
    expires_at: moment(3_600_000),
    ...changes,
  };
  return `insert into price_alert (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

const AS_WORKER = 'set local role candor_worker';
/** The rule says NOT REACHED, which has a space and so no short name. */
const REFUSED = 'CD190';

function named(seq: number): string {
  return `update price_alert set fired_seq = ${seq} where id = '${ID}'`;
}

it.each<[string, Record<string, string>, number, string]>([
  ['reaches it from below', {}, 2, 'done'],
  ['does not come up to it', { target: '111' }, 2, REFUSED],
  ['reaches it from above', { side: `'below'` }, 2, 'done'],
  ['does not come down to it', { side: `'below'`, target: '109' }, 2, REFUSED],
  ['is the newest one when it was set', { after_seq: '2' }, 2, REFUSED],
  ['comes after that one', { after_seq: '2' }, 5, 'done'],
  ['is not valid', {}, 3, REFUSED],
  ['is of another feed', {}, 4, REFUSED],
  ['is of its own feed', { feed: `'replay'` }, 4, 'done'],
  ['comes at its end', { expires_at: moment(1000) }, 2, REFUSED],
  ['comes just before its end', { expires_at: moment(1001) }, 2, 'done'],
  ['is a minute older than the alert', { created_at: moment(61_000) }, 2, REFUSED],
  ['is not as old as that', { created_at: moment(60_999) }, 2, 'done'],
  ['is of another product', { product: `'OTHERUSD'`, after_seq: '0' }, 2, REFUSED],
  ['was never published', {}, 6, REFUSED],
])('a tick that %s', async (_, changes, seq, answer) => {
  expect(await refusalOf(test.ownerPool, alert(changes), AS_WORKER, named(seq))).toBe(answer);
});

it('an alert fires once, and is not changed after that', async () => {
  const fired = [alert(), AS_WORKER, named(2)];
  expect(await refusalOf(test.ownerPool, ...fired, named(5))).toBe('FIRED');
  expect(await refusalOf(test.ownerPool, ...fired, named(2))).toBe('FIRED');
});
