// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Worker = EventTarget & { postMessage: ReturnType<typeof vi.fn> };

/** A browser's service workers, as far as the app uses them. */
function fakeBrowser(isFollowed: boolean) {
  const container = new EventTarget();
  const registration = Object.assign(new EventTarget(), {
    waiting: null as Worker | null,
    installing: null as Worker | null,
    update: vi.fn(async () => undefined),
  });
  const register = vi.fn(async () => registration);
  const serviceWorker = Object.assign(container, { controller: isFollowed ? {} : null, register });
  vi.stubGlobal('navigator', { serviceWorker, onLine: true });
  return {
    registration,
    register,
    install() {
      const worker: Worker = Object.assign(new EventTarget(), { postMessage: vi.fn() });
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      registration.installing = null;
      registration.waiting = worker;
      worker.dispatchEvent(new Event('statechange'));
      return worker;
    },
    takeOver: () => container.dispatchEvent(new Event('controllerchange')),
  };
}

const reload = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  reload.mockClear();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a new version waits until the member takes it, then the page is loaded once', async () => {
  const browser = fakeBrowser(true);
  const { newVersion, startAppVersion, takeNewVersion } = await import('./app-version.ts');
  await startAppVersion();
  expect(browser.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  expect(newVersion.get()).toBeNull();
  const worker = browser.install();
  expect([newVersion.get(), reload.mock.calls.length]).toEqual(['waiting', 0]);
  takeNewVersion();
  expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  browser.takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a worker that does not take over is left behind', async () => {
  const browser = fakeBrowser(true);
  const { startAppVersion, takeNewVersion } = await import('./app-version.ts');
  await startAppVersion();
  browser.install();
  takeNewVersion();
  vi.advanceTimersByTime(4_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the other tabs are not loaded under the hands of the member: they say that they are old', async () => {
  const browser = fakeBrowser(true);
  const { newVersion, startAppVersion, takeNewVersion } = await import('./app-version.ts');
  await startAppVersion();
  browser.takeOver();
  expect([newVersion.get(), reload.mock.calls.length]).toEqual(['in-place', 0]);
  takeNewVersion();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the first worker of a device replaces nothing', async () => {
  const browser = fakeBrowser(false);
  const { newVersion, startAppVersion } = await import('./app-version.ts');
  await startAppVersion();
  browser.install();
  browser.takeOver();
  expect([newVersion.get(), reload.mock.calls.length]).toEqual([null, 0]);
});

test('a new version is looked for every half hour', async () => {
  const browser = fakeBrowser(true);
  const { startAppVersion } = await import('./app-version.ts');
  await startAppVersion();
  vi.advanceTimersByTime(30 * 60_000);
  expect(browser.registration.update).toHaveBeenCalledTimes(1);
});
