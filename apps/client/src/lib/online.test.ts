// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { followOnline, isOnline, setHeard } from './online.ts';

let isDeviceOnline: boolean;

beforeEach(() => {
  isDeviceOnline = true;
  setHeard(false);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isDeviceOnline);
});

test.each([
  [true, true, true],
  [true, false, true],
  [false, true, true],
  [false, false, false],
])('the device says %s, the server was heard: %s; online is %s', (device, heard, online) => {
  isDeviceOnline = device;
  setHeard(heard);
  expect(isOnline()).toBe(online);
});

test('whoever follows hears of both until they stop', () => {
  const listener = vi.fn();
  const stop = followOnline(listener);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  setHeard(true);
  setHeard(true);
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  setHeard(false);
  window.dispatchEvent(new Event('offline'));
  expect(listener).toHaveBeenCalledTimes(3);
});
