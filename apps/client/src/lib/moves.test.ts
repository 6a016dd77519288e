// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { openLayer } from './layers.ts';
import { currentAddress, navigate } from './location.ts';
import { paths } from './paths.ts';
import { browse, browser, overtake, pathOf } from './testing/fake-history.ts';

/* A relaunch leaves nothing of the pages before. */

/** The browser is at a page with another below it. */
function browseToPositions(stepMs = 0) {
  browse(stepMs);
  navigate(paths.positions());
}

function sheet() {
  const closed = vi.fn(() => true);
  return { closed, close: openLayer(closed) };
}

afterEach(() => {
  vi.useRealTimers();
});

for (const stepMs of [0, 20])
  test(`a relaunch leaves no earlier page behind, with steps of ${stepMs} ms`, () => {
    vi.useFakeTimers();
    browseToPositions(stepMs);
    navigate(paths.market());
    sheet();
    navigate(paths.history(), { relaunch: true });
    expect(browser.entries[browser.at]?.hash).toContain('history');
    vi.advanceTimersByTime(100);
    expect(browser.at).toBe(0);
    expect(currentAddress().path).toBe(pathOf(paths.history()));
    // What lies ahead is of the stack before: forward stays here.
    history.forward();
    vi.advanceTimersByTime(100);
    expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.history())]);
  });

test('forward into what a relaunch left does not let the next relaunch stop too early', () => {
  browseToPositions();
  navigate(paths.home(), { relaunch: true });
  navigate(paths.market());
  navigate(paths.history(), { relaunch: true });
  history.forward();
  navigate(paths.positions());
  navigate(paths.home(), { relaunch: true });
  expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.home())]);
});

test('tabs one after the other are one entry', () => {
  browseToPositions();
  for (const tab of [paths.home(), paths.recharge(), paths.history()]) navigate(tab, { relaunch: true });
  expect(browser.at).toBe(0);
  navigate(paths.positions());
  history.back();
  expect(currentAddress().path).toBe(pathOf(paths.history()));
});

test('a back that overtakes the way down of a relaunch shows nothing of before, and is carried out below it', () => {
  vi.useFakeTimers();
  browseToPositions(20);
  navigate(paths.market());
  navigate(paths.order('one'));
  const back = vi.spyOn(history, 'back');
  navigate(paths.history(), { relaunch: true });
  overtake();
  expect(currentAddress().path).toBe(pathOf(paths.history()));
  vi.advanceTimersByTime(100);
  expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.history())]);
  expect(browser.entries[0]?.hash).toBe(`#${pathOf(paths.history())}`);
  // Out of the site, if there is anything below it.
  expect(back).toHaveBeenCalledOnce();
});

test("a back after the way down of a relaunch is the browser's own", () => {
  vi.useFakeTimers();
  browseToPositions(20);
  const back = vi.spyOn(history, 'back');
  navigate(paths.history(), { relaunch: true });
  vi.advanceTimersByTime(100);
  expect(back).not.toHaveBeenCalled();
});

test('a way down that was cut off goes on when back leads into what was left', () => {
  vi.useFakeTimers();
  browseToPositions(20);
  navigate(paths.market());
  browser.isStepCutOff = true;
  navigate(paths.history(), { relaunch: true });
  vi.advanceTimersByTime(3_000);
  browser.isStepCutOff = false;
  navigate(paths.order('one'));
  history.back();
  vi.advanceTimersByTime(100);
  expect(currentAddress().path).toBe(pathOf(paths.history()));
  history.back();
  vi.advanceTimersByTime(100);
  expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.history())]);
  expect(browser.entries[0]?.hash).toBe(`#${pathOf(paths.history())}`);
});

test('a way down that arrives too late still ends at its page', () => {
  vi.useFakeTimers();
  browseToPositions(5_000);
  navigate(paths.history(), { relaunch: true });
  vi.advanceTimersByTime(20_000);
  expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.history())]);
  expect(browser.entries[0]?.hash).toBe(`#${pathOf(paths.history())}`);
});

test('pages that follow a relaunch at once are above it', () => {
  vi.useFakeTimers();
  browseToPositions(20);
  navigate(paths.home(), { relaunch: true });
  navigate(paths.recharge(), { replace: true });
  navigate(paths.positions());
  const { closed } = sheet();
  vi.advanceTimersByTime(100);
  expect(browser.at).toBe(2);
  expect(currentAddress().path).toBe(pathOf(paths.positions()));
  history.back();
  vi.advanceTimersByTime(100);
  expect(closed).toHaveBeenCalledOnce();
  history.back();
  vi.advanceTimersByTime(100);
  expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.recharge())]);
});

for (const isDeep of [false, true])
  test(`a relaunch just after a sheet closed stays on the site, ${isDeep ? 'with pages below' : 'on the first page'}`, () => {
    vi.useFakeTimers();
    if (isDeep) browseToPositions(60);
    else browse(60);
    const [back, go] = [vi.spyOn(history, 'back'), vi.spyOn(history, 'go')];
    sheet().close();
    vi.advanceTimersByTime(20);
    navigate(paths.history(), { relaunch: true });
    vi.advanceTimersByTime(1_000);
    expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.history())]);
    expect(browser.entries[0]?.hash).toBe(`#${pathOf(paths.history())}`);
    // The first is the app's own, off the sheet.
    expect([back.mock.calls, go.mock.calls]).toEqual([[[]], isDeep ? [[-1]] : []]);
  });

test('a second relaunch while the first is on its way down goes no further than the first', () => {
  vi.useFakeTimers();
  browseToPositions(60);
  const [back, go] = [vi.spyOn(history, 'back'), vi.spyOn(history, 'go')];
  sheet().close();
  vi.advanceTimersByTime(20);
  navigate(paths.recharge(), { relaunch: true });
  navigate(paths.history(), { relaunch: true });
  vi.advanceTimersByTime(1_000);
  expect([browser.at, currentAddress().path]).toEqual([0, pathOf(paths.history())]);
  expect(browser.entries[0]?.hash).toBe(`#${pathOf(paths.history())}`);
  expect([back.mock.calls, go.mock.calls]).toEqual([[[]], [[-1]]]);
});
