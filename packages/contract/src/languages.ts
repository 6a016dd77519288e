/** The interface languages, as stored, sent and used for text tables. */
export const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'zh-Hans';

/** Longer headers are not sent by browsers; reading only this much keeps a hostile one cheap. */
const HEADER_LENGTH_MAX = 512;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * The language to answer in, for an `Accept-Language` header (RFC 9110, with q-values).
 * Unknown languages are passed over; without a usable one the answer is `zh-Hans`.
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

/** A script subtag decides before the region does: `zh-Hans-HK` is simplified Chinese. */
function languageOfTag(tag: string): Language | null {
  if (tag === '*') return DEFAULT_LANGUAGE;
  const [primary, ...subtags] = tag.split('-');
  if (primary === 'en') return 'en';
  if (primary !== 'zh') return null;
  if (subtags.includes('hans')) return 'zh-Hans';
  if (subtags.includes('hant')) return 'zh-Hant';
  return subtags.some((subtag) => ['tw', 'hk', 'mo'].includes(subtag)) ? 'zh-Hant' : 'zh-Hans';
}

/** Without a q-value the weight is 1; one that cannot be read takes the range out. */
function weightOf(parameters: string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() !== 'q') continue;
    return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value.trim()) ? Number(value) : 0;
  }
  return 1;
}
