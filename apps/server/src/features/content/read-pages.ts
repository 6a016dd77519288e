import { readFileSync } from 'node:fs';
import { TEXT_SLUGS } from '@candor/contract/content';
import type { PageBlock, TextSlug } from '@candor/contract/content';
import type { TextsByLanguage } from '@candor/contract/console-texts';
import type { Language } from '@candor/contract/languages';
import type { Site } from '../../services/site/site.ts';
import { isPlainText, readMarkup } from '@candor/domain/content/read-markup';

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

/** A text that comes with the release, with the facts from its file. */
interface PageText {
  title: string;
  version: string;
  /** What is different from the version before, in a sentence. */
  change: string | null;
  /** False for texts that apply to practice sites only: a site with real money needs texts from its own operator. */
  live: boolean;
  body: readonly PageBlock[];
}

const HEAD =
  /^---\nversion: (\d+\.\d+)\nupdated: \d{4}-\d{2}-\d{2}\nmodes: (all|practice)\n(?:change: (.+)\n)?---\n+# (.+)\n/;

/**
 * Reads a text of the release: a head with version, date, modes and what changed, one title, then the small markup of
 * `readMarkup`.
 * @throws Error with the line, for anything else: a text must be fixed before it is served, not when it is read.
 */
export function parsePage(source: string): PageText {
  const head = HEAD.exec(source);
  if (head === null) throw new Error('A page must start with version, updated, modes and a title.');
  const [whole, version = '', modes = '', change = null, title = ''] = head;
  const body = readMarkup(source.slice(whole.length));
  const wrong = [title, change ?? title].find((line) => !isPlainText(line)) ?? (body.ok ? undefined : body.error.text);
  if (!body.ok || wrong !== undefined) throw new Error(`This line is not plain text: ${wrong ?? ''}`);
  if (body.value.length === 0) throw new Error('A page must have a body.');
  return { title, version, change, live: modes === 'all', body: body.value };
}
