// @vitest-environment happy-dom
import { listWithdrawals } from '@candor/contract/calls/cashier';
import { expect, test } from 'vitest';
import banks from '../../locales/en/banks.json';
import cashier from '../../locales/en/cashier.json';
import common from '../../locales/en/common.json';
import { serve, show, startScreens } from '../../services/testing/screen.tsx';
import { WithdrawRecordsPage } from './withdraw-records-page.tsx';

startScreens();

test('a practice site says of withdrawals that nothing is paid out, and not what it says of deposits', async () => {
  serve(listWithdrawals.path, { items: [], nextCursor: null, credited: '0.00', count: 0, more: false });
  await show(<WithdrawRecordsPage />, { banks, cashier, common });
  expect(document.body.textContent).toContain(cashier.practice.withdraw);
  expect(document.body.textContent).not.toContain(cashier.practice.text);
});
