/** The interface languages, as they are stored, sent and used as keys of text tables. */
export const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'zh-Hans';

/** Browsers do not send longer headers. Reading only this much keeps a hostile header cheap. */
const HEADER_LENGTH_MAX = 512;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * The language to answer in, for an `Accept-Language` header (RFC 9110, with q-values).
 * Unknown languages are skipped; if no usable one is left, the answer is `zh-Hans`.
 */
export function pickLanguage(acceptLanguage: string | undefined): Language {
  let best: Language | null = null;
  let bestWeight = 0;
  for (const range of (acceptLanguage ?? '').slice(0, HEADER_LENGTH_MAX).split(',')) {
    const [tag = '', ...parameters] = range.split(';');
    const language = languageOfTag(tag.trim().toLowerCase());
    const weight = weightOf(parameters);
    if (language !== null && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best ?? DEFAULT_LANGUAGE;
}

/** A script subtag has priority over the region: `zh-Hans-HK` is simplified Chinese. */
function languageOfTag(tag: string): Language | null {
  if (tag === '*') return DEFAULT_LANGUAGE;
  const [primary, ...subtags] = tag.split('-');
  if (primary === 'en') return 'en';
  if (primary !== 'zh') return null;
  if (subtags.includes('hans')) return 'zh-Hans';
  if (subtags.includes('hant')) return 'zh-Hant';
  return subtags.some((subtag) => ['tw', 'hk', 'mo'].includes(subtag)) ? 'zh-Hant' : 'zh-Hans';
}

/** Without a q-value the weight is 1. A q-value that cannot be read removes the language range. */
function weightOf(parameters: string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() !== 'q') continue;
    return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value.trim()) ? Number(value) : 0;
  }
  return 1;
}
