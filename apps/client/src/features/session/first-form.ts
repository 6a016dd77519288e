/*
 * What a visitor typed into the login form of the page itself, before the script came. While the app is built that form
 * is rendered without a document.
 */

import type { LoginValues } from './login-form.ts';

export const LOGIN_IDS = { username: 'login-username', pwd: 'login-password', code: 'login-code' } as const;

/** Empty fields where the page brought no form, or the app has taken its place already. */
export function typedBefore(): LoginValues {
  return { username: typedIn(LOGIN_IDS.username), pwd: typedIn(LOGIN_IDS.pwd), code: typedIn(LOGIN_IDS.code) };
}

/** The id of the field the visitor is in, to be given the focus again once the app's own field stands there. */
export function focusedBefore(): string | null {
  if (typeof document === 'undefined') return null;
  const focused = document.activeElement;
  return focused?.closest('#first-screen') ? focused.id || null : null;
}

/** True where the page brought no login screen: what appears then is new, and may fade in. */
export function appearsAnew(): boolean {
  return typeof document === 'undefined' || document.getElementById('first-screen') === null;
}

function typedIn(id: string): string {
  if (typeof document === 'undefined') return '';
  const field = document.querySelector(`#first-screen #${id}`);
  return field instanceof HTMLInputElement ? field.value : '';
}
