import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { openConsoleAs } from './support/console.ts';
import { expect, visitorTest as test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { textsOf } from './support/texts.ts';

/* The console as a tool that somebody uses all day: everything by its name, by keys, and as they want to see it. */

const say = textsOf('zh-Hans', 'console');
const FOR_DESKTOPS = { tag: '@desktop' } as const;

async function find(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('button', { name: say('common.finder.open'), exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: say('common.finder.title') }).fill(text);
}

test('Ctrl-K leads to a page, to a member, and does what can be done', FOR_DESKTOPS, async ({ browser, origin }) => {
  const member = await registerMember(origin);
  const page = await openConsoleAs(browser, origin, { operator: 'admin', path: '/work' });
  const navigation = page.getByRole('navigation');
  await expect(navigation.getByRole('group')).toHaveCount(5);
  // Without scrolling, on the smallest screen that operators have.
  expect(await navigation.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBeLessThanOrEqual(0);

  await find(page, say('audit.title'));
  await expectAccessible(page, 'the finder');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: say('audit.title'), level: 1 })).toBeVisible();

  // From inside a field too, and by the address that a page has.
  await page.getByLabel(say('audit.filter.actor'), { exact: true }).focus();
  await find(page, 'members');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: say('members.title'), level: 1 })).toBeVisible();

  await find(page, member.account.username);
  await page.getByRole('option', { name: member.account.username }).click();
  await expect(page.getByRole('dialog').getByText(say('members.money'), { exact: true })).toBeVisible();

  await find(page, say('common.scheme.dark'));
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.context().close();
});

test('Ctrl-K knows only what the operator may do', FOR_DESKTOPS, async ({ browser, origin }) => {
  const member = await registerMember(origin);
  const page = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/work' });
  const options = page.getByRole('option');
  await find(page, say('audit.title'));
  await expect(page.getByText(say('common.finder.none'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await find(page, member.account.username);
  await expect(options).toHaveCount(1);
  await page.context().close();
});
