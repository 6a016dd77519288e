import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EARLY_MS_MAX, takeEarly } from './early.ts';

const URL = '/api/user/money';
const SENT = { token: 'T', language: 'en', sentAtMs: 1_000 };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  globalThis.candorEarly = { ...SENT, answers: { [URL]: Promise.resolve(new Response('{}')) } };
});

afterEach(() => {
  vi.useRealTimers();
  globalThis.candorEarly = undefined;
});

test('an answer is given once', async () => {
  expect(takeEarly('/api/index/member', 'T', 'en')).toBeNull();
  expect(await takeEarly(URL, 'T', 'en')).toBeInstanceOf(Response);
  expect(takeEarly(URL, 'T', 'en')).toBeNull();
});

test('another session never gets it', () => {
  expect(takeEarly(URL, 'other', 'en')).toBeNull();
  expect(takeEarly(URL, 'T', 'en')).toBeNull();
});

test('a question without a session takes it, one in another language does not', () => {
  expect(takeEarly(URL, 'T', 'zh-Hans')).toBeNull();
  expect(takeEarly(URL, null, 'en')).toBeNull();
  globalThis.candorEarly = { ...SENT, answers: { [URL]: Promise.resolve(new Response('{}')) } };
  expect(takeEarly(URL, null, 'en')).not.toBeNull();
});

test('an old answer is not used', () => {
  vi.setSystemTime(1_001 + EARLY_MS_MAX);
  expect(takeEarly(URL, 'T', 'en')).toBeNull();
});

test('without a page that asked, there is none', () => {
  globalThis.candorEarly = undefined;
  expect(takeEarly(URL, 'T', 'en')).toBeNull();
});
