// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// What the first focus loads: it takes longer than a check may wait.
import './base-menu.tsx';
import { Menu } from './menu.tsx';
import { ModalLayers } from './modal-layers.tsx';

/* The menu by keyboard: its code loads with the first focus, and what was pressed meanwhile is done when it is there. */

vi.setConfig({ testTimeout: 60_000 });

/** Waits until a check passes; long, because a busy machine renders slowly. */
async function until(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: 20_000 });
}

let root: Root;
/** What back does, for each menu that is open. */
let backs: (() => boolean)[] = [];
function openLayer(onBack: () => boolean): () => void {
  backs = [...backs, onBack];
  return () => {
    backs = backs.filter((back) => back !== onBack);
  };
}
const onPress = vi.fn();

beforeEach(async () => {
  onPress.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <ModalLayers openLayer={openLayer}>
      <Menu
        label="Language"
        trigger="EN"
        items={[
          { key: 'en', label: 'English', onPress },
          { key: 'zh', label: '简体中文', onPress },
        ]}
      />
      <a href="#next">Next</a>
    </ModalLayers>,
  );
  await until(() => void opener());
});

afterEach(() => {
  root.unmount();
  document.body.innerHTML = '';
});

function opener(): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>('button[aria-haspopup=menu]');
  if (found === null) throw new Error('there is no menu button');
  return found;
}

function items(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=menu] [role=menuitem]')];
}

function press(name: string): void {
  const event = { key: name, bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
  document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', event));
}

async function openByKey(): Promise<void> {
  opener().focus();
  press('ArrowDown');
  await until(() => expect(items()).toHaveLength(2));
}

test('an arrow key opens it, and the focus goes into the list', async () => {
  await openByKey();
  await until(() => expect(document.querySelector('[role=menu]')?.contains(document.activeElement)).toBe(true));
  expect(opener().getAttribute('aria-expanded')).toBe('true');
});

test('arrow keys go through the entries, a choice is made once and closes it', async () => {
  await openByKey();
  await until(() => expect(document.activeElement).toBe(items()[0]));
  press('ArrowDown');
  await until(() => expect(document.activeElement).toBe(items()[1]));
  items()[1]?.click();
  expect(onPress).toHaveBeenCalledOnce();
  await until(() => expect(items()).toEqual([]));
});

test('Escape closes it, and its button has the focus again', async () => {
  await openByKey();
  await until(() => expect(document.querySelector('[role=menu]')?.contains(document.activeElement)).toBe(true));
  press('Escape');
  await until(() => expect(items()).toEqual([]));
  await until(() => expect(document.activeElement).toBe(opener()));
  expect(opener().getAttribute('aria-expanded')).toBe('false');
});

test('back closes it, and it leaves nothing for back', async () => {
  await openByKey();
  await until(() => expect(backs).toHaveLength(1));
  expect(backs[0]?.()).toBe(true);
  await until(() => expect(items()).toEqual([]));
  await until(() => expect(backs).toEqual([]));
});

test('a click on a menu that the mouse has opened leaves it open; the next one closes it', async () => {
  root.render(
    <ModalLayers openLayer={openLayer}>
      <Menu hover label="Assets" trigger="Assets" items={[{ key: 'in', label: 'Deposit', onPress }]} />
    </ModalLayers>,
  );
  await until(() => expect(opener().textContent).toBe('Assets'));
  opener().focus();
  opener().dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }));
  await until(() => expect(opener().id).not.toBe(''));
  opener().dispatchEvent(new MouseEvent('mouseenter'));
  opener().dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
  await until(() => expect(items()).toHaveLength(1));
  // A mouse that passes by is no step that back could undo.
  expect(backs).toEqual([]);
  // Longer than the time in which a menu takes a click for the end of the same gesture.
  await new Promise((resolve) => setTimeout(resolve, 700));
  opener().click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(items()).toHaveLength(1);
  await until(() => expect(backs).toHaveLength(1));
  opener().click();
  await until(() => expect(items()).toEqual([]));
  expect(backs).toEqual([]);
});
