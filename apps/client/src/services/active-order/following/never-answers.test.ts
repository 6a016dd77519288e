// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { choosePush, PushRefused } from '../../push/push.ts';
import { isFirstToTell } from './settlement-notice.ts';
import { askToNotify } from './settlement-signals.ts';

/* A browser that is asked and never answers. */

const NEVER = new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => await NEVER });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
});

async function outcome(work: Promise<unknown>): Promise<unknown> {
  const ended = work.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  return await ended;
}

test('a result is told although another tab holds the lock for ever, and once', async () => {
  Object.defineProperty(navigator, 'locks', { value: { request: async () => await NEVER }, configurable: true });
  expect(await outcome(isFirstToTell('order'))).toBe(true);
  expect(await outcome(isFirstToTell('order'))).toBe(false);
});

test('a permission that is never given or refused is none', async () => {
  expect(await outcome(askToNotify())).toBe(false);
  expect(await outcome(choosePush({ kinds: ['settlement'], amounts: false }))).toBeInstanceOf(PushRefused);
});
