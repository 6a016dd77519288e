/*
 * Display choices: theme, direction colours, care mode and others. Here they are those of the device, also for a visitor:
 * they are kept in IndexedDB after a logout, copied to local storage for the first paint (boot.ts), and set on <html>.
 * services/session/account-appearance.ts brings back the choices of a member who signs in.
 */

import { isLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { readKept, tryWriteKept } from './kept-store.ts';
import { applyLanguage, language } from './language.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from './observable.ts';

export type Theme = 'dark' | 'light' | 'system';
export type UpDown = 'red-up' | 'green-up' | 'blue-up';

export type Display = {
  theme: Theme;
  /** Null follows the language. */
  updown: UpDown | null;
  care: 'on' | 'off';
  /** Rising candles are drawn hollow. */
  hollowUp: boolean;
  amountsHidden: boolean;
  /** Share of the height from the top, 0 to 1. */
  helpPosition: number;
  vibration: boolean;
  /** A short tone when an order is settled. */
  sound: boolean;
  /** A system notification when an order is settled; the browser's permission is separate. */
  notifications: boolean;
  /** The browser's tab counts down while an order runs. */
  titleCountdown: boolean;
  /** The screen stays on while an order is about to settle. */
  keepAwake: boolean;
  /** What a practice site is was read in full on this device: from then on one line says it. */
  practiceSeen: boolean;
};

const DISPLAY_KEY = 'display';
const LANGUAGE_KEPT_KEY = 'language';

const DEFAULTS: Display = {
  theme: 'dark',
  updown: null,
  care: 'off',
  hollowUp: false,
  amountsHidden: false,
  helpPosition: 1,
  vibration: true,
  sound: false,
  notifications: false,
  titleCountdown: true,
  keepAwake: false,
  practiceSeen: false,
};

export const display = observable<Display>(DEFAULTS);

export function useDisplay(): Display {
  return useObservable(display);
}

/** Reads the kept choices and applies them to the page; once, before the first render. */
export async function restoreDisplay(): Promise<void> {
  const [kept, keptLanguage] = await Promise.all([readKept(DISPLAY_KEY), readKept(LANGUAGE_KEPT_KEY)]);
  display.set(readDisplay(kept));
  applyLanguage(isLanguage(keptLanguage) ? keptLanguage : language.get());
  applyDisplay();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', applyDisplay);
  language.subscribe(() => {
    tryWriteKept(LANGUAGE_KEPT_KEY, language.get());
    applyDisplay();
  });
}

/** Puts back the copies that the first paint reads: the end of a session clears all that is stored beside the kept choices. */
export function copyDisplay(): void {
  applyLanguage(language.get());
  applyDisplay();
}

export function changeDisplay(changes: Partial<Display>): void {
  display.set({ ...display.get(), ...changes });
  tryWriteKept(DISPLAY_KEY, display.get());
  applyDisplay();
}

/** Red is up in zh-Hans, green in zh-Hant and en; a choice wins. */
export function updownOf(chosen: UpDown | null, shown: Language): UpDown {
  return chosen ?? (shown === 'zh-Hans' ? 'red-up' : 'green-up');
}

function applyDisplay(): void {
  const { theme, updown, care } = display.get();
  const light = theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  const { dataset } = document.documentElement;
  dataset['theme'] = light ? 'light' : 'dark';
  dataset['updown'] = updownOf(updown, language.get());
  dataset['care'] = care;
  const canvas = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  try {
    localStorage.setItem(DISPLAY_KEY, JSON.stringify({ theme, care, ...(updown === null ? {} : { updown }) }));
  } catch {
    // Without storage the first paint shows the defaults for a moment.
  }
}

/** Takes the valid parts of a stored value; the rest stays at its default. */
export function readDisplay(kept: unknown): Display {
  if (typeof kept !== 'object' || kept === null) return DEFAULTS;
  const from: Record<string, unknown> = { ...kept };
  const oneOf = <const T extends string>(value: unknown, options: readonly T[]): T | undefined =>
    options.find((option) => option === value);
  const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise);
  const position = from['helpPosition'];
  return {
    theme: oneOf(from['theme'], ['dark', 'light', 'system']) ?? DEFAULTS.theme,
    updown: oneOf(from['updown'], ['red-up', 'green-up', 'blue-up']) ?? null,
    care: oneOf(from['care'], ['on', 'off']) ?? 'off',
    hollowUp: flag(from['hollowUp'], DEFAULTS.hollowUp),
    amountsHidden: flag(from['amountsHidden'], DEFAULTS.amountsHidden),
    helpPosition: typeof position === 'number' && position >= 0 && position <= 1 ? position : DEFAULTS.helpPosition,
    vibration: flag(from['vibration'], DEFAULTS.vibration),
    sound: flag(from['sound'], DEFAULTS.sound),
    notifications: flag(from['notifications'], DEFAULTS.notifications),
    titleCountdown: flag(from['titleCountdown'], DEFAULTS.titleCountdown),
    keepAwake: flag(from['keepAwake'], DEFAULTS.keepAwake),
    practiceSeen: flag(from['practiceSeen'], DEFAULTS.practiceSeen),
  };
}
