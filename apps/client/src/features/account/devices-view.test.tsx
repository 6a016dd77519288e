// @vitest-environment happy-dom
import { listSessions } from '@candor/contract/calls/account';
import { expect, test } from 'vitest';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import account from '../../locales/en/account.json';
import common from '../../locales/en/common.json';
import { serve, show, startScreens } from '../../services/testing/screen.tsx';
import { DevicesView } from './devices-view.tsx';

startScreens();

function session(id: string, current: boolean) {
  const hourAgo = new Date(Date.parse(SITE_CONFIG.serverTime) - 3_600_000).toISOString();
  return {
    id,
    device: 'Chrome 156 · Linux',
    address: null,
    createdAt: hourAgo,
    lastSeenAt: hourAgo,
    expiresAt: hourAgo,
    current,
  };
}

test('this device is in use now, whenever the server last noted it', async () => {
  serve(listSessions.path, {
    items: [
      session('00000000-0000-4000-8000-000000000001', true),
      session('00000000-0000-4000-8000-000000000002', false),
    ],
    nextCursor: null,
  });
  await show(<DevicesView />, { account, common });
  const [mine, other] = Array.from(document.querySelectorAll('li'), ({ textContent }) => textContent);
  expect(mine).toMatch(/just now/i);
  expect(other).toMatch(/1 hour ago/i);
});
