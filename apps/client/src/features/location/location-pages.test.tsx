// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language } from '../../lib/language.ts';
import { currentAddress, navigate, startLocation } from '../../lib/location.ts';
import { paths, ROUTES } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import common from '../../locales/en/common.json';
import location from '../../locales/en/location.json';
import { askForPlace, forgetPlace, placeErrand } from '../../services/location/chosen-place.ts';
import { site, siteOf } from '../../services/session/site.ts';
import { ChooseLocationPage } from './choose-location-page.tsx';
import { OpenLocationPage } from './open-location-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;

beforeEach(() => {
  language.set('en');
  site.set(siteOf(SITE_CONFIG));
  startLocation();
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  forgetPlace();
});

async function show(path: AppPath, tiles: string | null = null) {
  site.set(siteOf({ ...SITE_CONFIG, map_tiles_url: tiles }));
  navigate(path);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <IntlProvider locale="en" messages={{ common, location }} timeZone="UTC">
        {path.startsWith(ROUTES.openLocation) ? <OpenLocationPage /> : <ChooseLocationPage />}
      </IntlProvider>,
    ),
  );
  await act(async () => await vi.dynamicImportSettled());
}

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
}

async function press(name: string) {
  await act(async () => button(name).click());
}

function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent === label)?.control;
  if (!(found instanceof HTMLInputElement)) throw new Error(`there is no field ${label}`);
  return found;
}

async function type(label: string, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(label), text);
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

function map(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[role=application]');
  if (found === null) throw new Error('there is no map');
  return found;
}

async function touchMap(kind: string, x: number, y: number) {
  const event = new PointerEvent(kind, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: y });
  await act(async () => void map().dispatchEvent(event));
}

/** What stands above the main action. */
function chosen(): string {
  return document.querySelector('[data-sticky-action] [role=status]')?.textContent ?? '';
}

function geolocation(answer: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition: answer } as never);
}

test('a city that was searched goes back to the form that asked, under its name', async () => {
  askForPlace('branch');
  await show(paths.chooseLocation('branch'));
  expect(button('Use this location').disabled).toBe(true);
  await type('Search cities', 'hang');
  await press('Hangzhou');
  expect(chosen()).toBe('Hangzhou · 30.27000, 120.16000');
  await press('Use this location');
  expect(placeErrand.get()).toEqual({
    purpose: 'branch',
    place: { latitude: 30.27, longitude: 120.16, name: 'Hangzhou' },
  });
});

test('a city that is not listed says what else can be done', async () => {
  await show(paths.chooseLocation());
  await type('Search cities', 'atlantis');
  expect(document.body.textContent).toContain('This city is not on the list');
});

test('without a form that asked, the place itself is shown', async () => {
  await show(paths.chooseLocation());
  await press('Beijing');
  await press('Use this location');
  expect(currentAddress().path).toBe(ROUTES.openLocation);
  expect(currentAddress().params.get('name')).toBe('Beijing');
});

test('skipping leaves without a place', async () => {
  askForPlace('branch');
  await show(paths.chooseLocation('branch'));
  await press('Beijing');
  await press('Skip');
  expect(placeErrand.get()?.place).toBeNull();
});

test('a press puts the pin; a drag only moves the map', async () => {
  await show(paths.chooseLocation());
  await touchMap('pointerdown', 100, 100);
  await touchMap('pointermove', 160, 100);
  await touchMap('pointerup', 160, 100);
  expect(chosen()).toBe('No place chosen yet');
  await touchMap('pointerdown', 100, 100);
  await touchMap('pointerup', 102, 100);
  expect(chosen()).toMatch(/-?\d+\.\d{5}, -?\d+\.\d{5}/);
});

test('the keyboard moves the map and picks its middle', async () => {
  await show(paths.chooseLocation());
  const key = async (name: string) =>
    await act(async () => void map().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
  await key('Enter');
  const first = chosen();
  expect(first).toContain('30.00000, 108.00000');
  await key('ArrowRight');
  await key('Enter');
  expect(Number(/, (-?[\d.]+)$/.exec(chosen())?.[1])).toBeGreaterThan(108);
});

test('typed coordinates are judged at their field', async () => {
  await show(paths.chooseLocation());
  await type('Latitude', '91');
  await press('Show on the map');
  const latitude = field('Latitude');
  expect(latitude.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(latitude.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Must be between -90 and 90',
  );
  expect(field('Longitude').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(latitude);
  await type('Latitude', '39.95');
  await type('Longitude', '116.3');
  await press('Show on the map');
  expect(chosen()).toBe('Near Beijing · 39.95000, 116.30000');
});

test('the browser is asked only after the member read what for', async () => {
  const asked = vi.fn((found: PositionCallback) => found({ coords: { latitude: 31.2, longitude: 121.4 } } as never));
  geolocation(asked);
  await show(paths.chooseLocation());
  await press('Use my location');
  expect(document.body.textContent).toContain('It is not sent or saved');
  expect(asked).not.toHaveBeenCalled();
  await press('Continue');
  expect(chosen()).toBe('Near Shanghai · 31.20000, 121.40000');
});

test.each([
  [1, 'Location permission was not given'],
  [2, 'Your device cannot tell where it is'],
  [3, 'Locating took too long'],
])('failure %i of the browser is told in words', async (code, words) => {
  geolocation((_, failed) => failed({ code } as never));
  await show(paths.chooseLocation());
  await press('Use my location');
  await press('Continue');
  expect(document.querySelector('[role=alert]')?.textContent).toContain(words);
  await press('Not now');
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('the map is drawn from the outlines; squares of another host only if the site names one', async () => {
  await show(paths.chooseLocation());
  expect(document.querySelector('svg path[transform]')?.getAttribute('d')?.length).toBeGreaterThan(10_000);
  expect(document.querySelectorAll('image')).toHaveLength(0);
  act(() => root.unmount());
  await show(paths.chooseLocation(), 'https://tiles.example/{z}/{x}/{y}.png');
  const first = document.querySelector('image');
  expect(first?.getAttribute('href')).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/);
  expect(document.body.textContent).toContain('Map from tiles.example');
  act(() => void first?.dispatchEvent(new Event('error')));
  expect(first?.getAttribute('visibility')).toBe('hidden');
});

test('a place is shown with its name, coordinates and ways to other maps', async () => {
  await show(paths.openLocation({ latitude: 39.9, longitude: 116.41, name: 'Haidian branch' }));
  expect(document.body.textContent).toContain('Haidian branch');
  expect(document.body.textContent).toContain('39.90000, 116.41000');
  expect(document.body.textContent).toContain('has not been checked');
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  expect(links[0]).toMatch(/^(?:geo:|https:\/\/maps\.apple\.com\/)/);
  // Leaving for another site is announced by the page for web pages.
  expect(links[1]).toContain(`#${ROUTES.webview}?url=https%3A%2F%2Fwww.openstreetmap.org`);
  expect(button('Copy coordinates')).toBeDefined();
});

test('a link with a wrong place says so, and leads back', async () => {
  await show('/open-location?latitude=95&longitude=0&name=x');
  expect(document.body.textContent).toContain('The location in this link is not valid');
  expect(document.querySelector('[role=application]')).toBeNull();
  const back = vi.spyOn(history, 'back').mockReturnValue();
  await press('Back');
  expect(back).toHaveBeenCalledOnce();
  back.mockRestore();
});
