// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { setPageTitle, setTitleCountdown, tellInTitle } from './tab-title.ts';

function show(visible: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible);
  document.dispatchEvent(new Event('visibilitychange'));
}

afterEach(() => {
  setTitleCountdown(null);
  show(true);
  vi.restoreAllMocks();
});

test('a countdown comes before the name of the shown page, and goes away when it ends', () => {
  setPageTitle('Home');
  setTitleCountdown('0:42 ▲ Bitcoin');
  expect(document.title).toBe('0:42 ▲ Bitcoin · Home');
  setPageTitle('Markets');
  expect(document.title).toBe('0:42 ▲ Bitcoin · Markets');
  setTitleCountdown(null);
  expect(document.title).toBe('Markets');
});

test('news stays in the title until the tab is visible; then the current name or countdown is back', () => {
  setPageTitle('Home');
  show(false);
  tellInTitle('Won');
  setTitleCountdown('0:07');
  setPageTitle('Orders');
  expect(document.title).toBe('Won');
  show(true);
  expect(document.title).toBe('0:07 · Orders');
});
