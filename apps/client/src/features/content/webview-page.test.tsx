// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language } from '../../lib/language.ts';
import { navigate, startLocation } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import common from '../../locales/en/common.json';
import content from '../../locales/en/content.json';
import { site, siteOf } from '../../services/session/site.ts';
import { WebviewPage } from './webview-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  language.set('en');
  startLocation();
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  vi.useRealTimers();
});

function show(url?: string) {
  const service = 'https://chat.example/room';
  site.set(siteOf({ ...SITE_CONFIG, webview_hosts: ['chat.example'], service_url: service }));
  navigate(paths.webview(url));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <IntlProvider locale="en" messages={{ common, content }} timeZone="UTC">
        <WebviewPage />
      </IntlProvider>,
    ),
  );
}

function frame(): HTMLIFrameElement | null {
  return document.querySelector('iframe');
}

function links(): (string | null)[] {
  return [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
}

test('an allowed host is framed, in a sandbox without the app’s own origin', () => {
  show('https://chat.example/help');
  expect(frame()?.getAttribute('src')).toBe('https://chat.example/help');
  expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups');
  expect(frame()?.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(document.querySelector('header')?.textContent).toContain('chat.example');
});

test('the chat of the site learns the language and the theme', () => {
  show();
  expect(frame()?.getAttribute('src')).toBe('https://chat.example/room?language=en&theme=dark');
  expect(document.body.textContent).toContain('Support never asks for passwords or codes');
});

test('a page that does not come within ten seconds can be opened outside or asked again', () => {
  show('https://chat.example/help');
  expect(document.querySelector('[role=progressbar]')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(9_999));
  expect(document.querySelector('[role=status]')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(document.querySelector('[role=status]')?.textContent).toContain('may not allow');
  expect(links()).toContain('https://chat.example/help');
});

test('any other host is announced with its whole address, and nothing of it is loaded', () => {
  show('https://news.example/a?b=c');
  expect(frame()).toBeNull();
  expect(document.body.textContent).toContain('You are leaving Candor');
  expect(document.body.textContent).toContain('https://news.example/a?b=c');
  const link = document.querySelector('a');
  expect([link?.getAttribute('href'), link?.getAttribute('rel')]).toEqual([
    'https://news.example/a?b=c',
    'noopener noreferrer',
  ]);
});

test.each([
  'javascript:alert(1)',
  'https://chat.example@evil.example/',
  'https://chat.example:8443/',
  'https://chаt.example/',
])('%s is refused, without a link to it', (url) => {
  show(url);
  expect(frame()).toBeNull();
  expect(links()).toEqual([]);
  expect(document.body.textContent).toContain('This address cannot be opened');
});
