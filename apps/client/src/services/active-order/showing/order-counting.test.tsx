// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { sampleOrder } from '../../../lib/testing/sample-order.ts';
import common from '../../../locales/zh-Hans/common.json';
import trade from '../../../locales/zh-Hans/trade.json';
import { setServerTime } from '../../live/server-clock.ts';
import { button, factOf, show, startScreens } from '../../testing/screen.tsx';
import { OrderCounting, Standing } from './order-counting.tsx';

startScreens('zh-Hans');

const { order } = trade;

/** The panel of an order that was accepted at 07:30:00.140. */
async function showAt(time: string, entryPrice: string | null) {
  setServerTime(`2026-11-21T${time}Z`, Date.now(), Date.now());
  const nothing = () => undefined;
  const running = sampleOrder({ entryPrice });
  await show(<OrderCounting inDialog order={running} onClose={nothing} onContinue={nothing} />, { common, trade });
}

test.each([
  ['07:30:00.500', null, `${order.accepted} · ${order.entering}`],
  ['07:30:20.000', '64000.10', `${order.accepted} · ${order.counting}`],
])('at %s an accepted order says that it succeeded, and counts down', async (time, entryPrice, words) => {
  await showAt(time, entryPrice);
  expect(document.body.textContent).toContain(words);
  expect(document.querySelector('[role=timer]')?.getAttribute('aria-label')).toBe(order.timer);
  expect([factOf(order.stake), factOf(order.entryPrice)]).toEqual([
    '¥100.00',
    entryPrice === null ? order.pending : '64,000.10',
  ]);
  expect(button(order.continue)).toBeDefined();
});

test('after its time it settles, and no longer counts', async () => {
  await showAt('07:31:01.500', '64000.10');
  expect(document.body.textContent).toContain(order.settling);
  expect(document.body.textContent).not.toContain(order.accepted);
});

test.each([
  ['ahead', '领先'],
  ['behind', '落后'],
  ['level', '持平'],
] as const)('an order that is %s says %s, and the distance has no sign', async (standing, word) => {
  await show(<Standing difference={{ text: '0.20', standing }} />, { common });
  expect(document.body.textContent).toBe(`0.20 ${word}`);
});
