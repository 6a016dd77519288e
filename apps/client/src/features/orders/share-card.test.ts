import { expect, test } from 'vitest';
import { shareCard, wrap } from './share-card.ts';
import type { CardTexts } from './share-card.ts';

const COLOURS = { background: '#000', surface: '#111', line: '#222', text: '#fff', quiet: '#999', direction: '#f00' };
const TEXTS: CardTexts = {
  site: 'Candor',
  product: 'Bitcoin <b>&"',
  direction: 'Up',
  duration: '60 seconds',
  result: 'Won',
  practice: 'Practice money',
  entry: { label: 'Entry', price: '60,000.00', at: '2026-11-22 10:00:01' },
  exit: { label: 'Close', price: '60,001.00', at: '2026-11-22 10:01:01' },
  chosen: [],
  verify: 'Anyone can check the prices and the rules',
  address: 'https://candor.example',
};

test('it shows direction, product, times, prices and the result', () => {
  const card = shareCard(TEXTS, COLOURS, { side: 10, path: 'M1 1h1v1h-1z' });
  for (const text of ['Up · 60 seconds', 'Won', '60,000.00', '60,001.00', '2026-11-22 10:01:01', 'Practice money'])
    expect(card).toContain(text);
});

test('what is not chosen is not in it', () => {
  const card = shareCard(TEXTS, COLOURS, { side: 10, path: '' });
  expect(card).not.toContain('¥');
  expect(shareCard({ ...TEXTS, chosen: ['Stake ¥100.00'] }, COLOURS, { side: 10, path: '' })).toContain('¥100.00');
});

test('names are text, never markup', () => {
  const card = shareCard(TEXTS, COLOURS, { side: 10, path: '' });
  expect(card).not.toContain('<b>');
  expect(card).toContain('Bitcoin &#60;b&#62;&#38;&#34;');
});

test.each([
  ['Anyone can check the prices and the rules', ['Anyone can check the', 'prices and the rules']],
  ['任何人都可以核对报价与规则', ['任何人都可以核对报价与规', '则']],
])('%s breaks into lines', (text, lines) => expect(wrap(text, 24)).toEqual(lines));
