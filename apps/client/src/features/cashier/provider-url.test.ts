import { expect, test, vi } from 'vitest';
import { providerUrl } from './provider-url.ts';

vi.stubGlobal('location', { origin: 'https://site.example' });

function ofSite(path: string): string {
  return `https://api.example${path}`;
}

const VISITOR = { language: 'zh-Hant', domain: null };

test.each([
  ['/api/practice-payment', 'https://api.example/api/practice-payment?reference=ABCD2345&language=zh-Hant'],
  ['https://pay.example/p?shop=1', 'https://pay.example/p?shop=1&reference=ABCD2345'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['', null],
])('%s leads to %s', (url, href) => {
  expect(providerUrl({ instructions: { url }, reference: 'ABCD2345' }, ofSite, VISITOR)).toBe(href);
});

test('a channel without an address leads nowhere', () => {
  expect(providerUrl({ instructions: {}, reference: 'ABCD2345' }, ofSite, VISITOR)).toBeNull();
});

test('only the site’s own page hears the domain of the address', () => {
  const visitor = { language: 'en', domain: 'k7' };
  const hrefOf = (url: string) => providerUrl({ instructions: { url }, reference: 'ABCD2345' }, ofSite, visitor);
  expect(hrefOf('/p')).toBe('https://api.example/p?reference=ABCD2345&language=en&domain=k7');
  expect(hrefOf('https://pay.example/p')).toBe('https://pay.example/p?reference=ABCD2345');
});
