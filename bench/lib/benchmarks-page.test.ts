import { expect, test } from 'vitest';
import { withSection } from './benchmarks-page.ts';

test('a program replaces its own figures, and all others stay', () => {
  const both = withSection(withSection('', 'chart', '## Chart\n\nold\n'), 'orders', '## Orders\n\nfirst\n');
  const again = withSection(both, 'chart', '## Chart\n\nnew\n');
  expect(again).toContain('<!-- orders -->\n## Orders\n\nfirst\n');
  expect(again).toContain('<!-- chart -->\n## Chart\n\nnew\n');
  expect(again).not.toContain('old');
  expect(withSection(again, 'orders', '## Orders\n\nfirst\n')).toBe(again);
});

test('the sections stand in one order, whichever program ran last', () => {
  const page = withSection(withSection('', 'chart', '## Chart'), 'orders', '## Orders');
  expect(page.indexOf('## Orders')).toBeLessThan(page.indexOf('## Chart'));
  expect(page.startsWith('# Benchmarks\n')).toBe(true);
});

test('a program that is gone leaves the page, and one without a place is refused', () => {
  const page = withSection('<!-- gone -->\n## Gone\n', 'orders', '## Orders');
  expect(page).not.toContain('Gone');
  expect(() => withSection('', 'gone', '## Gone')).toThrow('no place');
});
