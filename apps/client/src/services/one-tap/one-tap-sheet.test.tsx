// @vitest-environment happy-dom
import { listProducts } from '@candor/contract/calls/market';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleProduct } from '../../lib/testing/sample-product.ts';
import common from '../../locales/en/common.json';
import trade from '../../locales/en/trade.json';
import { session } from '../session/session.ts';
import {
  button,
  errorOf,
  field,
  findButton,
  press,
  serve,
  show,
  startScreens,
  type,
  until,
} from '../testing/screen.tsx';
import { OneTapSheet } from './one-tap-sheet.tsx';
import { changeOneTap, useOneTap } from './one-tap.ts';

/* The mode in which a tap orders at once: nobody turns it on without a limit. */

startScreens();

const { oneTap } = trade;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  session.takeProfile({ sessionKey: 'k', name: 'demo', avatar: '', roles: [], permissions: [] });
  changeOneTap('demo', { isOn: false, limit: '' });
});

function Choice() {
  const { isOn, limit } = useOneTap();
  return <output>{isOn ? `on ${limit}` : 'off'}</output>;
}

async function open() {
  const offer = { seconds: 30, payoutRate: '0.8500', minStake: '10.00', maxStake: '5000.00' };
  serve(listProducts.path, [sampleProduct({ durations: [offer] })]);
  await show(
    <>
      <Choice />
      <OneTapSheet open onClose={onClose} />
    </>,
    { common, trade },
  );
  await until(() => expect(button(oneTap.turnOn).disabled).toBe(false));
}

function choice(): string {
  return document.querySelector('output')?.textContent ?? '';
}

test.each([
  ['', oneTap.problem.required],
  ['0', oneTap.problem.invalid],
  ['5000.01', oneTap.problem.tooHigh.replace('{max}', '¥5,000.00')],
])('a limit of "%s" is refused at its field, and it stays off', async (limit, problem) => {
  await open();
  await type(oneTap.limit, limit);
  await press(oneTap.turnOn);
  expect([errorOf(oneTap.limit), choice(), onClose.mock.calls]).toEqual([problem, 'off', []]);
});

test('with a limit it is on for this member, until they turn it off', async () => {
  await open();
  expect(findButton(oneTap.turnOff)).toBeUndefined();
  await type(oneTap.limit, '500');
  await press(oneTap.turnOn);
  expect([choice(), onClose.mock.calls.length]).toEqual(['on 500', 1]);
  expect(field(oneTap.limit).value).toBe('500');
  await press(oneTap.turnOff);
  expect([choice(), onClose.mock.calls.length]).toEqual(['off', 2]);
});
