/*
 * What members read of a reason, in every language: for the server's files and the console's preview. The client loads one
 * language of `reasons/` at a time.
 */

import { errorText } from './errors.ts';
import type { Language } from './languages.ts';
import { reasonOf } from './reasons.ts';
import type { ReasonSubject } from './reasons.ts';
import { EN_REASONS } from './reasons/en.ts';
import { ZH_HANS_REASONS } from './reasons/zh-hans.ts';
import { ZH_HANT_REASONS } from './reasons/zh-hant.ts';
import type { ReasonTexts } from './reasons/texts.ts';
import { isRestriction, restrictionMessage } from './restriction-texts.ts';
import { stopMessage } from './stop-texts.ts';

const TEXTS: Record<Language, ReasonTexts> = { 'zh-Hans': ZH_HANS_REASONS, 'zh-Hant': ZH_HANT_REASONS, en: EN_REASONS };

/** The text of a code for the member. That of a restriction or a stop is the very message that refuses them. */
export function reasonText(subject: ReasonSubject, code: string, language: Language): string {
  if (isRestriction(subject)) {
    const { key, params } = restrictionMessage(subject, code);
    return errorText(key, language, params);
  }
  if (subject === 'stop') {
    const { key, params } = stopMessage(code);
    return errorText(key, language, params);
  }
  const texts: Readonly<Record<string, string>> = TEXTS[language][subject];
  return texts[reasonOf(subject, code)] ?? '';
}
