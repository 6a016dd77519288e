import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { parsePage } from './parse-page.ts';
import type { PageText } from './parse-page.ts';

/** The texts that come with the platform. */
export const PAGE_SLUGS = ['agreement', 'privacy', 'rules', 'risk', 'about', 'fairness'] as const;

export type Pages = ReadonlyMap<string, Readonly<Record<Language, PageText>>>;

/** Reads every text in every language; a missing or invalid text stops the start. */
export function readPages(): Pages {
  return new Map(
    PAGE_SLUGS.map((slug) => {
      const [hans, hant, en] = LANGUAGES.map((language) => readPage(slug, language));
      if (hans === undefined || hant === undefined || en === undefined)
        throw new Error(`${slug} is missing in a language.`);
      return [slug, { 'zh-Hans': hans, 'zh-Hant': hant, en }];
    }),
  );
}

function readPage(slug: string, language: Language): PageText {
  const name = `${slug}.${language}.md`;
  try {
    return parsePage(readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8'));
  } catch (error) {
    throw new Error(`The text ${name} cannot be served.`, { cause: error });
  }
}
