// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { navigate } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { closeSideMenu, openSideMenu, sideMenuOpen } from '../lib/shell-actions.ts';
import common from '../locales/en/common.json';
import shell from '../locales/en/shell.json';
import { show, startScreens, until } from '../services/testing/screen.tsx';
// What the first opening loads: it takes longer than a check may wait.
import './side-menu-content.tsx';
import { SideMenu } from './side-menu.tsx';

/* The side menu by keyboard: opened as a modal, so the browser keeps Tab inside; Escape and a link close it. */

startScreens();

/** A page whose button opens the menu, and which has the focus. */
async function openMenu(): Promise<HTMLDialogElement> {
  closeSideMenu();
  navigate(paths.home());
  await show(
    <>
      <button type="button" onClick={openSideMenu}>
        Menu
      </button>
      <SideMenu />
    </>,
    { common, shell },
  );
  opener().focus();
  act(() => opener().click());
  const dialog = document.querySelector('dialog');
  if (dialog === null) throw new Error('there is no menu');
  await until(() => expect(dialog.querySelectorAll('nav a').length).toBeGreaterThan(3));
  return dialog;
}

function opener(): HTMLButtonElement {
  const found = document.querySelector('button');
  if (found === null) throw new Error('there is no button');
  return found;
}

/** What is inside a dialog cannot keep the focus when it closes. */
function loseFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

test('it opens as a modal with a name', async () => {
  const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const dialog = await openMenu();
  expect(modal).toHaveBeenCalledOnce();
  expect(dialog.getAttribute('aria-label')).toBe(shell.menu.label);
});

test('Escape closes it, and its opener has the focus again', async () => {
  const dialog = await openMenu();
  loseFocus();
  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect([dialog.open, sideMenuOpen.get()]).toEqual([false, false]);
  expect(document.activeElement).toBe(opener());
});

test('another page closes it', async () => {
  const dialog = await openMenu();
  act(() => navigate(paths.positions()));
  expect(dialog.open).toBe(false);
});

test('a press that comes before the menu is there opens it', async () => {
  navigate(paths.home());
  openSideMenu();
  await show(<SideMenu />, { common, shell });
  expect([document.querySelector('dialog')?.open, sideMenuOpen.get()]).toEqual([true, true]);
});
