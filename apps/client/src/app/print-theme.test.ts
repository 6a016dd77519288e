// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { printInLight } from './print-theme.ts';

test('a dark page is printed in light, and is dark again afterwards', () => {
  const { dataset } = document.documentElement;
  dataset['theme'] = 'dark';
  const stop = printInLight();
  window.dispatchEvent(new Event('beforeprint'));
  expect(dataset['theme']).toBe('light');
  window.dispatchEvent(new Event('afterprint'));
  expect(dataset['theme']).toBe('dark');
  stop();
  window.dispatchEvent(new Event('beforeprint'));
  expect(dataset['theme']).toBe('dark');
});
