import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faded, PRESSURE_HALVES_SEC, puzzleTries, TRIES_MAX, TRIES_MIN, triesAccepted } from './puzzle-price.ts';

const quiet = { blocks: [{ pressure: 0, share: 1 }], site: 0 };
function of(pressure: number, share = 1, site = 0) {
  return { blocks: [{ pressure, share }], site };
}

test.each([
  ['the first login of an address', 'login', quiet, TRIES_MIN],
  ['the first registration', 'register', quiet, 4 * TRIES_MIN],
  ['ten logins of one address', 'login', of(10), TRIES_MIN],
  ['twenty', 'login', of(20), 4 * TRIES_MIN],
  ['a hundred', 'login', of(100), 100 * TRIES_MIN],
  ['ten thousand', 'login', of(10_000), TRIES_MAX],
  ['eighty of a whole /48', 'login', of(80, 8), TRIES_MIN],
  ['eight hundred of a whole /48', 'login', of(800, 8), 100 * TRIES_MIN],
  ['a quiet address of a busy site', 'login', of(0, 1, 600), 4 * TRIES_MIN],
  ['a quiet address of a site under attack', 'login', of(0, 1, 1e6), 16 * TRIES_MIN],
  ['a busy address of a site under attack', 'login', of(40, 1, 1e6), 256 * TRIES_MIN],
])('%s', (_, form, pressures, tries) => {
  expect(puzzleTries(form, pressures, 10)).toBe(tries);
});

test('the dearest of its blocks counts', () => {
  const blocks = [
    { pressure: 1, share: 1 },
    { pressure: 60, share: 3 },
    { pressure: 60, share: 8 },
  ];
  expect(puzzleTries('login', { blocks, site: 0 }, 10)).toBe(4 * TRIES_MIN);
});

test('more pressure never makes a puzzle cheaper, and the price has bounds', () => {
  const pressure = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(
      pressure,
      pressure,
      pressure,
      fc.constantFrom('login', 'register', 'visitor'),
      (a, more, site, form) => {
        const [low, high] = [puzzleTries(form, of(a, 1, site), 10), puzzleTries(form, of(a + more, 1, site), 10)];
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(TRIES_MIN);
        expect(high).toBeLessThanOrEqual(TRIES_MAX);
        expect(triesAccepted(high)).toBeLessThanOrEqual(high);
      },
    ),
  );
});

test('half of the pressure is left after ten minutes, and all of it if the clock went back', () => {
  expect(faded(80, PRESSURE_HALVES_SEC)).toBe(40);
  expect(faded(80, 3 * PRESSURE_HALVES_SEC)).toBe(10);
  expect(faded(80, -5)).toBe(80);
});

test('a larger site allows more', () => {
  expect(puzzleTries('login', of(100, 1, 5_000), 1_000)).toBe(TRIES_MIN);
});
