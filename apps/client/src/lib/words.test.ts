import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@candor/contract/languages';
import { expect, test } from 'vitest';
import { WORDS } from './words.ts';

const source = fileURLToPath(new URL('..', import.meta.url));

type Entry = { name: string; text: string };
function tableOf(language: string): Record<string, Entry> {
  return JSON.parse(readFileSync(`${source}locales/${language}/words.json`, 'utf8')).term;
}

/** Every `word="x"` in the screens, by file. */
function usedWords(): { file: string; word: string }[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) =>
      [...readFileSync(`${source}${file}`, 'utf8').matchAll(/\bword="(\w+)"/g)].map((match) => ({
        file,
        word: match[1] ?? '',
      })),
    );
}

test('the glossary lists every word once', () =>
  expect([...WORDS].toSorted()).toEqual(Object.keys(tableOf('zh-Hans')).toSorted()));

test.each(LANGUAGES)('%s: each word has a name and two sentences', (language) => {
  for (const [word, { name, text }] of Object.entries(tableOf(language))) {
    expect(name, word).not.toBe('');
    const sentences = language === 'en' ? text.match(/[.?!](?=\s|$)/g) : text.match(/[。？！]/g);
    expect(sentences, `${word}: ${text}`).toHaveLength(2);
  }
});

test.each([
  ['zh-Hans', '平台可能事先知道'],
  ['zh-Hant', '平台可能事先知道'],
  ['en', 'the operator could know them beforehand'],
])('%s: of simulated prices nothing is promised that needs public randomness', (language, words) => {
  expect(tableOf(language)['simulated']?.text).toContain(words);
});

test('each word that stands on a screen has a meaning', () => {
  const used = usedWords();
  expect(used.filter(({ word }) => !WORDS.some((known) => known === word))).toEqual([]);
  // Where a newcomer meets them first.
  for (const [file, word] of [
    ['features/trade/payout-summary.tsx', 'breakEven'],
    ['features/market/product-facts.tsx', 'breakEven'],
    ['features/fairness/figures.tsx', 'breakEven'],
    ['features/orders/order-facts.tsx', 'entryPrice'],
    ['features/account/asset-card.tsx', 'available'],
    ['features/invest/project-list.tsx', 'annual'],
    ['features/start/start-steps.tsx', 'tie'],
  ])
    expect(used, `${file} ${word}`).toContainEqual({ file, word });
});
