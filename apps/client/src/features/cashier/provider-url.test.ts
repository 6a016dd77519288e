import { expect, test, vi } from 'vitest';
import { providerUrl } from './provider-url.ts';

vi.stubGlobal('location', { origin: 'https://site.example' });

function ofSite(path: string): string {
  return `https://api.example${path}`;
}

test.each([
  ['/api/practice-payment', 'https://api.example/api/practice-payment?reference=ABCD2345'],
  ['https://pay.example/p?shop=1', 'https://pay.example/p?shop=1&reference=ABCD2345'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['', null],
])('%s leads to %s', (url, href) => {
  expect(providerUrl({ instructions: { url }, reference: 'ABCD2345' }, ofSite)).toBe(href);
});

test('a channel without an address leads nowhere', () => {
  expect(providerUrl({ instructions: {}, reference: 'ABCD2345' }, ofSite)).toBeNull();
});
