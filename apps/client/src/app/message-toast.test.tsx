// @vitest-environment happy-dom
import type { MessageView } from '@candor/contract/messages';
import { showToast, ToastHost } from '@candor/ui/toast.tsx';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { navigate } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import texts from '../locales/en/messages.json';
import security from '../locales/en/security.json';
import { link, messages, show, startScreens } from '../services/testing/screen.tsx';
import { MessageToast } from './message-toast.tsx';

startScreens();

beforeEach(() => {
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
});

const CREDITED: MessageView = {
  id: '2',
  kind: 'deposit',
  state: 'approved',
  subject: 'a',
  amount: '500.00',
  reason: null,
  at: '2026-11-21T03:00:00.000Z',
  unread: true,
};

async function arrive(told: readonly MessageView[], path: string): Promise<string> {
  act(() => {
    showToast('');
    navigate(`/${path.slice(1)}`);
  });
  await show(
    <>
      <MessageToast messages={told} />
      <ToastHost />
    </>,
    { messages: texts, security },
  );
  return messages().join('');
}

test('a deposit that was credited is told, with the way to it', async () => {
  expect(await arrive([CREDITED], paths.home())).toContain('500.00');
  expect(link(texts.see)?.hash).toBe(`#${paths.depositRecords('a')}`);
});

test('its own page shows it, so no toast lies over it; other news is told there', async () => {
  expect(await arrive([CREDITED], paths.deposit('a'))).toBe('');
  const other: MessageView = { ...CREDITED, id: '3', subject: 'b', amount: '20.00' };
  expect(await arrive([CREDITED, other], paths.deposit('a'))).toContain('20.00');
  expect(link(texts.see)?.hash).toBe(`#${paths.depositRecords('b')}`);
});
