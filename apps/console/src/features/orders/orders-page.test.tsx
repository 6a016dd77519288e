// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { OperatorOrder } from '@candor/contract/console-orders';
import { navigate } from '../../lib/location.ts';
import { press, settle, show, startConsole, success } from '../../services/testing/console.tsx';
import { OrdersPage } from './orders-page.tsx';

const ID = '0192f0c1-2b3c-7def-8123-456789abcdef';

const ORDER: OperatorOrder = {
  id: ID,
  no: '100042',
  member: { id: '70', username: 'li_wei' },
  product: 'BTCUSDT',
  direction: 'up',
  wallet: 'cash',
  stake: '100.00',
  fee: '1.00',
  payoutRate: '0.8500',
  payout: '85.00',
  durationSec: 60,
  acceptedAt: '2026-11-20T17:29:58.500Z',
  entryAt: '2026-11-20T17:30:00.000Z',
  closesAt: '2026-11-20T17:31:00.000Z',
  entryPrice: '64000.10',
  exitPrice: '64000.20',
  status: 'won',
  reason: null,
  profit: '85.00',
  settledAt: '2026-11-20T17:31:01.000Z',
  signedAt: '2026-11-20T17:29:58.000Z',
  submittedAt: '2026-11-20T17:29:58.300Z',
  acceptBy: '2026-11-20T17:30:08.000Z',
  termsVersion: 3,
  entry: { seq: '7001', at: '2026-11-20T17:30:00.000Z', price: '64000.10' },
  exit: { seq: '7061', at: '2026-11-20T17:31:00.000Z', price: '64000.20' },
  credited: '185.00',
  prices: [
    { at: '2026-11-20T17:30:00.000Z', price: '64000.10', status: 'OK' },
    { at: '2026-11-20T17:30:30.000Z', price: '63999.90', status: 'STALE' },
    { at: '2026-11-20T17:31:00.000Z', price: '64000.20', status: 'OK' },
  ],
  transfers: [
    {
      id: 't1',
      type: 'orderStake',
      debit: 'funds',
      credit: 'escrow',
      amount: '100.00',
      at: '2026-11-20T17:29:58.500Z',
    },
  ],
};

const FINDING = {
  verdict: 'invalid',
  status: 'won',
  reason: null,
  entry: null,
  exit: null,
  profit: '85.00',
  ticks: 61,
  checkpoints: 2,
  failed: { step: 'chain', problem: 'HASH_WRONG' },
};

startConsole((path) => {
  if (path.includes('/receipt')) return success({ finding: FINDING, receipt: '{}' });
  if (path.includes(ID)) return success(ORDER);
  return success({ items: [ORDER], nextCursor: null });
});

test('an order shows what its result follows from, and its receipt is checked when somebody asks', async () => {
  navigate('/orders');
  await settle();
  await show(<OrdersPage />);
  await settle();
  navigate('/orders', { row: ID });
  await settle();
  await settle();
  const panel = document.querySelector('[role=dialog]');
  for (const shown of ['BTCUSDT · 100042', 'li_wei', '¥100.00', '85.00', 'tick 7001', '1 min', 'Sources were silent'])
    expect(panel?.textContent).toContain(shown);
  expect(panel?.querySelector('[role=img]')?.getAttribute('aria-label')).toContain('63,999.90');
  expect(panel?.textContent).not.toContain('does not hold');
  await press('Check the receipt', '[role=dialog]');
  await settle();
  expect(panel?.textContent).toContain('Receipt does not hold');
  expect(panel?.textContent).toContain('Step chain: HASH_WRONG');
  expect(panel?.textContent).toContain('Save the receipt');
});
