import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { makeProduct } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { watchCalendars } from './watch-calendars.ts';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
  const give = async (product: string, calendar: object): Promise<void> => {
    await makeProduct(test.ownerPool, product);
    await test.ownerPool.query('update product set calendar = $2 where code = $1', [product, calendar]);
  };
  const weekly = { 1: [{ start: '09:00', end: '17:00' }] };
  const listed = { timeZone: 'UTC', weekly, holidays: ['2031-01-01'] };
  await give('LISTEDUSD', listed);
  await give('RULEDUSD', { ...listed, follows: 'us-stocks', tradesOn: ['2030-07-04'] });
});
afterAll(async () => await test.drop());

it('names each product whose holidays are known for less than a year, in time', async () => {
  const log = createLog('silent');
  const said = vi.spyOn(log, 'error');
  const { worker } = test.pools;
  expect(await watchCalendars(worker, log, Date.parse('2030-01-01T00:00:00Z'))).toBe(0);
  expect(await watchCalendars(worker, log, Date.parse('2030-01-02T00:00:00Z'))).toBe(1);
  // Those of the catalogue follow rules, and are not among them in any year.
  expect(await watchCalendars(worker, log, Date.parse('2060-01-02T00:00:00Z'))).toBe(1);
  expect(said.mock.calls[0]).toEqual([
    { product: 'LISTEDUSD', until: '2031-01-01' },
    'THE HOLIDAYS OF A PRODUCT ARE KNOWN FOR LESS THAN A YEAR',
  ]);
});
