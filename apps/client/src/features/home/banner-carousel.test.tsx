// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLocation } from '../../lib/location.ts';
import common from '../../locales/en/common.json';
import notices from '../../locales/en/notices.json';
import { BannerCarousel } from './banner-carousel.tsx';
import { INTERVAL_MS, stepFrom } from './carousel-rules.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const BANNERS = [
  { id: 'a', title: 'First', text: 'x', target: '/pages/fairness/index' },
  { id: 'b', title: 'Second', text: 'x', target: 'https://example.org/a' },
  { id: 'c', title: 'Third', text: 'x', target: '/pages/mine/index' },
];

let root: Root;
let isStill: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  isStill = false;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query !== 'print' && isStill,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  Element.prototype.scrollTo = () => {};
  startLocation();
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  vi.useRealTimers();
});

function show(): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <IntlProvider locale="en" messages={{ common, notices }} timeZone="UTC">
        <BannerCarousel banners={BANNERS} />
      </IntlProvider>,
    ),
  );
}

/** The title of the only slide that can be reached. */
function current(): string | null | undefined {
  return document.querySelector('li:not([inert]) a span')?.textContent;
}

function pass(count: number): void {
  for (let change = 0; change < count; change += 1)
    act(() => {
      vi.advanceTimersByTime(INTERVAL_MS);
    });
}

function press(name: string): void {
  act(() => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click());
}

function happen(type: string): void {
  act(() => {
    document.querySelector('[role="presentation"]')?.dispatchEvent(new Event(type, { bubbles: true }));
  });
}

test('banners change every three seconds, and begin again after the last', () => {
  show();
  expect(current()).toBe('First');
  pass(1);
  expect(current()).toBe('Second');
  pass(2);
  expect(current()).toBe('First');
});

test('a touch stops them for good', () => {
  show();
  happen('touchstart');
  pass(5);
  expect(current()).toBe('First');
});

test('under the focus they wait', () => {
  show();
  act(() => document.querySelector<HTMLElement>('a')?.focus());
  pass(2);
  expect(current()).toBe('First');
  act(() => document.querySelector<HTMLElement>('a')?.blur());
  pass(1);
  expect(current()).toBe('Second');
});

test('the buttons move them, stop them, and start them again', () => {
  show();
  press('Next');
  expect(current()).toBe('Second');
  press('Previous');
  press('Previous');
  expect(current()).toBe('Third');
  press('Stop changing');
  pass(3);
  expect(current()).toBe('Third');
  press('Change automatically');
  pass(1);
  expect(current()).toBe('First');
});

test('members who do not want motion see no motion, and no button for it', () => {
  isStill = true;
  show();
  pass(3);
  expect(current()).toBe('First');
  expect(document.querySelector('[aria-label="Stop changing"]')).toBeNull();
});

test('another site opens in its own tab and learns nothing', () => {
  show();
  press('Next');
  const link = document.querySelector<HTMLAnchorElement>('li:not([inert]) a');
  expect([link?.href, link?.target, link?.rel]).toEqual(['https://example.org/a', '_blank', 'noopener noreferrer']);
  expect(link?.textContent).toContain('Opens example.org');
});

test('the step goes round', () => {
  expect([stepFrom(2, 1, 3), stepFrom(0, -1, 3), stepFrom(0, 1, 3)]).toEqual([0, 2, 1]);
});
