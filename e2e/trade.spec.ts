import { LANGUAGES } from '@candor/contract/languages';
import { expect, test } from './support/fixtures.ts';
import {
  cents,
  expectBooksAgree,
  fillTicket,
  acceptRisk,
  isPhone,
  openTrade,
  resultOf,
  SETTLE_MS,
  settled,
  ticketOf,
  yuan,
} from './support/trade.ts';

/* One order from the choice to the statement, and what the screens say of it held against what the server says. */

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ language });

    test('a five-second order: placed, counted down, settled, and the same to the cent everywhere', async ({
      page,
      member,
      say,
    }) => {
      await openTrade(page, 'BTCUSDT');
      const confirm = await fillTicket(page, say, { direction: 'up', stake: '100' });
      await confirm.click();
      const ticket = ticketOf(page, say);
      await expect(ticket.getByRole('heading', { name: say('trade.risk.title') })).toBeVisible();
      expect(await member.orders()).toEqual([]);
      await acceptRisk(page, say);

      const timer = ticket.getByRole('timer', { name: say('trade.order.timer') });
      await expect(timer).toHaveText(/^[1-6]$/);
      const [open] = await member.orders();
      if (open === undefined) throw new Error('no order was placed');
      expect(open).toMatchObject({ product: 'BTCUSDT', direction: 'up', stake: '100.00', durationSec: 5 });
      expect((await member.money()).openStake).toBe('100.00');
      await expect(ticket).toContainText(yuan(open.stake));

      const order = await settled(member, open.id);
      const { word, amount } = resultOf(order, say);
      await expect(ticket.getByText(word)).toBeVisible({ timeout: SETTLE_MS });
      await expect(ticket).toContainText(amount);
      await expect(ticket).toContainText(order.no);
      await expectBooksAgree(member, order);

      await ticket.getByRole('link', { name: say('trade.order.details') }).click();
      await expect(page).toHaveURL(new RegExp(`orderInfo/index\\?id=${order.id}`));
      const detail = page.getByRole('main');
      await expect(detail).toContainText(order.no);
      await expect(detail.getByText(say(`common.status.${order.status}`)).first()).toBeVisible();
      for (const line of (await member.transfers()).filter((line) => line.refId === order.id)) {
        const shown = detail.getByRole('listitem').filter({ hasText: yuan(line.balanceAfter) });
        await expect(shown.getByText(yuan(line.amount, { signed: true }))).toBeVisible();
      }

      await page.goto('/#/pages/history/index');
      const record = page.getByRole(isPhone(page) ? 'link' : 'row').filter({ hasText: yuan(order.stake) });
      await expect(record).toContainText(yuan(order.profit ?? '', { signed: true }));
      await (isPhone(page) ? record : record.getByRole('link')).click();
      await expect(page).toHaveURL(new RegExp(`id=${order.id}`));

      await page.goto('/#/pages/home/index');
      const money = await member.money();
      expect(cents(money.usermoney)).toBe(10_000_000n + cents(order.profit ?? ''));
      await expect(page.getByRole('region', { name: say('home.assets.label') })).toContainText(yuan(money.usermoney));
    });
  });
}
