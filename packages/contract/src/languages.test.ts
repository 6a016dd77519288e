import { expect, test } from 'vitest';
import { isLanguage, pickLanguage } from './languages.ts';

test.each([
  [undefined, 'zh-Hans'],
  ['', 'zh-Hans'],
  ['*', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-Hans', 'zh-Hans'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['zh-Hant', 'zh-Hant'],
  ['zh-Hant-CN', 'zh-Hant'],
  ['ZH-hant-tw', 'zh-Hant'],
  ['en', 'en'],
  ['en-GB', 'en'],
  ['fr', 'zh-Hans'],
  ['english', 'zh-Hans'],
  ['zhx', 'zh-Hans'],
  ['fr-FR, en;q=0.8', 'en'],
  ['zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7', 'zh-Hant'],
  ['en;q=0.5, zh-TW;q=0.9', 'zh-Hant'],
  ['en;q=0.9, zh-Hans;q=0.9', 'en'],
  ['en;q=0, zh-TW;q=0.1', 'zh-Hant'],
  ['en;q=0', 'zh-Hans'],
  ['en;q=nonsense, zh-TW;q=0.1', 'zh-Hant'],
  ['en;q=2, zh-TW;q=0.1', 'zh-Hant'],
  ['en; Q=0.2 , zh-TW ; q=0.3', 'zh-Hant'],
  ['fr, *;q=0.5, en;q=0.6', 'en'],
  [',;,;;=,', 'zh-Hans'],
])('%j is answered in %s', (header, language) => {
  expect(pickLanguage(header)).toBe(language);
});

test('an over-long language header is read only up to a limit', () => {
  expect(pickLanguage(`${'fr,'.repeat(1_000_000)}en`)).toBe('zh-Hans');
});

test.each([
  ['en', true],
  ['zh-Hant', true],
  ['zh-TW', false],
  [undefined, false],
])('isLanguage(%j) is %s', (value, expected) => {
  expect(isLanguage(value)).toBe(expected);
});
