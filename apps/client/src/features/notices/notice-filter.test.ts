import { expect, test } from 'vitest';
import { isNarrowed, readNoticeFilter } from './notice-filter.ts';

test.each([
  ['', { category: null, q: '' }, false],
  ['category=trading', { category: 'trading', q: '' }, true],
  ['category=advert&q=%20gold%20', { category: null, q: 'gold' }, true],
  [`q=${'x'.repeat(70)}`, { category: null, q: 'x'.repeat(60) }, true],
])('the address %s', (query, filter, narrowed) => {
  const read = readNoticeFilter(new URLSearchParams(query));
  expect(read).toEqual(filter);
  expect(isNarrowed(read)).toBe(narrowed);
});
