import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { freePlace, isHelpAway, isResultOnPage, isRunningOnPage, isVersionAway, toastPlace } from './floating-layer.ts';
import type { Stage } from './floating-layer.ts';

const ORDER = { id: 'one', product: 'BTCUSDT' };
function at(route: Stage['route'], over: Partial<Stage> = {}): Stage {
  return { route, orderId: null, product: null, ...over };
}

test.each([
  ['home', at('home'), true],
  ['the list of positions', at('positions'), true],
  ['the trade page of another product', at('trade', { product: 'ETHUSDT' }), true],
  ['the market page of its product', at('market', { product: 'BTCUSDT' }), true],
  ['the market page of another product', at('market', { product: 'ETHUSDT' }), false],
  ['its own page', at('order', { orderId: 'one' }), true],
  ['the page of another order', at('order', { orderId: 'two' }), false],
  ['the account', at('account'), false],
  ['an unknown page', at(null), false],
])('a running order on %s', (_, stage, isShown) => {
  expect(isRunningOnPage(ORDER, stage)).toBe(isShown);
});

test('a result floats only where the page does not show it', () => {
  expect(isResultOnPage(ORDER, at('trade'))).toBe(true);
  expect(isResultOnPage(ORDER, at('positions'))).toBe(true);
  expect(isResultOnPage(ORDER, at('order', { orderId: 'one' }))).toBe(true);
  expect(isResultOnPage(ORDER, at('order', { orderId: 'two' }))).toBe(false);
  expect(isResultOnPage(ORDER, at('home'))).toBe(false);
  expect(isResultOnPage(ORDER, at('market', { product: 'BTCUSDT' }))).toBe(false);
});

test('the help button steps aside for a sheet, a keyboard and a sticky action', () => {
  const none = { isSheetOpen: false, isTyping: false, hasStickyAction: false, isWorkspace: false };
  expect(isHelpAway(none)).toBe(false);
  for (const one of ['isSheetOpen', 'isTyping', 'hasStickyAction'] as const)
    expect(isHelpAway({ ...none, [one]: true })).toBe(true);
});

test('the offer of a new version leaves a sheet, a keyboard and a page that fills the window alone', () => {
  const none = { isSheetOpen: false, isTyping: false, hasStickyAction: false, isWorkspace: false };
  expect(isVersionAway({ ...none, hasStickyAction: true })).toBe(false);
  for (const one of ['isSheetOpen', 'isTyping', 'isWorkspace'] as const)
    expect(isVersionAway({ ...none, [one]: true })).toBe(true);
});

test('a toast covers nothing, or at least no price and no button that confirms, and always appears', () => {
  const bounds = { top: 0, bottom: 800 };
  const row = { top: 690, bottom: 760 };
  const confirm = { top: 600, bottom: 700 };
  expect(toastPlace(650, 44, bounds, { taken: [], vital: [] })).toBe(650);
  expect(toastPlace(650, 44, bounds, { taken: [row], vital: [] })).toBe(642);
  const everywhere = { top: 0, bottom: 800 };
  expect(toastPlace(650, 44, bounds, { taken: [everywhere], vital: [confirm] })).toBe(704);
  expect(toastPlace(650, 44, bounds, { taken: [everywhere], vital: [everywhere] })).toBe(650);
});

test('the help button moves to the nearest free place, and goes where there is none', () => {
  const bounds = { top: 60, bottom: 700 };
  expect(freePlace(600, 56, bounds, [])).toBe(600);
  expect(freePlace(600, 56, bounds, [{ top: 620, bottom: 660 }])).toBe(560);
  expect(freePlace(600, 56, bounds, [{ top: 590, bottom: 610 }])).toBe(614);
  expect(freePlace(600, 56, bounds, [{ top: 0, bottom: 800 }])).toBeNull();
});

test('the help button goes no farther than a thumb looks for it', () => {
  const bounds = { top: 60, bottom: 700 };
  expect(freePlace(600, 56, bounds, [{ top: 500, bottom: 700 }])).toBe(440);
  expect(freePlace(600, 56, bounds, [{ top: 499, bottom: 700 }])).toBeNull();
  expect(freePlace(600, 56, bounds, [{ top: 300, bottom: 700 }])).toBeNull();
});

test('whatever it finds covers nothing and is inside', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 1, max: 200 }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 800 }), fc.array(span, { maxLength: 12 }), (wanted, spans) => {
      const taken = spans.map(([top, height]) => ({ top, bottom: top + height }));
      const bounds = { top: 60, bottom: 700 };
      const found = freePlace(wanted, 56, bounds, taken);
      if (found === null) return;
      expect(found).toBeGreaterThanOrEqual(bounds.top);
      expect(found + 56).toBeLessThanOrEqual(bounds.bottom);
      for (const { top, bottom } of taken) expect(found + 56 <= top || found >= bottom).toBe(true);
    }),
  );
});
