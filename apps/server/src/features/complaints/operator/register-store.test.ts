import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { workdaysBetween } from './register-store.ts';

let db: TestDb;
beforeAll(async () => {
  db = await createTestDb();
});
afterAll(async () => await db.drop());

it('working days between two dates are those that one meets on the way', async () => {
  const { rows } = await db.pools.console.query(
    `with x as (select f.day as opened, (f.day + n.n) as ended from generate_series(0, 20) i
       cross join lateral (select date '2026-02-20' + i as day) f cross join generate_series(-3, 40) n)
     select opened, ended, ${workdaysBetween('opened', 'ended')} as counted, w.days from x
     cross join lateral (select count(*) as days from generate_series(1, ended - opened) n where extract(isodow from opened + n) < 6) w
     where ${workdaysBetween('opened', 'ended')} <> w.days`,
  );
  expect(rows).toEqual([]);
});
