import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { openConsoleAs, payDeposit } from './support/console.ts';
import { fillDisk, removeMachine } from './support/database.ts';
import { expect, mainServer, visitorTest as test } from './support/fixtures.ts';
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

test('an alarm opens by itself, is acknowledged, and ends by itself', FOR_DESKTOPS, async ({ browser, origin }) => {
  const host = `disk-${randomUUID().slice(0, 8)}`;
  await fillDisk(mainServer().dataDir, host);
  const page = await openConsoleAs(browser, origin, { operator: 'admin', path: '/alarms' });
  await page.getByRole('row').filter({ hasText: host }).getByRole('button').first().click({ timeout: 60_000 });
  const panel = page.locator('.side-panel');
  await expect(panel).toContainText(say('alarms.stateOf.new'));
  await page.keyboard.press('a');
  const form = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await form.getByRole('textbox').fill('a larger disk is ordered');
  await expectAccessible(page, 'the form of an alarm');
  await form.getByRole('button', { name: say('alarms.acknowledge'), exact: true }).click();
  await expect(panel).toContainText('a larger disk is ordered');
  await expect(panel).toContainText(say('alarms.stateOf.seen'));
  await removeMachine(mainServer().dataDir, host);
  await expect(panel).toContainText(say('alarms.stateOf.over'), { timeout: 60_000 });
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

test(
  'a list is as its operator wants it: columns, order, saved filters, a file, and keys',
  FOR_DESKTOPS,
  async ({ browser, origin }) => {
    const member = await registerMember(origin);
    const first = await payDeposit(member, '1500');
    const page = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/deposits' });
    const { username } = member.account;
    const head = (name: string) => page.getByRole('columnheader', { name: say(name), exact: true });

    // Columns, remembered over a reload; what names a row stays.
    await page.getByRole('button', { name: say('common.list.columns') }).click();
    await expect(page.getByRole('checkbox', { name: say('cashier.reference') })).toBeDisabled();
    await page.getByRole('checkbox', { name: say('cashier.channel') }).uncheck();
    await expect(head('cashier.channel')).toHaveCount(0);
    await page.reload();
    await expect(head('cashier.amount')).toBeVisible();
    await expect(head('cashier.channel')).toHaveCount(0);

    // The server sorts, and the address says how.
    await page.getByLabel(say('cashier.search'), { exact: true }).fill(username);
    await head('cashier.amount').getByRole('button').click();
    await expect(page).toHaveURL(/sort=-amount/u);
    await expect(head('cashier.amount')).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('row', { name: new RegExp(first.reference) })).toBeVisible();

    // A filter under a name, found by it from anywhere.
    await page.getByRole('button', { name: say('common.list.saved') }).click();
    await page.getByRole('menuitem', { name: say('common.list.save') }).click();
    await page.getByLabel(say('common.list.name')).fill('我的 <b>客户</b>');
    await page.getByRole('button', { name: say('common.list.saveIt') }).click();
    await page.goto(`${origin}/console/#/withdrawals`);
    await find(page, '客户');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`deposits.*q=${username}`, 'u'));

    // The file has what is filtered, in the words and columns of the page.
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: say('common.list.csv') }).click();
    const file = await saving;
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(say('cashier.reference'));
    expect(lines[0]).not.toContain(say('cashier.channel'));
    expect(lines[0]).toContain('(Asia/Shanghai)');
    expect(lines[1]).toContain(`${first.reference},${username},1500.00`);
    expect(lines[1]).toContain(say('cashier.stateOf.pending'));
    await expect(page.getByRole('status').filter({ hasText: say('common.list.csvDone', { count: 1 }) })).toBeVisible();

    // Keys work on the row, and never while somebody types.
    await page.getByLabel(say('cashier.search'), { exact: true }).press('j');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`q=j${username}`, 'u'));
    await page.getByLabel(say('cashier.search'), { exact: true }).fill(username);
    await expect(page).toHaveURL(new RegExp(`q=${username}(&|$)`, 'u'));
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(first.reference);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect(page.locator('.filters input').first()).toBeFocused();
    await page.context().close();
  },
);

test(
  'every list is a file: the audit log with its hashes, and what waits for a second operator',
  FOR_DESKTOPS,
  async ({ browser, origin }) => {
    const page = await openConsoleAs(browser, origin, { operator: 'admin', path: '/audit?command=console/exports' });
    const fileOf = async (): Promise<string[]> => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: say('common.list.csv') }).click();
      const file = await saving;
      return (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    };
    const [head, ...entries] = await fileOf();
    expect(head).toContain(say('audit.hash'));
    // Its own beginning is in it.
    expect(entries[0]).toContain('console/exports/begin');
    expect(entries[0]).toMatch(/,[0-9a-f]{64}$/u);
    for (const [path, title] of [
      ['/adjustments', 'adjustments.amount'],
      ['/staff-changes', 'proposals.maker'],
      ['/verifications', 'verifications.earlierCount'],
      ['/notices', 'notices.category'],
      ['/holdings', 'invest.principal'],
    ] as const) {
      await page.goto(`${origin}/console/#${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await fileOf())[0], path).toContain(say(title));
    }
    await page.context().close();
  },
);

test(
  'a statement of a bank is imported, proves a deposit, and its fee is explained',
  FOR_DESKTOPS,
  async ({ browser, origin }) => {
    const member = await registerMember(origin);
    const { reference } = await payDeposit(member, '1500');
    const page = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/statements' });
    await page.getByRole('button', { name: say('statements.newAccount') }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(say('statements.name'), { exact: true }).fill('Main bank');
    await form.getByLabel(say('statements.code'), { exact: true }).fill('main-bank');
    // Its own frame lies over the field of a choice of several: keys open it.
    const channels = form.getByLabel(say('statements.channels')).first();
    await channels.focus();
    await channels.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    for (const option of await page.getByRole('option').all()) await option.click();
    await page.keyboard.press('Escape');
    for (const [column, title] of [
      ['date', 'Date'],
      ['amount', 'Amount'],
      ['note', 'Note'],
    ] as const)
      await form.getByLabel(say(`statements.columnOf.${column}`), { exact: true }).fill(title);
    await form.getByRole('button', { name: say('statements.save') }).click();
    await expect(form).toHaveCount(0);

    await page.getByRole('button', { name: say('statements.import'), exact: true }).click();
    const text = `Date,Amount,Note\n2026-01-05,1500.00,pay ${reference}\n2026-01-05,-3.00,fee ${reference}x\n`;
    const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await form.getByRole('combobox', { name: say('statements.account') }).click();
    await page.getByRole('option', { name: 'Main bank', exact: true }).click();
    await form.locator('input[type=file]').setInputFiles(file);
    await form.getByRole('button', { name: say('statements.import'), exact: true }).click();
    await expect(form).toHaveCount(0);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row(`pay ${reference}`)).toContainText(say('statements.stateOf.matched'));

    await row(`fee ${reference}x`).getByRole('button').click();
    await expect(page.getByText(say('statements.noSuggestion'))).toBeVisible();
    await expectAccessible(page, 'an entry of a statement');
    await page.keyboard.press('r');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('statements.explain') })
      .last()
      .click();
    // Beside the panel the list has no room for the text by which the row was found.
    await expect(page.locator('.side-panel')).toContainText(say('statements.stateOf.explained'));
    await page.context().close();
  },
);
