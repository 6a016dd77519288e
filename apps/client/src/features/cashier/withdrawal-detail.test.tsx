// @vitest-environment happy-dom
import type { WithdrawalView } from '@candor/contract/cashier';
import { expect, test } from 'vitest';
import banks from '../../locales/zh-Hans/banks.json';
import cashier from '../../locales/zh-Hans/cashier.json';
import common from '../../locales/zh-Hans/common.json';
import { show, startScreens } from '../../services/testing/screen.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

startScreens('zh-Hans');

const WITHDRAWAL: WithdrawalView = {
  id: '01a21d56-d70d-7622-9c8a-99e494465de7',
  reference: 'YPCRZQ4M',
  wallet: 'practice',
  status: 'pending',
  payout: 'none',
  amount: '1000.00',
  fee: '2.00',
  credited: '998.00',
  card: { bank: 'ICBC', holder: '李*', number: '6222 **** **** 1234' },
  reason: null,
  createdAt: '2026-11-27T14:09:20.000Z',
  decidedAt: null,
  expectedAt: '2026-11-28T14:09:20.000Z',
  canCancel: true,
  lockedAt: null,
  steps: [],
};

test.each([
  ['pending', 'none', '¥998.00', cashier.withdrawal.receive],
  ['approved', 'sent', '¥998.00', cashier.withdrawal.receive],
  ['approved', 'arrived', '¥998.00', cashier.withdrawal.received],
  ['approved', 'returned', '¥1,000.00', cashier.facts.amount],
  ['rejected', 'none', '¥1,000.00', cashier.facts.amount],
  ['cancelled', 'none', '¥1,000.00', cashier.facts.amount],
] as const)('the large amount of one that is %s, %s, is %s %s', async (status, payout, amount, word) => {
  await show(<WithdrawalDetail withdrawal={{ ...WITHDRAWAL, status, payout }} />, { banks, cashier, common });
  const [figure, name] = [...document.querySelectorAll('.text-center p')].map((line) => line.textContent);
  expect([figure, name]).toEqual([expect.stringContaining(amount), word]);
});

test('one that waits can be locked', async () => {
  await show(<WithdrawalDetail withdrawal={WITHDRAWAL} />, { banks, cashier, common });
  expect(document.body.textContent).toContain(cashier.lock.action);
  expect(document.body.textContent).not.toContain(cashier.lock.lockedAt);
});

test('a locked one says since when, and is neither locked nor cancelled again', async () => {
  const locked = { ...WITHDRAWAL, canCancel: false, lockedAt: '2026-11-27T15:00:00.000Z' };
  await show(<WithdrawalDetail withdrawal={locked} />, { banks, cashier, common });
  expect(document.body.textContent).toContain(cashier.lock.lockedAt);
  expect(document.body.textContent).not.toContain(cashier.lock.action);
  expect(document.body.textContent).not.toContain(cashier.cancel.withdrawal);
});
