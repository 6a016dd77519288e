// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { hasTexts, loadTexts, switchLanguage } from './i18n.tsx';
import { language } from './language.ts';

/** A page's texts come while the account's language does: whichever is first, the page has them. */
describe('texts that are fetched while the language changes', () => {
  beforeEach(async () => {
    await switchLanguage('zh-Hans');
  });

  it.each(['trade', 'orders', 'cashier'] as const)('are there when the change is over: %s', async (file) => {
    expect(hasTexts([file])).toBe(false);
    const changed = switchLanguage('en');
    await Promise.all([loadTexts([file]), changed]);
    expect([language.get(), hasTexts([file])]).toEqual(['en', true]);
  });

  it.each(['invest', 'support'] as const)('are there when they were asked for first: %s', async (file) => {
    const loading = loadTexts([file]);
    await Promise.all([switchLanguage('zh-Hant'), loading]);
    expect([language.get(), hasTexts([file])]).toEqual(['zh-Hant', true]);
  });
});
