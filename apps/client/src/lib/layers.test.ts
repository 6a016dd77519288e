// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { openLayer } from './layers.ts';
import { currentAddress, navigate, redirectTo, replaceQuery } from './location.ts';
import { paths } from './paths.ts';
import { browse, browser, overtake, reload, visit } from './testing/fake-history.ts';

/* Back closes a sheet before it leaves the page. */

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

test('back closes two sheets, the upper first, and only then leaves the page', () => {
  browseToPositions();
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
  browseToPositions();
  const { close } = sheet();
  close();
  vi.runAllTimers();
  expect(browser.at).toBe(1);
  history.back();
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('a page opened from a sheet takes its place: back is the page below', () => {
  vi.useFakeTimers();
  browseToPositions();
  const { close } = sheet();
  navigate(paths.order('one'));
  close();
  vi.runAllTimers();
  expect(currentAddress().path).toBe('/pages/order/orderInfo/index');
  history.back();
  expect(currentAddress().path).toBe('/pages/order/index');
});

test('a page replaced from a sheet is gone: back goes past it', () => {
  browseToPositions();
  sheet();
  navigate(paths.trade('ETHUSDT'), { replace: true });
  history.back();
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('what a sheet changed in the query stays when it closes', () => {
  vi.useFakeTimers();
  browseToPositions();
  const { close } = sheet();
  replaceQuery({ result: 'won' });
  close();
  vi.runAllTimers();
  expect(currentAddress().params.get('result')).toBe('won');
  expect(browser.entries[browser.at]?.hash).toContain('result=won');
});

/** A sheet that the query opened: closing takes its word out of the query. */
function sheetOfQuery() {
  replaceQuery({ move: 'in' });
  openLayer(() => {
    replaceQuery({ move: null });
    return true;
  });
}

test('a sheet of the query that closes because of another address leaves that address alone', () => {
  browseToPositions();
  sheetOfQuery();
  visit('#/pages/market/index?move=out');
  expect(currentAddress().path).toBe('/pages/market/index');
  expect(currentAddress().params.get('move')).toBe('out');
  expect(browser.entries[browser.at]?.hash).toBe('#/pages/market/index?move=out');
});

test('a sheet of the query that closes because back led past it leaves the page below alone', () => {
  browseToPositions();
  sheetOfQuery();
  history.go(-2);
  expect(browser.entries[browser.at]?.hash).toBe('#/pages/home/index');
  expect(currentAddress().path).toBe('/pages/home/index');
});

test('back that closes a sheet of the query takes its word out of the query', () => {
  browseToPositions();
  sheetOfQuery();
  history.back();
  expect(currentAddress().path).toBe('/pages/order/index');
  expect(browser.entries[browser.at]?.hash).toBe('#/pages/order/index');
});

test('a sheet that must stay open keeps its entry', () => {
  browseToPositions();
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
  browseToPositions();
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
  browseToPositions(20);
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
  browseToPositions(20);
  const { close } = sheet();
  close();
  vi.advanceTimersByTime(10);
  navigate(paths.order('one'));
  vi.advanceTimersByTime(20);
  expect(currentAddress().path).toBe('/pages/order/orderInfo/index');
  expect(browser.entries[browser.at]?.hash).toContain('orderInfo');
  history.back();
  vi.advanceTimersByTime(20);
  expect(currentAddress().path).toBe('/pages/order/index');
});

test('two sheets that closed at once leave no entry behind', () => {
  vi.useFakeTimers();
  browseToPositions(20);
  const [lower, upper] = [sheet(), sheet()];
  upper.close();
  lower.close();
  vi.advanceTimersByTime(100);
  expect(browser.at).toBe(1);
  expect(lower.closed).not.toHaveBeenCalled();
});

for (const stepMs of [0, 20])
  test(`a reload with two open sheets leaves no entry of theirs behind, with steps of ${stepMs} ms`, () => {
    vi.useFakeTimers();
    browseToPositions(stepMs);
    const [lower, upper] = [sheet(), sheet()];
    upper.close();
    lower.close();
    reload();
    vi.advanceTimersByTime(200);
    expect([browser.at, currentAddress().path]).toEqual([1, '/pages/order/index']);
    navigate(paths.order('one'));
    expect(browser.at).toBe(2);
    history.back();
    vi.advanceTimersByTime(100);
    history.back();
    vi.advanceTimersByTime(100);
    expect(currentAddress().path).toBe('/pages/home/index');
  });

test('a sheet that a reload opens again keeps its entry', () => {
  vi.useFakeTimers();
  browseToPositions(20);
  sheet().close();
  reload();
  const again = sheet();
  vi.advanceTimersByTime(100);
  expect(again.closed).not.toHaveBeenCalled();
  history.back();
  vi.advanceTimersByTime(100);
  expect(again.closed).toHaveBeenCalledOnce();
  expect([browser.at, currentAddress().path]).toEqual([1, '/pages/order/index']);
});

test('a step that was cut off does not swallow the next back', () => {
  vi.useFakeTimers();
  browseToPositions(20);
  const { close } = sheet();
  close();
  vi.advanceTimersByTime(5);
  browser.isStepCutOff = true;
  // A link pressed meanwhile: the browser gives it an entry without a state.
  browser.entries = [...browser.entries, { state: null, hash: '#/pages/order/orderInfo/index?id=one' }];
  browser.at += 1;
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(currentAddress().path).toBe('/pages/order/orderInfo/index');
  vi.advanceTimersByTime(3_000);
  browser.isStepCutOff = false;
  history.back();
  vi.advanceTimersByTime(100);
  expect(currentAddress().path).toBe('/pages/order/index');
});

test('a busy machine: the step off a menu that arrives late is not taken for a back of the member', () => {
  vi.useFakeTimers();
  browse();
  navigate(paths.positions());
  const menu = sheet();
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
  menu.close();
  vi.runOnlyPendingTimers();
  expect(back).toHaveBeenCalledOnce();
  // The question that the menu opened, and its answer: the member logs out.
  const question = sheet();
  redirectTo(paths.login(), null, false);
  question.close();
  // The page stood still for seconds: all that waited for a time runs first, and the step arrives after it.
  vi.runOnlyPendingTimers();
  back.mockRestore();
  overtake();
  expect(currentAddress().path).toBe(paths.login());
});
