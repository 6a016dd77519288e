/*
 * What a visitor typed into the page's own login form before the script loaded. During the build this form is rendered
 * without a document.
 */

import type { LoginField, LoginValues } from './login-form.ts';

/** The field `x` of the login form has the id `login-x`, in the page's own form too. */
export const LOGIN_ID = 'login';

/** Empty fields if the page brought no form, or if the app has already replaced it. */
export function typedBefore(): LoginValues {
  return { username: typedIn('username'), pwd: typedIn('pwd'), code: typedIn('code') };
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

/** True if the page's own form was sent and nothing typed since (boot.ts). */
export function sentBefore(): boolean {
  return !appearsAnew() && document.documentElement.dataset['sent'] !== undefined;
}

function typedIn(field: LoginField): string {
  if (typeof document === 'undefined') return '';
  const input = document.querySelector(`#first-screen #${LOGIN_ID}-${field}`);
  return input instanceof HTMLInputElement ? input.value : '';
}
