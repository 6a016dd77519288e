import { parseEnvelope } from '@candor/contract/envelope';
import { errorText } from '@candor/contract/errors';
import { stopsView } from '@candor/contract/market';
import type { StopsView } from '@candor/contract/market';
import type { OrderView } from '@candor/contract/trading';
import { amount } from '@candor/domain/testing/test-currency';
import type { Locator, Page } from '@playwright/test';
import { openConsoleAs } from './support/console.ts';
import { expect, test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import type { MemberApi } from './support/member-api.ts';
import { textsOf } from './support/texts.ts';
import { fillTicket, openTrade, ticketOf } from './support/trade.ts';

const consoleText = textsOf('zh-Hans', 'console');
/** Of no other journey on a desktop: it is stopped while others trade. */
const PRODUCT = 'BTCUSD';
/** A change of a product reaches every socket within seconds. */
const NEWS_MS = 20_000;

/** What the console calls the product. */
async function openProduct(page: Page): Promise<Locator> {
  await page.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).click();
  const panel = page.getByRole('dialog').first();
  await expect(panel).toContainText(PRODUCT);
  return panel;
}

const FLOOD_MEMBERS = 8;

/** Members who order all the time: each the next one as soon as the last is settled. */
async function beginFlood(origin: string) {
  const members = await Promise.all(Array.from({ length: FLOOD_MEMBERS }, async () => await registerMember(origin)));
  const accepted: { readonly member: MemberApi; readonly order: OrderView }[] = [];
  const ending = new AbortController();
  let isRefused = false;
  const work = async (member: MemberApi): Promise<void> => {
    while (!ending.signal.aborted) {
      const body = { product: PRODUCT, direction: 'up', stake: amount('100'), durationSec: 5 } as const;
      try {
        accepted.push({ member, order: await member.place(body) });
      } catch (error) {
        isRefused ||= String(error).includes('TRADING_FORBIDDEN');
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const all = Promise.all(members.map(work));
  return {
    accepted: () => accepted,
    isRefused: () => isRefused,
    /** What was acknowledged, as the server has it. */
    end: async (): Promise<OrderView[]> => {
      ending.abort();
      await all;
      return await Promise.all(accepted.map(async ({ member, order }) => await member.order(order.id)));
    },
  };
}

async function lastStop(origin: string): Promise<StopsView[number]> {
  const response = await fetch(`${origin}/api/market/products/${PRODUCT}/stops`);
  const [stop] = stopsView.parse(parseEnvelope(await response.json())?.data);
  if (stop === undefined) throw new Error('nothing was stopped');
  return stop;
}

test(
  'one operator stops a product while a member watches; two let it begin again',
  { tag: '@desktop' },
  async ({ browser, origin, page, say }) => {
    await openTrade(page, PRODUCT);
    const ticket = ticketOf(page, say);
    const because = errorText('STOPPED_UNUSUAL_PRICES', 'zh-Hans');
    await expect(ticket.getByRole('radio', { name: say('trade.ticket.up') })).toBeVisible();

    const cashier = await openConsoleAs(browser, origin, { operator: 'cashier1', path: '/products' });
    const panel = await openProduct(cashier);
    await panel.getByRole('button', { name: consoleText('products.stopProduct') }).click();
    const form = cashier.getByRole('dialog', { name: consoleText.pattern('products.stopTitle') }).last();
    await expect(form).toContainText(consoleText('products.stopTwo'));
    await form
      .getByRole('combobox')
      .or(form.getByLabel(consoleText('reasons.reason')))
      .first()
      .click();
    await cashier.getByRole('option', { name: consoleText('reasons.codes.UNUSUAL_PRICES') }).click();
    await expect(form).toContainText(because);
    await form.getByLabel(consoleText('reasons.note')).fill('a jump of four percent');
    // In the middle of the orders of others.
    const flood = await beginFlood(origin);
    await expect.poll(() => flood.accepted().length, { timeout: NEWS_MS }).toBeGreaterThan(FLOOD_MEMBERS / 2);
    await form.getByRole('button', { name: consoleText('products.stop'), exact: true }).click();
    await expect(panel).toContainText(consoleText('products.stateOf.forbidden'));
    await expect.poll(flood.isRefused, { timeout: NEWS_MS }).toBe(true);
    const placed = await flood.end();
    const { from } = await lastStop(origin);
    expect(placed.flatMap(({ acceptedAt }) => (acceptedAt === null || acceptedAt > from ? [acceptedAt] : []))).toEqual(
      [],
    );

    // Without a press of the member.
    await expect(ticket).toContainText(because, { timeout: NEWS_MS });
    await page.goto(`/#/pages/kLineChart/index?code=${PRODUCT}`);
    await expect(page.getByRole('main')).toContainText(because);
    await page.getByText(say('market.stops.show')).click();
    await expect(page.getByRole('main')).toContainText(say('market.stops.holds'));
    await expect(page.getByRole('main')).not.toContainText('four percent');
    await openTrade(page, PRODUCT);

    await panel.getByRole('button', { name: consoleText.pattern('products.resumeTitle') }).click();
    const ask = cashier.getByRole('dialog', { name: consoleText.pattern('products.resumeTitle') }).last();
    await ask.getByRole('textbox').last().fill('the sources agree again');
    await ask.getByRole('button', { name: consoleText('proposals.submit') }).click();
    await expect(panel.getByRole('link', { name: consoleText('proposals.waits') }).first()).toBeVisible();
    await expect(ticket).toContainText(because);

    const admin = await openConsoleAs(browser, origin, { operator: 'admin', path: '/resumptions?status=proposed' });
    await admin.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).click();
    await admin.keyboard.press('a');
    await admin
      .getByRole('dialog', { name: consoleText('proposals.approveTitle') })
      .getByRole('button', { name: consoleText('proposals.approve') })
      .click();
    await expect(ticket).not.toContainText(because, { timeout: NEWS_MS });
    await expect(ticket.getByRole('radio', { name: say('trade.ticket.up') })).toBeVisible();

    await admin.goto(`${origin}/console/#/audit?command=console%2Fstops%2F`);
    await expect(admin.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).first()).toContainText(
      consoleText('reasons.codes.UNUSUAL_PRICES'),
    );
    await cashier.close();
    await admin.close();
  },
);

test(
  'two operators change the terms of a product while a member fills the ticket',
  { tag: '@desktop' },
  async ({ browser, origin, page, say }) => {
    await openTrade(page, PRODUCT);
    const ticket = ticketOf(page, say);
    const confirm = await fillTicket(page, say, { direction: 'up', stake: '100', durationSec: 60 });
    await expect(confirm).toBeEnabled();

    const admin = await openConsoleAs(browser, origin, { operator: 'admin', path: '/products' });
    const panel = await openProduct(admin);
    await panel.getByRole('button', { name: consoleText.pattern('products.termsTitle') }).click();
    const form = admin.getByRole('dialog', { name: consoleText.pattern('products.termsTitle') }).last();
    const row = form.locator('.duration-row').filter({ has: admin.locator('input[value="60"]') });
    const payout = row.getByLabel(consoleText('products.payout'));
    const [before, after] = (await payout.inputValue()) === '85' ? ['85%', '82'] : ['82%', '81'];
    await payout.fill(after);
    // Old beside new, with the break-even rate, and what members will read.
    await expect(form).toContainText(`${after}.00%`);
    await expect(form).toContainText(errorText('TERMS_CHANGED', 'en'));
    await form.getByLabel(consoleText('proposals.reason')).fill('a wilder market');
    await form.getByRole('button', { name: consoleText('proposals.submit') }).click();
    await expect(panel.getByRole('link', { name: consoleText('proposals.waits') })).toBeVisible();

    const cashier = await openConsoleAs(browser, origin, {
      operator: 'cashier1',
      path: '/product-terms?status=proposed',
    });
    await cashier.getByRole('row', { name: new RegExp(`${PRODUCT}\\b`) }).click();
    await cashier.keyboard.press('a');
    await cashier
      .getByRole('dialog', { name: consoleText('proposals.approveTitle') })
      .getByRole('button', { name: consoleText('proposals.approve') })
      .click();

    // Without a press of the member: told, and the worse terms beside those that they saw.
    await expect(page.getByText(say.error('TERMS_CHANGED'))).toBeVisible({ timeout: NEWS_MS });
    const compared = ticket.getByRole('alert');
    await expect(compared).toContainText(before);
    await expect(compared).toContainText(`${after}%`);
    await ticket.getByRole('button', { name: say('trade.terms.accept') }).click();
    await expect(confirm).toBeEnabled();

    await page.goto(`/#/pages/kLineChart/index?code=${PRODUCT}`);
    await page.getByText(say('market.terms.show')).click();
    await expect(page.getByRole('main')).toContainText(`${before} → ${after}%`);

    await admin.goto(`${origin}/console/#/audit?command=console%2Fproduct-terms%2F`);
    await expect(admin.getByRole('row').nth(1)).toContainText(`→ ${after}.00%`);
    await admin.close();
    await cashier.close();
  },
);
