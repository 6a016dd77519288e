import { readFile } from 'node:fs/promises';
import { amount } from '@candor/domain/testing/test-currency';
import { askWithdrawal } from './support/console.ts';
import { expect, test } from './support/fixtures.ts';

/* A member's rights: everything about them as a file, an end of the account that can be taken back, a withdrawal that cannot. */

/** The worker looks every five seconds for files to make. */
const MADE_MS = 30_000;

test('a member takes everything along as a file, and asks to close the account and keeps it', async ({
  page,
  member,
  say,
}) => {
  const button = (key: string) => page.getByRole('button', { name: say(`security.ownData.${key}`), exact: true });
  await page.goto('/#/pages/mine/info/data/index');
  await button('file.ask').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('security.ownData.file.confirm'), exact: true })
    .click();
  await page.getByLabel(say('factor.password'), { exact: true }).fill(member.account.password);
  await page.getByRole('button', { name: say('factor.confirm.submit'), exact: true }).click();
  await expect(button('file.download')).toBeVisible({ timeout: MADE_MS });
  await expect(button('file.ask')).toHaveCount(0);
  const [file] = await Promise.all([page.waitForEvent('download'), button('file.download').click()]);
  expect(file.suggestedFilename()).toMatch(/^candor-data-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

  // The confirmation of a moment ago still holds.
  await page.getByRole('button', { name: say.pattern('security.ownData.closing.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('security.ownData.closing.confirm'), exact: true })
    .click();
  await button('closing.stop').click();
  await expect(page.getByText(say('security.ownData.closing.stopped'))).toBeVisible();
  await expect(button('closing.stop')).toHaveCount(0);
});

test('a member locks a withdrawal, and nothing cancels it any more', async ({ page, member, say }) => {
  const { id } = await askWithdrawal(member, amount('200'));
  await page.goto(`/#/pages/mine/record/withdraw/index?id=${id}`);
  await page.getByRole('button', { name: say('cashier.lock.action'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('cashier.lock.confirm'), exact: true })
    .click();
  await expect(page.getByText(say('cashier.lock.lockedAt'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: say('cashier.cancel.withdrawal'), exact: true })).toHaveCount(0);
});
