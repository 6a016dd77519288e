import { readFileSync } from 'node:fs';
import { TEXT_SLUGS } from '@candor/contract/content';
import type { TextSlug } from '@candor/contract/content';
import type { TextsByLanguage } from '@candor/contract/console-texts';
import type { Language } from '@candor/contract/languages';
import type { Site } from '../../services/site/site.ts';
import { parsePage } from './parse-page.ts';
import type { PageText } from './parse-page.ts';

/** A text that comes with the release. */
export interface ShippedText {
  readonly slug: TextSlug;
  /** Its version among the releases, like `1.2`. */
  readonly shipped: string;
  readonly texts: TextsByLanguage;
}

/** The texts in pages/ that apply to a site of this mode. A missing or invalid text stops the start. */
export function readPages(mode: Site['mode']): ShippedText[] {
  return TEXT_SLUGS.flatMap((slug) => {
    const [hans, hant, en] = [readPage(slug, 'zh-Hans'), readPage(slug, 'zh-Hant'), readPage(slug, 'en')];
    if (hant.version !== hans.version || en.version !== hans.version)
      throw new Error(`The text ${slug} has different versions in its languages.`);
    if (mode === 'live' && !hans.live) return [];
    return [
      {
        slug,
        shipped: hans.version,
        texts: { 'zh-Hans': storedOf(hans), 'zh-Hant': storedOf(hant), en: storedOf(en) },
      },
    ];
  });
}

function storedOf({ title, change, body }: PageText): TextsByLanguage['en'] {
  return { title, change, body: [...body] };
}

function readPage(slug: TextSlug, language: Language): PageText {
  const name = `${slug}.${language}.md`;
  try {
    return parsePage(readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8'));
  } catch (error) {
    throw new Error(`The text ${name} cannot be served.`, { cause: error });
  }
}
