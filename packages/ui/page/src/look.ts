/* How the page is looked at: kept in the address, so that a link shows what its sender saw. */

import { createContext, use } from 'react';

export const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const CHOICES = {
  theme: ['dark', 'light', 'both'],
  lang: LANGUAGES,
  care: ['off', 'on'],
  updown: ['red-up', 'green-up', 'blue-up'],
} as const;
export type Look = { [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
/** A theme beside the other one stands in a frame of its own, without the bar. */
export const FRAME = 'frame';

export function readLook(search: string): Look {
  const params = new URLSearchParams(search);
  const read = <T extends string>(name: string, values: readonly [T, ...T[]]): T =>
    values.find((value) => value === params.get(name)) ?? values[0];
  return {
    theme: read('theme', CHOICES.theme),
    lang: read('lang', CHOICES.lang),
    care: read('care', CHOICES.care),
    updown: read('updown', CHOICES.updown),
  };
}

export function searchOf(look: Look, frame = false): string {
  const params = new URLSearchParams(look);
  if (frame) params.set(FRAME, '1');
  return `?${params.toString()}`;
}

/** Puts a look on the page, as the app does on its own (tokens.css). */
export function applyLook({ theme, lang, care, updown }: Look): void {
  const root = document.documentElement;
  root.lang = lang;
  if (theme !== 'both') root.dataset['theme'] = theme;
  root.dataset['care'] = care;
  root.dataset['updown'] = updown;
}

/** A sample text: 简体, 繁體, English. */
export type Sample = readonly [string, string, string];

export const LanguageContext = createContext<Language>('zh-Hans');

/** Says a sample in the language of the page. */
export function useSay(): (sample: Sample) => string {
  const at = LANGUAGES.indexOf(use(LanguageContext));
  return (sample) => sample[at] ?? sample[0];
}
