import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EARLY_MS_MAX, takeEarly } from './early.ts';

const URL = '/api/user/money';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  globalThis.candorEarly = { token: 'T', sentAtMs: 1_000, answers: { [URL]: Promise.resolve(new Response('{}')) } };
});

afterEach(() => {
  vi.useRealTimers();
  globalThis.candorEarly = undefined;
});

test('an answer is given once', async () => {
  expect(takeEarly('/api/index/member', 'T')).toBeNull();
  expect(await takeEarly(URL, 'T')).toBeInstanceOf(Response);
  expect(takeEarly(URL, 'T')).toBeNull();
});

test('another session never gets it', () => {
  expect(takeEarly(URL, 'other')).toBeNull();
  expect(takeEarly(URL, 'T')).toBeNull();
});

test('an old answer is not used', () => {
  vi.setSystemTime(1_001 + EARLY_MS_MAX);
  expect(takeEarly(URL, 'T')).toBeNull();
});

test('without a page that asked, there is none', () => {
  globalThis.candorEarly = undefined;
  expect(takeEarly(URL, 'T')).toBeNull();
});
