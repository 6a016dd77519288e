/* Requests from pages to the shell around them. */

import { observable } from '@candor/api-client/observable';

export const sideMenuOpen = observable(false);
export const logoutAsked = observable(false);
export const keyListOpen = observable(false);
export const commandMenuOpen = observable(false);

export function openSideMenu(): void {
  sideMenuOpen.set(true);
}

export function closeSideMenu(): void {
  sideMenuOpen.set(false);
}

/** Asks whether to log out; the shell shows the question and acts on the answer. */
export function askLogout(): void {
  logoutAsked.set(true);
}

/** Opens the list of keys of the wide screens. */
export function openKeyList(): void {
  keyListOpen.set(true);
}

/** Opens the command menu of the wide screens. */
export function openCommandMenu(): void {
  commandMenuOpen.set(true);
}

let preload: () => void = () => undefined;

/** The app sets how to preload what comes after login; the login form calls it while the member types. */
export function setPreload(load: () => void): void {
  preload = load;
}

export function preloadAfterLogin(): void {
  preload();
}
