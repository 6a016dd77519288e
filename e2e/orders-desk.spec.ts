import { readFile } from 'node:fs/promises';
import { groupDigits } from '@candor/ui/figures';
import { expectAccessible } from './support/accessible.ts';
import { openConsoleAs } from './support/console.ts';
import { expect, visitorTest as test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { textsOf } from './support/texts.ts';
import { settled, SHORT_SEC } from './support/trade.ts';

/* A member calls about an order and says its number: the desk sees what it followed from, and can do nothing to it. */

const say = textsOf('zh-Hans', 'console');

test(
  'an order is found by its number, with its prices, its transfers and its receipt',
  { tag: '@desktop' },
  async ({ browser, origin }) => {
    const member = await registerMember(origin);
    const placed = await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '100' });
    const order = await settled(member, placed.id);
    const page = await openConsoleAs(browser, origin, { operator: 'admin', path: '/work' });

    // The keys are heard as soon as the frame is there.
    await expect(page.getByRole('button', { name: say('common.finder.open') })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: say('common.finder.title') }).fill(order.no);
    await page.getByRole('option', { name: order.no }).and(page.locator('[id*="order-"]')).click();
    const panel = page.getByRole('dialog');
    await expect(panel).toContainText(`${order.product} · ${order.no}`);
    await expect(panel.getByRole('link', { name: member.account.username })).toBeVisible();
    await expect(panel.getByRole('img', { name: say.pattern('orders.pricesText') })).toBeVisible();
    const prices = panel.getByRole('region', { name: say('orders.prices') }).getByRole('table');
    await expect(prices).toContainText(groupDigits(order.exitPrice ?? ''));
    await expect(panel).toContainText(say('common.transferTypes.orderStake'));

    // As its member would check it; until the next checkpoint it holds so far.
    await panel.getByRole('button', { name: say('orders.check') }).click();
    await expect(
      panel
        .getByRole('status')
        .filter({ hasText: new RegExp(`${say('orders.verdict.valid')}|${say('orders.verdict.provisional')}`, 'u') }),
    ).toBeVisible();
    const saving = page.waitForEvent('download');
    await panel.getByRole('button', { name: say('orders.save') }).click();
    expect(await readFile(await (await saving).path(), 'utf8')).toContain(order.id);
    await expectAccessible(page, 'an order at the desk');
    // To read alone: nothing here begins an act on it.
    await expect(panel.getByRole('button')).toHaveCount(3);

    // All of this member, as a list and as a file.
    await page.goto(`${origin}/console/#/orders?q=${member.account.username}`);
    await expect(page.getByRole('row', { name: new RegExp(order.no, 'u') })).toBeVisible();
    await expectAccessible(page, 'the orders at the desk');
    const exporting = page.waitForEvent('download');
    await page.getByRole('button', { name: say('common.list.csv') }).click();
    const lines = (await readFile(await (await exporting).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${order.no},${order.id},${member.account.username}`);
    await page.context().close();
  },
);
