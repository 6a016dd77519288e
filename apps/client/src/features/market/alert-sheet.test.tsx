// @vitest-environment happy-dom
import { listAlerts } from '@candor/contract/calls/alerts';
import type { AlertsView } from '@candor/contract/alerts';
import { EN_ERRORS as say } from '@candor/contract/errors/en';
import { expect, test, vi } from 'vitest';
import { sampleProduct } from '../../lib/testing/sample-product.ts';
import alerts from '../../locales/en/alerts.json';
import common from '../../locales/en/common.json';
import {
  answer,
  button,
  expectWrong,
  field,
  press,
  pressAgain,
  refusal,
  sentTo,
  serve,
  show,
  startScreens,
  success,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { AlertSheet } from './alert-sheet.tsx';

/* A price to be told of, above or below the price now (3,200.50). */

startScreens();

const { sheet } = alerts;
const SET = `POST ${listAlerts.path}`;
const WAITING: AlertsView['alerts'][number] = {
  id: '00000000-0000-4000-8000-000000000001',
  product: 'ETHUSDT',
  side: 'above',
  price: '3300.00',
  feed: 'simulated',
  createdAt: '2026-11-22T00:00:00.000Z',
  expiresAt: '2026-12-22T00:00:00.000Z',
  state: 'waiting',
  fired: null,
};

async function open() {
  const onClose = vi.fn();
  serve(listAlerts.path, { alerts: [WAITING], reminders: [], max: 20 } satisfies AlertsView);
  await show(<AlertSheet product={sampleProduct()} open onClose={onClose} />, { alerts, common });
  await until(() => button(sheet.save));
  return onClose;
}

test('a missing price, one that is no price, and one that is there already are refused at the field', async () => {
  await open();
  await press(sheet.save);
  expectWrong(sheet.price, say.ALERT_PRICE_REQUIRED);
  await type(sheet.price, '3300.005');
  await press(sheet.save);
  expectWrong(sheet.price, say.ALERT_PRICE_INVALID);
  await type(sheet.price, '3200.50');
  await press(sheet.save);
  expectWrong(sheet.price, say.ALERT_REACHED);
  expect(sentTo(SET)).toEqual([]);
});

test('it says which way the price must go, sends the alert, and closes', async () => {
  const onClose = await open();
  await type(sheet.price, '3300');
  expect(document.body.textContent).toContain(sheet.willRise);
  await type(sheet.price, '3100');
  expect(document.body.textContent).toContain(sheet.willFall);
  answer(SET, success({ ...WAITING, side: 'below', price: '3100.00' }));
  await press(sheet.save);
  await until(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sentTo(SET)).toMatchObject([{ body: { product: 'ETHUSDT', side: 'below', price: '3100' } }]);
});

test('pressed three times, one alert is sent', async () => {
  await open();
  await type(sheet.price, '3300');
  answer(SET, 'never');
  await pressAgain(sheet.save);
  expect(sentTo(SET)).toHaveLength(1);
});

test('the alerts that wait already are below; a refusal says how many there may be, and the price is still typed', async () => {
  const onClose = await open();
  expect(document.body.textContent).toContain('3,300.00');
  await type(sheet.price, '3100');
  answer(SET, refusal('ALERTS_FULL', { params: { max: 20 } }));
  await press(sheet.save);
  await until(() => expectWrong(sheet.price, say.ALERTS_FULL.replace('{max}', '20')));
  expect([field(sheet.price).value, onClose.mock.calls]).toEqual(['3100', []]);
});

test.each([
  ['3.300,00', '3,300.00'],
  ['3300,5', '3,300.5'],
  ['-3.300,00', '−3,300.00'],
])('a price typed as %s says how it is read', async (typed, read) => {
  await open();
  await type(sheet.price, typed);
  expect(document.body.textContent).toContain(common.amount.readAs.replace('{amount}', read));
});
