import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Account } from './member-api.ts';
import type { Say } from './texts.ts';
import { untilSheetsLeft } from './sheets.ts';
import { isPhone } from './trade.ts';

export async function fillLogin(
  page: Page,
  say: Say,
  { username, password }: Pick<Account, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel(say('session.login.username'), { exact: true }).fill(username);
  await page.getByLabel(say('session.login.password'), { exact: true }).fill(password);
}

export async function submitLogin(page: Page, say: Say): Promise<void> {
  await page.getByRole('button', { name: say('session.login.submit'), exact: true }).click();
}

export async function logIn(page: Page, say: Say, account: Account): Promise<void> {
  await fillLogin(page, say, account);
  await submitLogin(page, say);
  await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
}

/** Both steps of the registration; ends at home. */
export async function register(page: Page, say: Say, account: Account): Promise<void> {
  const label = (key: string) => page.getByLabel(say(`session.register.${key}`), { exact: true });
  await label('username').fill(account.username);
  await label('password').fill(account.password);
  await label('confirm').fill(account.password);
  const next = page.getByRole('button', { name: say('common.actions.next') });
  await next.click();
  await expect(label('phone')).toBeVisible();
  // Back goes one step, and what was typed is there.
  await page.goBack();
  await expect(label('username')).toHaveValue(account.username);
  await expect(label('password')).toHaveValue(account.password);
  await next.click();
  await label('phone').fill(account.phone);
  await label('withdrawPassword').fill(account.withdrawPassword);
  await label('confirmWithdraw').fill(account.withdrawPassword);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: say('session.register.submit') }).click();
  await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
}

/** Logs out from home, through the menu for the screen size and the confirmation. */
export async function logOut(page: Page, say: Say): Promise<void> {
  const item = page.getByRole(isPhone(page) ? 'button' : 'menuitem', { name: say('shell.menu.logout') });
  await untilSheetsLeft(page);
  if (isPhone(page)) {
    const menu = page.getByRole('dialog', { name: say('shell.menu.label') });
    // A page that is just being left closes the menu with its address.
    await expect(async () => {
      if (!(await menu.isVisible())) await page.getByRole('button', { name: say('home.menu') }).click();
      await menu.getByRole('button', { name: say('shell.menu.account') }).click({ timeout: 3_000 });
    }).toPass();
  } else
    await page
      .getByRole('button', { name: say.pattern('shell.menu.account') })
      .last()
      .click();
  await item.click();
  const dialog = page.getByRole('dialog', { name: say('shell.logout.title') });
  await dialog.getByRole('button', { name: say('shell.logout.confirm'), exact: true }).click();
  await expect(page.getByRole('heading', { name: say('session.login.title') })).toBeVisible();
}

/** The session token the client keeps, or null. */
export async function keptToken(page: Page): Promise<string | null> {
  return await page.evaluate(() => localStorage.getItem('App-Token'));
}
