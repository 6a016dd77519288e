// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { sampleOrder } from '../lib/testing/sample-order.ts';
import { readKept } from '../lib/kept-store.ts';
import proof from '../locales/en/proof.json';
import { recallLateOrders, tellLateOrder } from '../services/active-order/late-orders.ts';
import { session } from '../services/session/session.ts';
import { press, show, startScreens, until } from '../services/testing/screen.tsx';
import { LateOrders } from './late-layers.tsx';

/* An order whose answer was lost, as a member learns of it. */

startScreens();

test('stays with its link until the member has seen it, and is nobody else’s', async () => {
  session.begin('token', 'demo');
  session.takeProfile({ name: 'demo', avatar: '', roles: [], permissions: [] } as never);
  const order = sampleOrder({});
  await tellLateOrder(order, 'demo', false);
  await tellLateOrder({ ...order, id: '019a9f00-0000-7000-8000-0000000000aa' }, 'demo', true);
  await tellLateOrder({ ...order, id: '019a9f00-0000-7000-8000-0000000000bb' }, 'another', true);
  await act(async () => await recallLateOrders());
  await show(<LateOrders />, { proof });
  await until(() => expect(document.body.textContent).toContain('was accepted, although this device got no answer'));
  expect(document.querySelector('a')?.getAttribute('href')).toContain(order.id);
  await press('Got it');
  expect(document.body.textContent).toContain('although the site told this device that it was not');
  await press('Got it');
  expect(document.body.textContent).toBe('');
  expect(await readKept('orders-late')).toMatchObject([{ account: 'another' }]);
});
