import { DEPOSIT_EVENTS, DEPOSIT_STATES, DEPOSIT_TABLE } from '@candor/domain/cashier/deposit';
import { edgesOf } from '@candor/domain/cashier/state-table';
import {
  PAYOUT_EVENTS,
  PAYOUT_STATES,
  PAYOUT_TABLE,
  WITHDRAWAL_EVENTS,
  WITHDRAWAL_STATES,
  WITHDRAWAL_TABLE,
} from '@candor/domain/cashier/withdrawal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

it.each([
  ['deposit', edgesOf(DEPOSIT_TABLE, DEPOSIT_STATES, DEPOSIT_EVENTS)],
  ['withdrawal', edgesOf(WITHDRAWAL_TABLE, WITHDRAWAL_STATES, WITHDRAWAL_EVENTS)],
  ['payout', edgesOf(PAYOUT_TABLE, PAYOUT_STATES, PAYOUT_EVENTS)],
])('the database has the edges of a %s, and no others', async (flow, edges) => {
  const { rows } = await test.ownerPool.query<{ edge: string }>(
    `select from_state || ' ' || to_state as edge from cashier_edge where flow = $1`,
    [flow],
  );
  const known = new Set(edges.map(({ from, to }) => `${from} ${to}`));
  expect(rows.map(({ edge }) => edge).toSorted()).toEqual([...known].toSorted());
});
