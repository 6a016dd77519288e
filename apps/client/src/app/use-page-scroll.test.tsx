// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigate, replaceQuery } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { goToStep } from '../lib/steps.ts';
import { browse } from '../lib/testing/fake-history.ts';
import { usePageScroll } from './use-page-scroll.ts';

/* A phone is 568 high and a form is longer: whoever pressed "Next" at its end is at the top of what comes. */

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let scrolled = 0;
let root = createRoot(document.createElement('div'));

function Page() {
  usePageScroll(true);
  return null;
}

function scrollBy(member: number) {
  scrolled = member;
}

beforeEach(() => {
  browse();
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled);
  vi.stubGlobal('scrollTo', (_: number, y: number) => (scrolled = y));
  act(() => navigate(paths.recharge()));
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Page />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
});

test('a step of a wizard begins at its top, and back leads to where the step before was left', () => {
  scrollBy(676);
  act(() => goToStep(1));
  expect(scrolled).toBe(0);
  scrollBy(120);
  act(() => history.back());
  expect(scrolled).toBe(676);
  act(() => history.forward());
  expect(scrolled).toBe(120);
});

test('the same page with another thing on it begins at its top; a filter leaves the page where it is', () => {
  scrollBy(300);
  act(() => replaceQuery({ method: 'usdt' }));
  expect(scrolled).toBe(300);
  act(() => navigate(paths.deposit('01a21d4c-3b83-734c-9a27-b396c4b09f9f')));
  expect(scrolled).toBe(0);
  act(() => history.back());
  expect(scrolled).toBe(300);
});
