import type { Page } from '@playwright/test';
import { amount, amountOf, minor } from '@candor/domain/testing/test-currency';
import { expect, mainServer, test } from './support/fixtures.ts';
import { closeMarket, forbidProduct } from './support/database.ts';
import { readProducts } from './support/member-api.ts';
import type { MemberApi } from './support/member-api.ts';
import {
  acceptRisk,
  directionButton,
  fillTicket,
  isPhone,
  openTrade,
  placeFirst,
  settled,
  ticketOf,
  yuan,
} from './support/trade.ts';

/* Orders that must not be placed: each shows the catalogue's text and the step that helps, and no money moves. */

const LONG = { product: 'BTCUSDT', direction: 'up', durationSec: 300, stake: amount('100') } as const;

test('another tab that knows of the first order refuses a second one for the product', async ({
  page,
  context,
  member,
  say,
}) => {
  await openTrade(page, 'BTCUSDT');
  const other = await context.newPage();
  await openTrade(other, 'BTCUSDT');
  await expect(other.getByText(say.error('POSITION_PENDING'))).toBeHidden();
  await placeFirst(page, say, { direction: 'up', stake: '100', durationSec: 300 });

  if (isPhone(other)) {
    await expect(other.getByText(say.error('POSITION_PENDING')).first()).toBeVisible();
    for (const direction of ['up', 'down'] as const)
      await expect(directionButton(other, say, direction)).toBeDisabled();
    await other
      .getByRole('list', { name: say('trade.dock.title') })
      .getByRole('button')
      .click();
  } else {
    // The ticket stays, and a line below its button says why it waits.
    await expect(ticketOf(other, say).getByText(say('trade.ticket.running'))).toBeVisible();
    const confirm = ticketOf(other, say).getByRole('button', { name: say.pattern('trade.ticket.confirmUp') });
    await expect(confirm).toBeDisabled();
    await other.getByRole('button', { name: say.pattern('trade.dock.open') }).click();
  }
  await expect(ticketOf(other, say).getByRole('timer')).toBeVisible();
  expect(await member.orders()).toHaveLength(1);
});

test(
  'the server refuses a second order from a tab that does not know of the first',
  { tag: '@phone' },
  async ({ page, member, say }) => {
    await deafenToOwnNews(page);
    await openTrade(page, 'BTCUSDT');
    await (await fillTicket(page, say, { direction: 'up', stake: '100' })).click();
    await member.place(LONG);
    await acceptRisk(page, say);
    const refusal = ticketOf(page, say).getByRole('alert');
    await expect(refusal).toContainText(say.error('POSITION_PENDING'));
    await expect(refusal).toContainText(say('trade.problem.moneyUntouched'));
    await expect(refusal.getByRole('button', { name: say('trade.problem.showPosition') })).toBeVisible();
    await expectNothingElse(member, 1);
  },
);

test('pressing a button twice places one order', async ({ page, member, say }) => {
  await openTrade(page, 'BTCUSDT');
  await (await fillTicket(page, say, { direction: 'up', stake: '100' })).click();
  await ticketOf(page, say)
    .getByRole('button', { name: say('trade.risk.accept') })
    .dblclick();
  await expect(ticketOf(page, say).getByRole('timer')).toBeVisible();
  const [first] = await member.orders();
  await settled(member, first?.id ?? '');
  await expectNothingElse(member, 1);

  // Agree once, so that the next two clicks go to the send button.
  await page.reload();
  const confirm = await fillTicket(page, say, { direction: 'down', stake: '70', durationSec: 300 });
  await confirm.dblclick({ delay: 20 });
  await expect(ticketOf(page, say).getByRole('timer')).toBeVisible();
  await expectNothingElse(member, 2);
});

test(
  'an amount above the balance shows an error at the amount, and missing practice money is reset right there',
  { tag: '@phone' },
  async ({ page, member, say }) => {
    for (const product of ['ETHUSDT', 'SOLUSDT']) await member.place({ ...LONG, product, stake: amount('50000') });
    await openTrade(page, 'BTCUSDT');
    const confirm = await fillTicket(page, say, { direction: 'up', stake: '100' });
    const ticket = ticketOf(page, say);
    await confirm.click();
    const field = ticket.getByLabel(say('trade.ticket.amount'));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(say.error('BALANCE_INSUFFICIENT')));
    await expectNothingElse(member, 2);
    await ticket
      .getByRole('button', { name: say('trade.ticket.reset'), exact: true })
      .last()
      .click();
    const question = page.getByRole('dialog', { name: say('common.practice.ask') });
    await question.getByRole('button', { name: say('common.practice.confirm'), exact: true }).click();
    await expect(question).toBeHidden();
    await expectNothingElse(member, 2);
    await confirm.click();
    await acceptRisk(page, say);
    await expect(ticket.getByRole('timer')).toBeVisible();
    await expectNothingElse(member, 3);
  },
);

test(
  'amounts outside the limits and invalid ones show an error at the amount',
  { tag: '@desktop' },
  async ({ page, member, say }) => {
    await openTrade(page, 'BTCUSDT');
    for (const [stake, key] of [
      [amountOf(minor('10') - 1n), 'STAKE_BELOW_MINIMUM'],
      [amountOf(minor('50000') + 1n), 'STAKE_ABOVE_MAXIMUM'],
      ['0', 'STAKE_INVALID'],
      ['', 'STAKE_REQUIRED'],
    ] as const) {
      await fillTicket(page, say, { direction: 'up', stake });
      const ticket = ticketOf(page, say);
      await ticket.locator('button[type=submit]').click();
      const described = new RegExp(say.error(key, { min: yuan(amount('10')), max: yuan(amount('50000')) }));
      await expect(ticket.getByLabel(say('trade.ticket.amount'))).toHaveAccessibleDescription(described);
    }
    await expectNothingElse(member, 0);
  },
);

test('a closed market says that it is closed and when it opens', async ({ page, member, origin, say }) => {
  // No other journey trades it. At some hours all real markets are open, so none would be closed.
  const product = 'NZDUSD';
  await closeMarket(mainServer().dataDir, product);
  const statusNow = async () => (await readProducts(origin)).find(({ code }) => code === product)?.status;
  await expect.poll(statusNow).toBe('closed');
  await openTrade(page, product);
  if (isPhone(page)) {
    await expect(page.getByText(say.pattern('trade.page.opensAt')).first()).toBeVisible();
    await expect(directionButton(page, say, 'up')).toBeDisabled();
  } else {
    const ticket = ticketOf(page, say);
    await expect(ticket.getByText(say.error('MARKET_CLOSED'))).toBeVisible();
    await expect(ticket.getByText(say.pattern('trade.page.opensAt'))).toBeVisible();
    await expect(ticket.locator('button[type=submit]')).toBeDisabled();
  }
  await page.goto(`/#/pages/kLineChart/index?code=${product}`);
  await expect(page.getByText(say('market.bar.closed'), { exact: true })).toBeVisible();
  await expectNothingElse(member, 0);
});

// On a desktop product-stops.spec.ts does it, with the operators.
test(
  'a product that is stopped is stopped on the open page, and returns later',
  { tag: '@phone' },
  async ({ page, say }) => {
    const product = 'BNBUSDT';
    const { dataDir } = mainServer();
    const buy = isPhone(page) ? directionButton(page, say, 'up') : ticketOf(page, say).locator('button[type=submit]');
    await openTrade(page, product);
    await fillTicket(page, say, { direction: 'up', stake: '100' });
    if (isPhone(page)) await page.keyboard.press('Escape');
    await expect(buy).toBeEnabled();
    try {
      await forbidProduct(dataDir, product, true);
      await expect(page.getByText(say.error('TRADING_FORBIDDEN', { because: 'STOPPED_OTHER' })).first()).toBeVisible();
      await expect(buy).toBeDisabled();
    } finally {
      await forbidProduct(dataDir, product, false);
    }
    await expect(buy).toBeEnabled();
  },
);

/** Hides the member's other orders from the page, in its live connection and in its list. */
async function deafenToOwnNews(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!message.toString().includes('"topic":"me"')) socket.send(message);
    });
  });
  let first: string | undefined;
  await page.route(/\/api\/trade\/orders\?/, async (route) => {
    first ??= await (await route.fetch()).text();
    await route.fulfill({ contentType: 'application/json', body: first });
  });
}

/** Only the counted orders were made, and no other money moved. */
async function expectNothingElse(member: MemberApi, orderCount: number): Promise<void> {
  expect(await member.orders()).toHaveLength(orderCount);
  const stakes = (await member.transfers()).filter(({ type }) => type === 'orderStake');
  expect(stakes).toHaveLength(orderCount);
}
