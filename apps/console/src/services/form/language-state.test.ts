import { expect, test } from 'vitest';
import { languageState, shownAfter } from './language-state.ts';

test('a language is written when all that it needs is, and wrong when anything in it is', () => {
  expect(languageState([{ value: 'a' }, { value: ' ' }])).toBe('missing');
  expect(languageState([{ value: 'a' }, { value: '', isOptional: true }])).toBe('written');
  expect(languageState([{ value: '', isOptional: true }])).toBe('free');
  expect(languageState([{ value: 'a' }, { value: '', error: 'required' }])).toBe('wrong');
  expect(languageState([{ value: 'a', error: null }])).toBe('written');
});

test('a refused form opens the language that holds the mistake, and typing moves nobody', () => {
  expect(shownAfter('zh-Hans', [], ['en'])).toBe('en');
  expect(shownAfter('zh-Hans', [], ['zh-Hans', 'en'])).toBe('zh-Hans');
  // What was wrong here is being mended: the other one waits.
  expect(shownAfter('zh-Hans', ['zh-Hans', 'en'], ['en'])).toBe('zh-Hans');
});
