import { openConsoleAs } from './support/console.ts';
import { expect, test } from './support/fixtures.ts';
import { textsOf } from './support/texts.ts';
import { settled, SHORT_SEC } from './support/trade.ts';

/* A member complains about an order; an operator finds it by its number and answers it; the member sees each step. */

const desk = textsOf('zh-Hans', 'console');

test('a complaint about an order is found, taken and answered, and its member sees the steps', async ({
  page,
  browser,
  origin,
  member,
  say,
}) => {
  const placed = await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '100' });
  const order = await settled(member, placed.id);
  await page.goto(`/#/pages/order/orderInfo/index?id=${order.id}`);
  await page.getByRole('link', { name: say('orders.complain'), exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(say('complaints.aboutOf.order', { name: order.no }))).toBeVisible();
  await sheet.getByLabel(say('complaints.text'), { exact: true }).fill('The price was another one');
  await sheet.getByRole('button', { name: say('complaints.send'), exact: true }).click();
  const card = page.getByRole('article');
  await expect(card.getByRole('link', { name: say('complaints.aboutOf.order', { name: order.no }) })).toBeVisible();
  const number = /\d{4,}/.exec((await card.getByRole('heading').textContent()) ?? '')?.[0] ?? '';

  const operator = await openConsoleAs(browser, origin, { operator: 'admin', path: '/work' });
  await expect(operator.getByRole('button', { name: desk('common.finder.open') })).toBeVisible();
  await operator.keyboard.press('Control+k');
  await operator.getByRole('combobox', { name: desk('common.finder.title') }).fill(number);
  await operator.locator(`[id$="complaint-${number}"]`).click();
  const panel = operator.getByRole('dialog');
  await expect(panel).toContainText('The price was another one');
  await expect(panel.getByRole('link', { name: desk('complaints.aboutOf.order', { name: order.no }) })).toBeVisible();
  await panel.getByRole('button', { name: desk('complaints.take'), exact: true }).click();
  await expect(card).toContainText(say('complaints.stateOf.taken'));
  await panel.getByRole('button', { name: desk('complaints.answer'), exact: true }).click();
  const form = operator.getByRole('dialog', { name: desk('complaints.answerTitle', { no: number }) });
  await form.getByLabel(desk('complaints.decision')).click();
  await operator.getByRole('option', { name: desk('complaints.decisionOf.partly'), exact: true }).click();
  await form.getByRole('textbox', { name: desk('complaints.answerText') }).fill('The receipt shows the price.');
  await form.getByRole('button', { name: desk('complaints.answer'), exact: true }).click();
  await expect(card).toContainText('The receipt shows the price.');
  await expect(card).toContainText(say('complaints.decisionOf.partly'));
  await operator.context().close();
});
