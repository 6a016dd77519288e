import { forbidWithdrawals, publishNotice } from './support/console.ts';
import { expect, serverWith, test } from './support/fixtures.ts';
import type { RunningServer } from './support/server.ts';

/* Announcements reach every member, so this journey has a server of its own. */

const ownTest = test.extend<object, { server: RunningServer }>({
  server: serverWith({}),
  origin: async ({ server }, use) => await use(server.origin),
});

ownTest(
  'an announcement arrives live, comes up once, and a maintenance counts down',
  async ({ page, origin, member, say }) => {
    await page.goto('/#/pages/home/index');
    await expect(page.getByRole('region', { name: say('home.assets.label') })).toBeVisible();
    const bell = page.locator('main header').getByRole('link');
    // The site's first announcement is unread.
    await expect(bell).toHaveAttribute('aria-label', /\d/);
    const before = (await bell.getAttribute('aria-label')) ?? '';

    await publishNotice(origin, '周末维护安排', { important: true });
    // Without a reload: the badge, the list below the markets, and the sheet in a quiet moment. The line above them still has the
    // pinned one, which is unread.
    await expect(bell).not.toHaveAttribute('aria-label', before);
    await expect(page.getByRole('region', { name: say('notices.bar.label') }).getByRole('link')).toHaveCount(1);
    await expect(
      page.getByRole('region', { name: say('notices.title') }).getByRole('link', { name: /周末维护安排/ }),
    ).toBeVisible();
    const sheet = page.getByRole('dialog', { name: '周末维护安排' });
    await expect(sheet).toBeVisible();
    await sheet.getByRole('button', { name: say('notices.important.got') }).click();
    await expect(sheet).toBeHidden();
    await expect(bell).toHaveAttribute('aria-label', before);

    // Nothing is left to come up again, here or on another device.
    await page.reload();
    await expect(bell).toHaveAttribute('aria-label', before);
    const now = await member.noticesNow();
    expect(now.important).toEqual([]);
    expect(now.bar.map(({ title }) => title)).toContain('周末维护安排');
    await expect(sheet).toBeHidden();

    // What concerns this member alone comes as a toast, counts at the same bell, and is kept.
    await forbidWithdrawals(origin, member.account.username);
    const told = say('messages.restriction.withdrawalOn');
    await expect(page.getByRole('status').filter({ hasText: told })).toBeVisible();
    await expect(bell).not.toHaveAttribute('aria-label', before);
    await bell.click();
    await page.getByRole('tab', { name: say.pattern('messages.tabs.mine') }).click();
    const list = page.getByRole('tabpanel');
    await expect(list.getByRole('link').filter({ hasText: told })).toContainText(say('messages.unread'));
    await list.getByRole('button', { name: say('messages.readAll') }).click();
    await expect(list.getByText(say('messages.unread'))).toHaveCount(0);

    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await publishNotice(origin, '交易系统升级', {
      category: 'maintenance',
      areas: ['trade'],
      startsAt: inMinutes(20),
      endsAt: inMinutes(50),
    });
    await page.goto('/#/pages/kLineChart/move?code=BTCUSDT');
    const strip = page.getByRole('status').filter({ hasText: '交易系统升级' });
    const timer = strip.getByRole('timer');
    await expect(timer).toHaveText(/19:\d\d$/);
    const shown = await timer.textContent();
    await expect(timer).not.toHaveText(shown ?? '');
  },
);
