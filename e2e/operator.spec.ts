import type { Locator, Page } from '@playwright/test';
import { reasonText } from '@candor/contract/reason-texts';
import { expect, mainServer, test } from './support/fixtures.ts';
import { freshCardNumber } from './support/card-number.ts';
import { freezeMember } from './support/database.ts';
import { askWithdrawal, openConsoleAs, payDeposit, readDeposit, readWithdrawal } from './support/console.ts';

/* Money in and out, from the member to an operator and back. The console is the same on every screen, so it runs once. */

test.describe('an operator', { tag: '@desktop' }, () => {
  test('a deposit is taken and approved, and the member has the money', async ({ browser, origin, member }) => {
    const before = await member.money();
    const deposit = await payDeposit(member, '1000');
    const operatorPage = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/deposits' });
    const panel = await open(operatorPage, deposit.reference);
    await press(panel, '领取');
    await press(panel, '通过');
    // Pressed twice, it acts once.
    await dialogOf(operatorPage, '通过这笔充值？').getByRole('button', { name: '通过', exact: true }).dblclick();
    await expect(operatorPage.getByText('已通过并入账', { exact: true })).toBeVisible();
    await expect(panel.getByText('审核通过').first()).toBeVisible();
    expect(await readDeposit(origin, member, deposit.id)).toMatchObject({
      status: 'approved',
      credited: deposit.amount,
    });
    expect(Number((await member.money()).available) - Number(before.available)).toBe(Number(deposit.amount));
    await operatorPage.context().close();
  });

  test('another amount needs a reason and a second operator', async ({ browser, origin, member }) => {
    const deposit = await payDeposit(member, '1000');
    const first = await openConsoleAs(browser, origin, {
      operator: 'cashier1',
      path: `/deposits?q=${deposit.reference}`,
    });
    const second = await openConsoleAs(browser, origin, {
      operator: 'cashier2',
      path: `/deposits?q=${deposit.reference}`,
    });
    await open(second, deposit.reference);
    await open(first, deposit.reference);
    // The key does what the button says: it takes what nobody has, and then opens the dialog.
    await first.keyboard.press('a');
    await expect(first.getByText('已领取。再按 A 通过，按 R 拒绝。')).toBeVisible();
    await first.keyboard.press('a');
    const dialog = dialogOf(first, '通过这笔充值？');
    await dialog.getByLabel('入账金额').fill('900');
    await dialog.getByRole('button', { name: '通过', exact: true }).click();
    await expect(dialog.getByText('请选择原因')).toBeVisible();
    await dialog.getByRole('combobox', { name: '原因' }).click();
    await first.getByRole('option', { name: '到账金额不一致' }).click();
    await dialog.getByLabel('请输入金额 900 以确认').fill('900');
    await dialog.getByRole('button', { name: '通过', exact: true }).click();
    await expect(panelOf(first).getByText('你已给出意见，须由另一位操作员复核。')).toBeVisible();
    expect((await readDeposit(origin, member, deposit.id)).status).toBe('reviewing');

    // The other operator is told, and sees what was proposed.
    const panel = panelOf(second);
    await expect(panel.getByText('cashier1 刚刚更新了此申请，当前状态：待复核')).toBeVisible();
    await expect(panel.getByText('cashier1 提议其他入账金额')).toBeVisible();
    await press(panel, '通过');
    const confirm = dialogOf(second, '复核这笔充值');
    await confirm.getByLabel(/^请输入金额/).fill('1000');
    await confirm.getByRole('button', { name: /^通过 / }).click();
    await expect(confirm.getByText('与金额不一致')).toBeVisible();
    await confirm.getByLabel(/^请输入金额/).fill('900');
    await confirm.getByRole('button', { name: /^通过 / }).click();
    await expect(second.getByText('已通过并入账')).toBeVisible();
    const done = await readDeposit(origin, member, deposit.id);
    expect(done).toMatchObject({ status: 'approved', reason: 'AMOUNT_DIFFERS' });
    expect(Number(done.credited)).toBe(900);
    await first.context().close();
    await second.context().close();
  });

  test('a rejection says why, and other reasons need words', async ({ browser, origin, member }) => {
    const deposit = await payDeposit(member, '500');
    const operatorPage = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/deposits' });
    const panel = await open(operatorPage, deposit.reference);
    await press(panel, '领取');
    await press(panel, '拒绝');
    const dialog = dialogOf(operatorPage, '拒绝这笔充值');
    await dialog.getByRole('combobox', { name: '原因' }).click();
    await operatorPage.getByRole('option', { name: '其他' }).click();
    await dialog.getByRole('button', { name: '拒绝', exact: true }).click();
    await expect(dialog.getByText('请在备注中说明情况')).toBeVisible();
    // What the member will read stands beside it; the note is for colleagues.
    await expect(dialog.getByText(reasonText('depositRejected', 'OTHER', 'zh-Hans'))).toBeVisible();
    await dialog.getByLabel('内部备注').fill('付款人另有其人');
    await dialog.getByRole('button', { name: '拒绝', exact: true }).click();
    await expect(operatorPage.getByRole('status').getByText('已拒绝', { exact: true })).toBeVisible();
    expect(await readDeposit(origin, member, deposit.id)).toMatchObject({
      status: 'rejected',
      reason: 'OTHER',
    });
    expect(JSON.stringify(await readDeposit(origin, member, deposit.id))).not.toContain('另有其人');
    await operatorPage.context().close();
  });

  test('a withdrawal leaves after two operators, is sent and arrives', async ({ browser, origin, member }) => {
    const number = freshCardNumber();
    const withdrawal = await askWithdrawal(member, '1000', number);
    const first = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/withdrawals' });
    let panel = await open(first, withdrawal.reference);
    await expect(panel.getByText(number.replaceAll(/(.{4})(?=.)/g, '$1 '))).toBeVisible();
    await press(panel, '领取');
    // By keys alone: the focus of a dialog without fields is at its main button.
    await expect(panel.getByRole('button', { name: '通过' })).toBeVisible();
    await first.keyboard.press('a');
    const approve = dialogOf(first, '初审通过这笔提现？').getByRole('button', { name: '通过', exact: true });
    await expect(approve).toBeFocused();
    await first.keyboard.press('Enter');
    await expect(panel.getByText('你已通过初审，须由另一位操作员复核。')).toBeVisible();

    const second = await openConsoleAs(browser, origin, { operator: 'cashier2', path: '/withdrawals' });
    panel = await open(second, withdrawal.reference);
    await press(panel, '通过');
    const confirm = dialogOf(second, '复核这笔提现');
    await confirm.getByLabel(/^请输入金额/).fill('1000');
    await confirm.getByRole('button', { name: '通过', exact: true }).click();
    await expect(second.getByText('已通过，进入打款队列')).toBeVisible();
    expect(await readWithdrawal(origin, member, withdrawal.id)).toMatchObject({ status: 'approved', payout: 'none' });

    await second.goto('/console/#/payouts');
    panel = await open(second, withdrawal.reference);
    await press(panel, '登记已打款');
    const sent = dialogOf(second, '登记这笔打款');
    await sent.getByLabel('银行流水号').fill('ICBC-20261122-1');
    await sent.getByRole('button', { name: '登记已打款', exact: true }).click();
    await press(panel, '确认到账');
    await dialogOf(second, '确认这笔打款已到账？').getByRole('button', { name: '确认到账', exact: true }).click();
    await expect(second.getByText('已确认到账')).toBeVisible();
    expect((await readWithdrawal(origin, member, withdrawal.id)).payout).toBe('arrived');
    await first.context().close();
    await second.context().close();
  });

  test('nothing leaves to a frozen member, and a return needs another operator', async ({
    browser,
    origin,
    member,
  }) => {
    const { dataDir } = mainServer();
    const withdrawal = await askWithdrawal(member, '1000');
    const { username } = member.account;
    const first = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/withdrawals' });
    let panel = await open(first, withdrawal.reference);
    await press(panel, '领取');
    await press(panel, '通过');
    await dialogOf(first, '初审通过这笔提现？').getByRole('button', { name: '通过', exact: true }).click();
    await expect(panel.getByText('你已通过初审，须由另一位操作员复核。')).toBeVisible();

    // The freeze comes between the two approvals.
    await freezeMember(dataDir, username, true);
    const second = await openConsoleAs(browser, origin, { operator: 'cashier2', path: '/withdrawals' });
    const row = second.getByRole('row').filter({ hasText: withdrawal.reference });
    await expect(row.getByText('已冻结')).toBeVisible();
    panel = await open(second, withdrawal.reference);
    await expect(panel.getByText(`会员 ${username} 已被冻结`)).toBeInViewport();
    await expect(panel.getByRole('button', { name: '拒绝' })).toBeInViewport();
    await expect(panel.getByRole('button', { name: '通过' })).toHaveCount(0);
    await second.keyboard.press('a');
    await expect(dialogOf(second, '复核这笔提现')).toHaveCount(0);

    await freezeMember(dataDir, username, false);
    await second.reload();
    panel = panelOf(second);
    await press(panel, '通过');
    const confirm = dialogOf(second, '复核这笔提现');
    await confirm.getByLabel(/^请输入金额/).fill('1000');
    await confirm.getByRole('button', { name: '通过', exact: true }).click();
    await expect(second.getByText('已通过，进入打款队列')).toBeVisible();

    // Whoever sent the payment proposes its return, and another one approves it.
    await second.goto('/console/#/payouts');
    panel = await open(second, withdrawal.reference);
    await press(panel, '登记已打款');
    const sent = dialogOf(second, '登记这笔打款');
    await sent.getByLabel('银行流水号').fill(`RETURN-${withdrawal.reference}`);
    await sent.getByRole('button', { name: '登记已打款', exact: true }).click();
    const before = await member.money();
    await press(panel, '提出退回');
    const proposal = dialogOf(second, '银行退回了这笔打款？');
    await proposal.getByRole('combobox', { name: '原因' }).click();
    await second.getByRole('option', { name: '银行拒绝' }).click();
    await proposal.getByRole('button', { name: '提出退回', exact: true }).click();
    await expect(panel.getByText('退回由你提出，须由另一位操作员复核。')).toBeVisible();
    await expect(panel.getByRole('button', { name: '通过退回' })).toHaveCount(0);
    expect(await readWithdrawal(origin, member, withdrawal.id)).toMatchObject({ payout: 'sent', reason: null });

    await first.goto('/console/#/payouts');
    panel = await open(first, withdrawal.reference);
    await expect(panel.getByText('cashier2 提出退回')).toBeVisible();
    await press(panel, '通过退回');
    const approval = dialogOf(first, '通过这笔退回？');
    await approval.getByLabel(/^请输入金额/).fill('1000');
    await approval.getByRole('button', { name: '通过退回', exact: true }).click();
    await expect(first.getByText('已登记退回，款项已退还会员')).toBeVisible();
    expect(await readWithdrawal(origin, member, withdrawal.id)).toMatchObject({
      payout: 'returned',
      reason: 'BANK_REFUSED',
    });
    expect(Number((await member.money()).available) - Number(before.available)).toBe(1000);
    await first.context().close();
    await second.context().close();
  });
});

/** Opens a row by its reference, and returns the panel. */
async function open(operatorPage: Page, reference: string): Promise<Locator> {
  await operatorPage.getByRole('button', { name: reference, exact: true }).click();
  const panel = panelOf(operatorPage);
  await expect(panel.getByText(reference).first()).toBeVisible();
  return panel;
}

function panelOf(operatorPage: Page): Locator {
  return operatorPage.getByRole('dialog').first();
}

function dialogOf(operatorPage: Page, title: string): Locator {
  return operatorPage.getByRole('dialog', { name: title });
}

async function press(panel: Locator, name: string): Promise<void> {
  await panel.getByRole('button', { name, exact: true }).click();
}
