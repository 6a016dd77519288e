import { expect, test } from './support/fixtures.ts';
import { SHORT_SEC, settled } from './support/trade.ts';

/* A dispute about a settled order: reported from its page, answered by a check of its receipt, and shown there later. */

test('a dispute about an order is checked at once, and the order shows its reference', async ({
  page,
  member,
  say,
}) => {
  const body = { product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '100' } as const;
  const order = await settled(member, (await member.place(body)).id);
  await page.goto(`/#/pages/order/orderInfo/index?id=${order.id}`);
  await page.getByRole('link', { name: say('orders.question') }).click();

  const composer = page.getByRole('form', { name: say('support.composer.label') });
  await expect(composer.getByRole('link', { name: say('support.orderNo', { no: order.no }) })).toBeVisible();
  await composer.getByRole('button', { name: say('support.composer.reason.outcome') }).click();
  await page.keyboard.type('应当再看一次');
  const text = `${say('support.composer.opening.outcome')}应当再看一次`;
  await expect(composer.getByLabel(say('support.composer.text'))).toHaveValue(text);
  await composer.getByRole('button', { name: say('support.composer.send'), exact: true }).click();

  const log = page.getByRole('log');
  await expect(log.getByText(text, { exact: true })).toBeVisible();
  await expect(composer.getByLabel(say('support.composer.text'))).toHaveValue('');
  // Until the next checkpoint is signed, the check only says that it holds so far; both texts name the chain.
  const check = log.locator('[data-verdict]').first();
  await expect(check).toContainText(say('support.check.verdict.valid'));
  await expect(check).toHaveAttribute('data-verdict', /^(valid|provisional)$/);
  await expect(check).toContainText(say(`common.status.${order.status}`));
  await expect(
    log
      .getByRole('listitem')
      .filter({ has: page.locator('[data-verdict]') })
      .first(),
  ).toContainText(say('support.check.name'));

  const reference =
    /\d{5,}/.exec((await log.getByText(say.pattern('support.reference')).textContent()) ?? '')?.[0] ?? '';
  expect(reference).not.toBe('');
  await page.goBack();
  await expect(page.getByRole('link', { name: reference })).toHaveText(say.pattern('orders.dispute.sent'));
});
