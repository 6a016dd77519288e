// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { currentAddress, goBack, goToStep, navigate, openLayer, replaceQuery, startLocation } from './location.ts';
import { paths } from './paths.ts';

/* Back closes a sheet before it leaves the page. The browser's history is a list here: happy-dom has none. */

type Entry = { state: unknown; hash: string };
let entries: Entry[];
let at: number;
let isStepCutOff = false;

/** @param stepMs how long the browser takes for a step back */
function browse(stepMs = 0) {
  entries = [{ state: null, hash: '#/pages/home/index' }];
  at = 0;
  const put = (state: unknown, url?: string) => ({ state, hash: url ?? entries[at]?.hash ?? '' });
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state;
    },
    pushState: (state: unknown, _: string, url?: string) => {
      entries = [...entries.slice(0, at + 1), put(state, url)];
      at += 1;
    },
    replaceState: (state: unknown, _: string, url?: string) => {
      entries = entries.with(at, put(state, url));
    },
    back: () => {
      if (stepMs === 0) stepBack();
      else setTimeout(stepBack, stepMs);
    },
    forward: () => stepTo(at + 1),
    go: (by: number) => {
      if (stepMs === 0) stepTo(at + by);
      else setTimeout(() => stepTo(at + by), stepMs);
    },
  });
  vi.stubGlobal('location', {
    get hash() {
      return entries[at]?.hash ?? '';
    },
  });
  startLocation();
  navigate(paths.positions());
}

function stepBack() {
  stepTo(at - 1);
}

function stepTo(next: number) {
  if (next < 0 || next >= entries.length || isStepCutOff) return;
  at = next;
  window.dispatchEvent(new PopStateEvent('popstate'));
}

function sheet() {
  const closed = vi.fn(() => true);
  return { closed, close: openLayer(closed) };
}

afterEach(() => {
  vi.useRealTimers();
});

test('back closes two sheets, the upper first, and only then leaves the page', () => {
  browse();
  const [lower, upper] = [sheet(), sheet()];
  history.back();
  expect([lower.closed.mock.calls.length, upper.closed.mock.calls.length]).toEqual([0, 1]);
  expect(currentAddress().path).toBe('/pages/order/index');
  history.back();
  expect(lower.closed).toHaveBeenCalledOnce();
  expect(currentAddress().path).toBe('/pages/order/index');
  history.back();
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('a sheet that closed by itself leaves no entry behind', () => {
  vi.useFakeTimers();
  browse();
  const { close } = sheet();
  close();
  vi.runAllTimers();
  expect(at).toBe(1);
  history.back();
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('a page opened from a sheet takes its place: back is the page below', () => {
  vi.useFakeTimers();
  browse();
  const { close } = sheet();
  navigate(paths.order('one'));
  close();
  vi.runAllTimers();
  expect(currentAddress().path).toBe('/pages/order/orderInfo/index');
  history.back();
  expect(currentAddress().path).toBe('/pages/order/index');
});

test('a page replaced from a sheet is gone: back goes past it', () => {
  browse();
  sheet();
  navigate(paths.trade('ETHUSDT'), { replace: true });
  history.back();
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('what a sheet changed in the query stays when it closes', () => {
  vi.useFakeTimers();
  browse();
  const { close } = sheet();
  replaceQuery({ result: 'won' });
  close();
  vi.runAllTimers();
  expect(currentAddress().params.get('result')).toBe('won');
  expect(entries[at]?.hash).toContain('result=won');
});

test('a sheet that must stay open keeps its entry', () => {
  browse();
  const stays = vi.fn(() => false);
  vi.useFakeTimers();
  const close = openLayer(stays);
  history.back();
  history.back();
  expect(stays).toHaveBeenCalledTimes(2);
  expect(currentAddress().path).toBe('/pages/order/index');
  close();
  vi.runAllTimers();
});

test('a sheet opened in the moment another closes takes its entry', () => {
  vi.useFakeTimers();
  browse();
  const first = sheet();
  first.close();
  const second = sheet();
  vi.runAllTimers();
  expect(second.closed).not.toHaveBeenCalled();
  history.back();
  expect(second.closed).toHaveBeenCalledOnce();
  expect(currentAddress().path).toBe('/pages/order/index');
  history.back();
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('a sheet opened while the step off a closed one is under way stays open', () => {
  vi.useFakeTimers();
  browse(20);
  const first = sheet();
  first.close();
  vi.advanceTimersByTime(10);
  const second = sheet();
  vi.advanceTimersByTime(20);
  expect(second.closed).not.toHaveBeenCalled();
  history.back();
  vi.advanceTimersByTime(20);
  expect(second.closed).toHaveBeenCalledOnce();
  expect(currentAddress().path).toBe('/pages/order/index');
  history.back();
  vi.advanceTimersByTime(20);
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('a page opened while the step off a closed sheet is under way stays', () => {
  vi.useFakeTimers();
  browse(20);
  const { close } = sheet();
  close();
  vi.advanceTimersByTime(10);
  navigate(paths.order('one'));
  vi.advanceTimersByTime(20);
  expect(currentAddress().path).toBe('/pages/order/orderInfo/index');
  expect(entries[at]?.hash).toContain('orderInfo');
  history.back();
  vi.advanceTimersByTime(20);
  expect(currentAddress().path).toBe('/pages/order/index');
});

test('two sheets that closed at once leave no entry behind', () => {
  vi.useFakeTimers();
  browse(20);
  const [lower, upper] = [sheet(), sheet()];
  upper.close();
  lower.close();
  vi.advanceTimersByTime(100);
  expect(at).toBe(1);
  expect(lower.closed).not.toHaveBeenCalled();
});

test('a step that was cut off does not swallow the next back', () => {
  vi.useFakeTimers();
  browse(20);
  const { close } = sheet();
  close();
  vi.advanceTimersByTime(5);
  isStepCutOff = true;
  // A link pressed meanwhile: the browser gives it an entry without a state.
  entries = [...entries, { state: null, hash: '#/pages/order/orderInfo/index?id=one' }];
  at += 1;
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(currentAddress().path).toBe('/pages/order/orderInfo/index');
  vi.advanceTimersByTime(3_000);
  isStepCutOff = false;
  history.back();
  vi.advanceTimersByTime(100);
  expect(currentAddress().path).toBe('/pages/order/index');
});

for (const stepMs of [0, 20])
  test(`a relaunch leaves no earlier page behind, with steps of ${stepMs} ms`, () => {
    vi.useFakeTimers();
    browse(stepMs);
    navigate(paths.market());
    sheet();
    navigate(paths.history(), { relaunch: true });
    expect(entries[at]?.hash).toContain('history');
    vi.advanceTimersByTime(100);
    expect(at).toBe(0);
    expect(currentAddress().path).toBe(pathOf(paths.history()));
    // What lies ahead is of the stack before: forward stays here.
    history.forward();
    vi.advanceTimersByTime(100);
    expect([at, currentAddress().path]).toEqual([0, pathOf(paths.history())]);
  });

test('forward into what a relaunch left does not let the next relaunch stop too early', () => {
  browse();
  navigate(paths.home(), { relaunch: true });
  navigate(paths.market());
  navigate(paths.history(), { relaunch: true });
  history.forward();
  navigate(paths.positions());
  navigate(paths.home(), { relaunch: true });
  expect([at, currentAddress().path]).toEqual([0, pathOf(paths.home())]);
});

test('tabs one after the other are one entry', () => {
  browse();
  for (const tab of [paths.home(), paths.recharge(), paths.history()]) navigate(tab, { relaunch: true });
  expect(at).toBe(0);
  navigate(paths.positions());
  history.back();
  expect(currentAddress().path).toBe(pathOf(paths.history()));
});

test('pages that follow a relaunch at once are above it', () => {
  vi.useFakeTimers();
  browse(20);
  navigate(paths.home(), { relaunch: true });
  navigate(paths.recharge(), { replace: true });
  navigate(paths.positions());
  const { closed } = sheet();
  vi.advanceTimersByTime(100);
  expect(at).toBe(2);
  expect(currentAddress().path).toBe(pathOf(paths.positions()));
  history.back();
  vi.advanceTimersByTime(100);
  expect(closed).toHaveBeenCalledOnce();
  history.back();
  vi.advanceTimersByTime(100);
  expect([at, currentAddress().path]).toEqual([0, pathOf(paths.recharge())]);
});

test('each step of a wizard is an entry: back and forward go one, and the page stays', () => {
  browse();
  goToStep(1);
  goToStep(2);
  history.back();
  expect(stepNow()).toBe(1);
  history.forward();
  expect(stepNow()).toBe(2);
  goBack(paths.home());
  goBack(paths.home());
  expect([stepNow(), currentAddress().path]).toEqual([0, pathOf(paths.positions())]);
  goBack(paths.home());
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('a step back by the page itself goes down to that step, and forward still works', () => {
  browse();
  goToStep(3);
  goToStep(0);
  expect([stepNow(), at]).toEqual([0, 1]);
  history.forward();
  expect(stepNow()).toBe(1);
  history.forward();
  history.forward();
  expect(at).toBe(4);
  navigate(paths.home(), { relaunch: true });
  expect(at).toBe(0);
});

for (const [name, movement, left] of [
  ['replaces it', { replace: true }, '/pages/home/index'],
  ['relaunches', { relaunch: true }, null],
] as const)
  test(`a page that ${name} leaves nothing of the wizard behind`, () => {
    browse();
    goToStep(2);
    navigate(paths.history(), movement);
    expect(at).toBe(left === null ? 0 : 1);
    history.back();
    expect(currentAddress().path).toBe(left ?? pathOf(paths.history()));
  });

function stepNow(): unknown {
  const state = entries[at]?.state;
  return typeof state === 'object' && state !== null && 'step' in state ? state.step : null;
}

function pathOf(path: string): string {
  return path.split('?')[0] ?? '';
}
