// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { plainError } from '@candor/api-client/api-error';
import common from '../locales/en/common.json';
import { keptCandles } from '../services/chart/kept-candles.ts';
import { settle, show, startScreens } from '../services/testing/screen.tsx';
import { ShellBanner } from './shell-banner.tsx';

/* What the line above every page says about the connection, and about prices that are not new. */

startScreens();

const CANDLE = { t: '2026-11-21T02:00:00.000Z', o: '1.00', h: '1.00', l: '1.00', c: '1.00', v: '0' };

test('the site does not answer a device that is online: an old chart says its age all the same', async () => {
  await show(<ShellBanner />, { common });
  expect(document.body.textContent).toBe('');
  const chart = keptCandles();
  const gone = chart.show();
  await act(
    async () =>
      void (await chart.read(
        'BTCUSDT/1m',
        async () => [CANDLE],
        undefined,
        () => Date.UTC(2026, 10, 21, 2),
      )),
  );
  expect(document.body.textContent).toBe('');
  await settle();
  await act(
    async () =>
      void (await chart.read('BTCUSDT/1m', async () => {
        throw plainError(0, 'NETWORK_ERROR');
      })),
  );
  expect(document.body.textContent).toContain('Chart as of 2026-11-21');
  act(() => gone());
  expect(document.body.textContent).toBe('');
});
