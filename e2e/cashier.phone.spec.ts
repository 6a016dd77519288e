import { LANGUAGES } from '@candor/contract/languages';
import { bindBankCard } from '@candor/contract/calls/verification';
import { listDeposits } from '@candor/contract/calls/cashier';
import { amount } from '@candor/domain/testing/test-currency';
import { freshCardNumber } from './support/card-number.ts';
import { expect, test } from './support/fixtures.ts';
import { yuan } from './support/trade.ts';
import { untilSheetsLeft } from './support/sheets.ts';

/* Money in and out on a phone: each way of paying, the withdrawal with everything that can stop it, and a lost answer. */

/** The practice channel waits for ten seconds, so that a newcomer sees the review. */
const CREDIT_MS = 25_000;
const CARD = { holder: '张三', bank: 'ICBC', branch: '北京分行' };
/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ language });
    test('a practice deposit is submitted, reviewed and credited by itself', async ({ page, member, say }) => {
      const before = await member.money();
      await page.goto('/#/pages/recharge/index');
      await expect(page.getByText(say('cashier.practice.title'))).toBeVisible();
      await page.getByLabel(say('cashier.amount')).fill('500');
      await page.getByRole('button', { name: say('cashier.submitDeposit') }).click();
      const course = page.getByRole('list', { name: say('cashier.course.label') });
      await expect(course.getByText(say('cashier.course.submitted'))).toBeVisible();
      await expect(
        course.getByRole('listitem').filter({ hasText: say('cashier.course.awaitingReview') }),
      ).toBeVisible();
      await expect(page.getByText(say('common.status.credited'), { exact: true }).first()).toBeVisible({
        timeout: CREDIT_MS,
      });
      await expect(page.getByText(yuan(amount('500'))).first()).toBeVisible();
      expect(Number((await member.money()).available) - Number(before.available)).toBe(500);
    });
  });
}

test('a bank transfer shows where to pay, takes a proof, and waits for an operator', async ({ page, say }) => {
  await page.goto('/#/pages/recharge/index?method=bank');
  const field = page.getByLabel(say('cashier.amount'));
  const submit = page.getByRole('button', { name: say('cashier.submitDeposit') });
  await field.fill('50');
  await submit.click();
  await expect(page.getByText(say.error('AMOUNT_BELOW_MINIMUM', { min: yuan(amount('100')) }))).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('1000');
  await submit.click();
  await expect(page.getByRole('heading', { name: say('cashier.bank.account') })).toBeVisible();
  await expect(page.getByText('CANDOR PRACTICE')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(page.getByRole('img', { name: say('cashier.proof.preview') })).toBeVisible();
  await page.getByRole('button', { name: say('cashier.deposit.paid') }).click();
  await expect(page.getByText(say('common.status.pendingReview'), { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: say('cashier.proof.see') }).click();
  await expect(page.getByRole('img', { name: say('cashier.proof.preview') })).toBeVisible();
  await page.keyboard.press('Escape');

  // The address leads back to it, and a new deposit warns of it.
  await untilSheetsLeft(page);
  await page.reload();
  await expect(page.getByText(say('common.status.pendingReview'), { exact: true }).first()).toBeVisible();
  await page.goto('/#/pages/recharge/index');
  await expect(page.getByRole('heading', { name: say('cashier.open.title', { count: 1 }) })).toBeVisible();
});

test('USDT is paid to the address of one network, with a hash of its form, and can be cancelled', async ({
  page,
  say,
}) => {
  await page.goto('/#/pages/recharge/index?method=usdt');
  await page.getByLabel(say('cashier.usdt.amount', { asset: 'USDT' })).fill('100');
  await expect(page.getByText(yuan(amount('720'))).first()).toBeVisible();
  await page.getByRole('button', { name: say('cashier.submitDeposit') }).click();
  await expect(page.getByRole('button', { name: say('cashier.usdt.enlarge') })).toContainText('USDT-TRC20');
  await expect(page.getByRole('timer')).toContainText(/14:\d\d|15:00/);
  const hash = page.getByLabel(say('cashier.usdt.txid'));
  const paid = page.getByRole('button', { name: say('cashier.deposit.paid') });
  await paid.click();
  await expect(page.getByText(say.error('DEPOSIT_TXID_REQUIRED'))).toBeVisible();
  await hash.fill('0x1234');
  await paid.click();
  await expect(page.getByText(say.error('DEPOSIT_TXID_INVALID'))).toBeVisible();
  await expect(hash).toBeFocused();
  await expect(hash).toHaveValue('0x1234');

  await page.getByRole('button', { name: say('cashier.cancel.deposit') }).click();
  const question = page.getByRole('dialog', { name: say('cashier.cancel.askDeposit') });
  await question.getByRole('button', { name: say('cashier.cancel.deposit') }).click();
  await expect(page.getByText(say('common.status.cancelled'), { exact: true }).first()).toBeVisible();
});

test('an online payment leads to the service and back to its course', async ({ page, say }) => {
  await page.goto('/#/pages/rechargetwo/index');
  await page.getByRole('link', { name: /在线支付/ }).click();
  await page.getByLabel(say('cashier.amount')).fill('300');
  await page.getByRole('button', { name: say('cashier.more.go') }).click();
  await page.getByRole('link', { name: say('cashier.online.go') }).click();
  // The service's own page, in the language of the browser.
  await page.locator('button[value=paid]').click();
  await expect(page.getByText(say('common.status.credited'), { exact: true }).first()).toBeVisible({
    timeout: CREDIT_MS,
  });
  await expect(page.getByText(yuan(amount('300'))).first()).toBeVisible();
});

test('a withdrawal needs a card, shows fee and arrival, and asks for the withdraw password', async ({
  page,
  member,
  say,
}) => {
  await page.goto('/#/pages/mine/withdraw/index');
  await expect(page.getByText(say('cashier.blockers.BANK_CARD_REQUIRED.title'))).toBeVisible();
  await expect(page.getByRole('link', { name: say('cashier.blockers.steps.bind') })).toHaveAttribute('href', /addBank/);
  const { withdrawPassword } = member.account;
  await member.post(bindBankCard.path, { ...CARD, number: freshCardNumber(), withdrawPwd: withdrawPassword });

  // The news of the card opens the form.
  const field = page.getByLabel(say('cashier.withdrawal.amount'));
  await field.fill('50');
  await page.getByRole('button', { name: say('cashier.withdrawal.submit') }).click();
  await expect(page.getByText(say.error('AMOUNT_BELOW_MINIMUM', { min: yuan(amount('100')) }))).toBeVisible();
  await field.fill('1000');
  await expect(page.getByText(yuan(amount('998'))).first()).toBeVisible();
  await page.getByRole('button', { name: say('cashier.withdrawal.submit') }).click();

  const sheet = page.getByRole('dialog', { name: say('cashier.confirm.title') });
  const pin = sheet.getByLabel(say('cashier.confirm.password'));
  const leave = sheet.getByRole('button', { name: say('cashier.confirm.submit', { amount: yuan(amount('1000')) }) });
  await pin.fill(withdrawPassword === '135792' ? '246813' : '135792');
  await leave.click();
  await expect(sheet.getByText(say.error('WITHDRAW_PASSWORD_MISMATCH', { left: 4 }))).toBeVisible();
  await pin.fill(withdrawPassword);
  await leave.click();
  await expect(page.getByRole('list', { name: say('cashier.course.label') })).toBeVisible();
  expect(await member.money()).toMatchObject({ held: amount('1000') });

  await page.getByRole('button', { name: say('cashier.cancel.withdrawal') }).click();
  const question = page.getByRole('dialog', { name: say('cashier.cancel.askWithdrawal') });
  await question.getByRole('button', { name: say('cashier.cancel.withdrawal') }).click();
  await expect(page.getByText(say('common.status.cancelled'), { exact: true }).first()).toBeVisible();
  expect(await member.money()).toMatchObject({ held: amount('0') });
});

test.describe('a lost answer', () => {
  test.use({ expectedComplaints: /net::ERR_FAILED|Failed to load resource/ });

  test('to a deposit is looked up under the same key, never shown as failed, and makes one deposit', async ({
    page,
    say,
  }) => {
    const keys: (string | undefined)[] = [];
    await page.route(`**${listDeposits.path}`, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      // The server carries it out, and its answer never comes.
      if (keys.length > 1) return await route.continue();
      await route.fetch();
      await route.abort('failed');
    });
    await page.goto('/#/pages/recharge/index?method=bank');
    await page.getByLabel(say('cashier.amount')).fill('1000');
    await page.getByRole('button', { name: say('cashier.submitDeposit') }).click();
    await expect(page.getByText(say('cashier.checking'))).toBeVisible();
    await expect(page.getByRole('heading', { name: say('cashier.bank.account') })).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
    await page.goto('/#/pages/mine/record/deposit/index');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  });
});
