// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, writeKept } from '../../lib/kept-store.ts';
import { language } from '../../lib/language.ts';
import { changeDisplay, display } from '../../lib/preferences.ts';
import { followAppearance, restoreAppearance } from './account-appearance.ts';
import { session } from './session.ts';

const server = vi.hoisted(() => ({ get: vi.fn(), put: vi.fn() }));
vi.mock('../api/request.ts', async () => ({
  call: (await import('../testing/call-by-method.ts')).callByMethod(server),
}));
vi.mock('../../lib/i18n.tsx', async () => {
  const { applyLanguage } = await import('../../lib/language.ts');
  return { switchLanguage: async (chosen: 'en') => (applyLanguage(chosen), true) };
});

const NOW = Date.UTC(2026, 10, 22, 12);
const { indexedDB } = fakeIndexedDb();
/** What the account says, and when that was chosen. */
let account: {
  language: string | null;
  riseColour: string | null;
  theme: string;
  care: boolean;
  looksAt: string | null;
};
let stop: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('indexedDB', indexedDB);
  session.begin('token', 'alice');
  session.takeProfile({ sessionKey: 'x', name: 'alice', avatar: '', roles: [], permissions: [] });
  account = { language: null, riseColour: null, theme: 'system', care: false, looksAt: null };
  server.get.mockReset().mockImplementation(async () => account);
  server.put.mockReset().mockImplementation(async (_path: string, appearance: object) => {
    account = { ...account, ...appearance, looksAt: new Date().toISOString() };
    return account;
  });
  changeDisplay({ theme: 'dark', updown: null, care: 'off' });
  language.set('en');
});
afterEach(async () => {
  stop();
  await vi.runAllTimersAsync();
  session.end('logout');
  await writeKept('looks:alice', null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function enter(): Promise<void> {
  stop = followAppearance('alice', await restoreAppearance('alice'));
  await vi.advanceTimersByTimeAsync(10);
}

async function kept(): Promise<{ chosenAtMs: number; display: { theme: string } }> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the code under test wrote
  return (await readKept('looks:alice')) as Awaited<ReturnType<typeof kept>>;
}

test('several choices in a row are one call, and other choices of the device are none', async () => {
  await enter();
  changeDisplay({ theme: 'light' });
  changeDisplay({ care: 'on' });
  language.set('zh-Hant');
  changeDisplay({ helpPosition: 0.5, sound: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.put.mock.calls.map(([, appearance]) => appearance)).toEqual([
    { theme: 'light', care: true, riseColour: null, language: 'zh-Hant' },
  ]);
  changeDisplay({ sound: false });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.put).toHaveBeenCalledTimes(1);
});

test('a new device takes over what the account says, and does not send it back', async () => {
  account = {
    language: 'zh-Hans',
    riseColour: 'blue',
    theme: 'light',
    care: true,
    looksAt: new Date(NOW - 9e6).toISOString(),
  };
  await enter();
  expect(display.get()).toMatchObject({ theme: 'light', updown: 'blue-up', care: 'on' });
  expect(language.get()).toBe('zh-Hans');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.put).not.toHaveBeenCalled();
  expect(await kept()).toMatchObject({ chosenAtMs: NOW - 9e6, display: { theme: 'light' } });
});

test('a later choice on this device stays, and the account learns it; an earlier one gives way', async () => {
  await writeKept('looks:alice', { display: { theme: 'dark', care: 'on' }, language: 'en', chosenAtMs: NOW - 1_000 });
  account = { ...account, theme: 'light', looksAt: new Date(NOW - 5_000).toISOString() };
  await enter();
  expect(display.get()).toMatchObject({ theme: 'dark', care: 'on' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(account).toMatchObject({ theme: 'dark', care: true });
  stop();
  account = { ...account, theme: 'light', looksAt: new Date(NOW + 60_000).toISOString() };
  await enter();
  expect(display.get().theme).toBe('light');
});

test('without a network the choice waits on the device for the next visit', async () => {
  server.get.mockRejectedValue(new TypeError('connection lost'));
  server.put.mockRejectedValue(new TypeError('connection lost'));
  await enter();
  changeDisplay({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(2_000);
  stop();
  server.get.mockImplementation(async () => account);
  server.put.mockImplementation(async (_path: string, appearance: object) => (account = { ...account, ...appearance }));
  await enter();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(account).toMatchObject({ theme: 'light' });
});

test('a restored language is no new choice, and a choice before any other is not sent', async () => {
  await writeKept('looks:alice', { display: { theme: 'light' }, language: 'zh-Hant' });
  await enter();
  expect([display.get().theme, language.get()]).toEqual(['light', 'zh-Hant']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.put).not.toHaveBeenCalled();
});

test('an answer that comes after the member left changes nothing', async () => {
  const answer = Promise.withResolvers<typeof account>();
  server.get.mockReturnValue(answer.promise);
  await enter();
  stop();
  session.end('logout');
  answer.resolve({ ...account, theme: 'light', looksAt: new Date(NOW).toISOString() });
  await vi.advanceTimersByTimeAsync(10);
  expect(display.get().theme).toBe('dark');
});
