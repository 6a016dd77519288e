/*
 * What a visitor typed into the page's own login form before the script loaded. During the build this form is rendered
 * without a document.
 */

import type { LoginValues } from './login-form.ts';

export const LOGIN_IDS = { username: 'login-username', pwd: 'login-password', code: 'login-code' } as const;

/** Empty fields if the page brought no form, or if the app has already replaced it. */
export function typedBefore(): LoginValues {
  return { username: typedIn(LOGIN_IDS.username), pwd: typedIn(LOGIN_IDS.pwd), code: typedIn(LOGIN_IDS.code) };
}

/** The id of the field with the focus. The app's own field gets the focus again when it is there. */
export function focusedBefore(): string | null {
  if (typeof document === 'undefined') return null;
  const focused = document.activeElement;
  return focused?.closest('#first-screen') ? focused.id || null : null;
}

/** True if the page brought no login screen: then the screen is new, and may fade in. */
export function appearsAnew(): boolean {
  return typeof document === 'undefined' || document.getElementById('first-screen') === null;
}

function typedIn(id: string): string {
  if (typeof document === 'undefined') return '';
  const field = document.querySelector(`#first-screen #${id}`);
  return field instanceof HTMLInputElement ? field.value : '';
}
