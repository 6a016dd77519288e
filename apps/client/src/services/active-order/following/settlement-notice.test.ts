// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setPageTitle } from '../../../lib/tab-title.ts';
import { isFirstToTell, tellSettlement } from './settlement-notice.ts';

const settlement = { id: 'a', result: 'Won +¥85.00', product: 'Bitcoin' };
const quiet = { sound: false, vibration: false, notifications: false };
const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);

function show(visible: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  vibrate.mockClear();
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: true } });
  setPageTitle('Home');
});

afterEach(() => {
  show(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('only the first tab that asks announces an order', async () => {
  expect(await isFirstToTell('a')).toBe(true);
  expect(await isFirstToTell('a')).toBe(false);
  expect(await isFirstToTell('b')).toBe(true);
});

test('signals are given once for an order, and only the chosen ones', async () => {
  show(true);
  await tellSettlement(settlement, { ...quiet, vibration: true });
  await tellSettlement(settlement, { ...quiet, vibration: true });
  await tellSettlement({ ...settlement, id: 'b' }, quiet);
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(document.title).toBe('Home');
});

test('a page that nobody has touched does not vibrate', async () => {
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: false } });
  show(true);
  await tellSettlement(settlement, { ...quiet, vibration: true });
  expect(vibrate).not.toHaveBeenCalled();
});

test('the title of a hidden tab shows the result until the tab is visible', async () => {
  show(false);
  for (const id of ['a', 'b']) {
    const announced = tellSettlement({ ...settlement, id }, quiet);
    await vi.advanceTimersByTimeAsync(500);
    await announced;
  }
  expect(document.title).toBe('Won +¥85.00 · Bitcoin');
  show(true);
  expect(document.title).toBe('Home');
});

test('a hidden tab lets a visible one announce the result', async () => {
  show(false);
  const hidden = tellSettlement(settlement, { ...quiet, vibration: true });
  await isFirstToTell('a');
  await vi.advanceTimersByTimeAsync(500);
  await hidden;
  expect(vibrate).not.toHaveBeenCalled();
  expect(document.title).toBe('Home');
});
