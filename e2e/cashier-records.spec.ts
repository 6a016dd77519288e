import { depositView } from '@candor/contract/cashier';
import { cancelDeposit, makeDeposit, tellDepositPaid } from '@candor/contract/calls/cashier';
import { pathOf } from '@candor/contract/operation';
import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { expect, test } from './support/fixtures.ts';
import { yuan } from './support/trade.ts';

test('records are a table with a filter in the address and the opened one beside it @desktop', async ({
  page,
  member,
  say,
}) => {
  const make = async (units: string) =>
    depositView.parse(
      await member.post(makeDeposit.path, { channel: 'bank', amount: units, currency: TEST_CURRENCY.code }),
    );
  const [first, second] = [await make('1000'), await make('2000')];
  await member.post(pathOf(cancelDeposit, { id: first.id }), {});

  await page.goto('/#/pages/mine/record/deposit/index');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: say('common.status.cancelled'), exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/status=cancelled/);
  await page.getByRole('button', { name: say('cashier.records.openOne', { reference: first.reference }) }).click();
  const detail = page.getByRole('complementary', { name: say('cashier.records.detail') });
  await expect(detail.getByText(first.reference)).toBeVisible();
  await expect(detail.getByRole('link', { name: say('cashier.deposit.resubmit') })).toHaveAttribute(
    'href',
    /amount=1000/,
  );

  // Filter and opened record survive a reload.
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(detail.getByText(first.reference)).toBeVisible();

  // What happens elsewhere is seen here at once.
  await page.getByRole('button', { name: say('cashier.records.all'), exact: true }).click();
  await page.getByRole('button', { name: say('cashier.records.openOne', { reference: second.reference }) }).click();
  await expect(detail.getByText(yuan(amount('2000'))).first()).toBeVisible();
  await member.post(pathOf(tellDepositPaid, { id: second.id }), {});
  await expect(detail.getByText(say('common.status.pendingReview'), { exact: true }).first()).toBeVisible();
});
