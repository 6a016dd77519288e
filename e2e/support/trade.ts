import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { OrderView } from '@candor/contract/trading';
import { minor } from '@candor/domain/testing/test-currency';
import type { MemberApi } from './member-api.ts';
import type { Say } from './texts.ts';

/** The shortest order, so that a test can wait for its result. */
export const SHORT_SEC = 5;
/** Countdown, entry on the next whole second, settlement on the tick after the close. */
export const SETTLE_MS = 40_000;

export interface Wanted {
  direction: 'up' | 'down';
  /** As the member types it. */
  stake: string;
  durationSec?: number;
}

/**
 * An amount in its wire form as it is shown: "¥1,234.50", and with a sign "+¥1,234.50" or "−¥1,234.50". It has the
 * decimals of the test currency.
 */
export function yuan(text: string, { signed = false } = {}): string {
  const [whole = '', fraction] = text.replace('-', '').split('.');
  const grouped = `¥${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
  if (text.startsWith('-')) return `−${grouped}`;
  return signed && /[1-9]/.test(text) ? `+${grouped}` : grouped;
}

/** Minor units of all these amounts together. */
export function sum(texts: readonly string[]): bigint {
  return texts.reduce((total, text) => total + minor(text), 0n);
}

export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** Where a member places and follows the order: the sheet on a phone, the right panel on a wide screen. */
export function ticketOf(page: Page, say: Say): Locator {
  return isPhone(page) ? page.getByRole('dialog') : page.getByRole('region', { name: say('trade.ticket.label') });
}

export async function openTrade(page: Page, product: string): Promise<void> {
  await page.goto(`/#/pages/kLineChart/move?code=${product}`);
}

/** The phone's button that opens the ticket. Running orders show a direction too, but only this shows a gain. */
export function directionButton(page: Page, say: Say, direction: 'up' | 'down'): Locator {
  const figures = ['trade.ticket.gain', 'trade.ticket.loss'].map((key) => say.pattern(key).source).join(' ?');
  return page.getByRole('button', { name: new RegExp(`^${say(`trade.ticket.${direction}`)} ?(${figures}|--)$`) });
}

/** Fills the ticket as asked; returns the button that confirms it. */
export async function fillTicket(page: Page, say: Say, wanted: Wanted): Promise<Locator> {
  const { direction, stake, durationSec = SHORT_SEC } = wanted;
  const ticket = ticketOf(page, say);
  if (isPhone(page)) await directionButton(page, say, direction).click();
  else await ticket.getByRole('radio', { name: say(`trade.ticket.${direction}`) }).check();
  await ticket.locator(`input[type=radio][value="${durationSec}"]`).check();
  await ticket.getByLabel(say('trade.ticket.amount')).fill(stake);
  const confirm = direction === 'up' ? 'trade.ticket.confirmUp' : 'trade.ticket.confirmDown';
  return ticket.getByRole('button', { name: say.pattern(confirm) });
}

/** Accepts the risk notice, which comes once, before the first order. */
export async function acceptRisk(page: Page, say: Say): Promise<void> {
  await ticketOf(page, say)
    .getByRole('button', { name: say('trade.risk.accept') })
    .click();
}

/** Places the first order and waits until it counts down. */
export async function placeFirst(page: Page, say: Say, wanted: Wanted): Promise<void> {
  await (await fillTicket(page, say, wanted)).click();
  await acceptRisk(page, say);
  await expect(ticketOf(page, say).getByRole('timer')).toBeVisible();
}

/** The word and the amount that a result shows. */
export function resultOf(order: OrderView, say: Say): { word: RegExp; amount: string } {
  const word = new RegExp(`^${say(`trade.order.${order.status}`)}$`);
  const isRefund = order.status === 'tied' || order.status === 'voided';
  return { word, amount: isRefund ? yuan(order.stake) : yuan(order.profit ?? '', { signed: true }) };
}

/** Waits until the server has settled the order. */
export async function settled(member: MemberApi, id: string, timeout = SETTLE_MS): Promise<OrderView> {
  let order = await member.order(id);
  await expect
    .poll(async () => (order = await member.order(id)).status, { timeout, intervals: [250] })
    .not.toBe('open');
  return order;
}

/** Compares one settled order with the rules and with the member's money, to the smallest unit. */
export async function expectBooksAgree(member: MemberApi, order: OrderView): Promise<void> {
  const { stake, fee, profit, payout, status, direction, entryPrice, exitPrice } = order;
  if (status === 'won' || status === 'lost') {
    const moved = Math.sign(Number(exitPrice) - Number(entryPrice)) * (direction === 'up' ? 1 : -1);
    expect(moved).toBe(status === 'won' ? 1 : -1);
  }
  if (status === 'tied') expect(exitPrice).toBe(entryPrice);
  const expected = {
    won: minor(payout) - minor(stake) - minor(fee),
    lost: -minor(stake) - minor(fee),
    tied: 0n,
    voided: 0n,
    open: undefined,
  }[status];
  expect(minor(profit ?? '')).toBe(expected);

  const transfers = await member.transfers();
  const own = transfers.filter((line) => line.refId === order.id);
  expect(sum(own.map((line) => line.amount))).toBe(minor(profit ?? ''));
  const money = await member.money();
  expect(sum(transfers.map((line) => line.amount))).toBe(minor(money.available));
  expect(transfers[0]?.balanceAfter).toBe(money.available);
}
