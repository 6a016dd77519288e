import { expect, test } from 'vitest';
import { colourProblem, contrast, siteColour } from './site-colour.ts';

test.each([
  ['#ff9f1a', '#1a1206'],
  ['#1d5fc4', '#ffffff'],
  ['#0b7f55', '#ffffff'],
])('%s can be the colour of a site, with labels of %s', (colour, label) => {
  expect(colourProblem(colour)).toBeNull();
  expect(siteColour(colour).label).toBe(label);
  expect(contrast(siteColour(colour).pressed, label)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['#777777', 'label'],
  ['#000000', 'dark'],
  ['#1c2029', 'dark'],
  ['#ffffff', 'light'],
  ['#eef0c0', 'light'],
])('%s cannot: %s', (colour, why) => {
  expect(colourProblem(colour)).toBe(why);
});

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
