// @vitest-environment happy-dom
import { readEarnings } from '@candor/contract/calls/wallet';
import { expect, test } from 'vitest';
import account from '../../locales/en/account.json';
import common from '../../locales/en/common.json';
import { messages, serve, show, startScreens } from '../../services/testing/screen.tsx';
import { EarningsScreen } from './earnings-screen.tsx';

startScreens();

const { earnings } = account;

async function open(asked: string | null) {
  serve(readEarnings.path, {
    date: asked ?? '2026-11-21',
    total: '0.00',
    expected: '0.00',
    interest: [],
    orders: [],
    nextCursor: null,
  });
  await show(<EarningsScreen asked={asked} />, { account, common });
}

function heading() {
  return document.querySelector('section h2')?.textContent;
}

test.each([
  ['2026-13-45', earnings.noDate],
  ['2099-01-01', earnings.notYet],
])('%s in the address: it is told, and today is shown', async (asked, told) => {
  await open(asked);
  expect(messages()).toContain(told);
  expect(heading()).toBe(earnings.today);
});

test.each([[null], ['2026-11-20']])('nothing is told of %s', async (asked) => {
  await open(asked);
  expect(messages().filter((text) => text === earnings.noDate || text === earnings.notYet)).toEqual([]);
  expect(heading()).toBe(asked === null ? earnings.today : earnings.ofDate.replace('{date}', asked));
});
