// @vitest-environment happy-dom
import { act, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog, Sheet } from './modal.tsx';
import { UiTextsProvider } from './ui-texts.tsx';

/*
 * Sheet and dialog by keyboard. The browser moves Tab from stop to stop in a dialog that was opened as a modal, so the tests
 * check that it is opened in this way and no other, and what happens at the ends. Escape reaches a dialog as its `cancel`
 * event. e2e/sheets.spec.ts shows it in a browser.
 */

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const TEXTS = {
  back: 'Back',
  clear: 'Clear',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  failed: 'Failed',
  hidePassword: 'Hide',
  loading: 'Loading',
  showPassword: 'Show',
};

let root: Root;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

type Layer = (state: { open: boolean; onClose: () => void }) => ReactNode;

/** A page with a button that opens the layer. */
function Opener({ layer, isGone }: { layer: Layer; isGone: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <main id="content" tabIndex={-1}>
      {!(open && isGone) && (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      {layer({ open, onClose: () => setOpen(false) })}
    </main>
  );
}

/** @param isGone the button leaves the page when it was pressed */
function open(layer: Layer, { isGone = false } = {}): HTMLDialogElement {
  act(() =>
    root.render(
      <UiTextsProvider texts={TEXTS}>
        <Opener layer={layer} isGone={isGone} />
      </UiTextsProvider>,
    ),
  );
  const opener = button('Open');
  opener.focus();
  act(() => opener.click());
  return dialog();
}

function button(name: string): HTMLButtonElement {
  const all = [...document.querySelectorAll('button')];
  const found = all.find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
}

function dialog(): HTMLDialogElement {
  const found = document.querySelector('dialog');
  if (found === null) throw new Error('there is no dialog');
  return found;
}

/** What the browser sends a modal dialog for Escape. Returns whether the browser may close it by itself. */
function escape(to: HTMLElement): boolean {
  let isLeft = true;
  act(() => void (isLeft = to.dispatchEvent(new Event('cancel', { cancelable: true }))));
  return isLeft;
}

/** What is inside a dialog cannot keep the focus when it closes. */
function loseFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function sheet(state: Parameters<Layer>[0]): ReactNode {
  return (
    <Sheet {...state} title="Deposit">
      <input aria-label="Amount" />
    </Sheet>
  );
}

function question(state: Parameters<Layer>[0]): ReactNode {
  return <Dialog {...state} title="Sign out?" actions={<button type="button">Stay</button>} />;
}

const LAYERS: [string, Layer][] = [
  ['sheet', sheet],
  ['dialog', question],
];

test.each(LAYERS)('a %s opens as a modal, so the browser keeps the focus inside; it says what it is', (_, layer) => {
  const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const shown = open(layer);
  expect(modal).toHaveBeenCalledOnce();
  expect(shown.open).toBe(true);
  const name = document.getElementById(shown.getAttribute('aria-labelledby') ?? '');
  expect(name?.matches('h2')).toBe(true);
  // A second render opens nothing twice: that throws in a browser.
  act(() => void shown.dispatchEvent(new Event('scroll')));
  expect(modal).toHaveBeenCalledOnce();
});

test.each(LAYERS)('a %s that came up without the focus takes it in the next frame', async (_, layer) => {
  const shown = open(layer);
  act(() => (document.activeElement as HTMLElement).blur());
  expect(document.activeElement).toBe(document.body);
  await act(async () => await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(shown);
});

test.each(LAYERS)('a %s leaves the focus where it is', async (_, layer) => {
  const shown = open(layer);
  const [button] = shown.querySelectorAll('button');
  act(() => button?.focus());
  await act(async () => await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(button);
});

function takesFirst(shown: HTMLDialogElement): void {
  // As browsers open a modal dialog: the first control gets the focus, unless something in it asks for it.
  shown.querySelector<HTMLElement>('[autofocus], button, input')?.focus();
}

test('a sheet begins at its title, so that Enter closes nothing; a field that asks for the focus has it', () => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
    takesFirst(this);
  });
  open(sheet);
  expect(document.activeElement?.textContent).toBe('Deposit');
  expect(document.activeElement?.matches('h2')).toBe(true);
  // Backwards from there comes the last stop.
  expect(tab(true)).toBe(false);
  expect(document.activeElement?.matches('input')).toBe(true);
});

test('a question begins at its safe answer', () => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
    takesFirst(this);
  });
  open(question);
  expect(document.activeElement).toBe(button('Stay'));
});

/** Presses Tab where the focus is. Returns whether the browser goes on by itself. */
function tab(isBackwards = false): boolean {
  const press = new KeyboardEvent('keydown', { key: 'Tab', shiftKey: isBackwards, bubbles: true, cancelable: true });
  let isLeft = true;
  act(() => void (isLeft = document.activeElement?.dispatchEvent(press) ?? true));
  return isLeft;
}

test('after the last stop comes the first one, and before the first the last', () => {
  const shown = open((state) => (
    <Sheet {...state} title="Deposit" footer={<button type="button">Send</button>}>
      <input aria-label="Amount" />
      <button type="button" disabled>
        Not yet
      </button>
      <a tabIndex={-1} href="#x">
        Not by keys
      </a>
    </Sheet>
  ));
  shown.querySelector('input')?.focus();
  expect([tab(), tab(true)]).toEqual([true, true]);
  button('Send').focus();
  expect(tab()).toBe(false);
  expect(document.activeElement).toBe(button('Close'));
  expect(tab(true)).toBe(false);
  expect(document.activeElement).toBe(button('Send'));
});

test('the last stop may be any radio of a group; the chosen one is the way in', () => {
  const shown = open((state) => (
    <Dialog {...state} title="Which?" actions={<button type="button">First</button>}>
      <p />
    </Dialog>
  ));
  const group = shown.appendChild(document.createElement('fieldset'));
  group.innerHTML = '<input type="radio" name="n" id="a"><input type="radio" name="n" id="b">';
  const [one, two] = group.querySelectorAll('input');
  one?.focus();
  expect(tab()).toBe(false);
  expect(document.activeElement).toBe(button('First'));
  if (one !== undefined) one.checked = true;
  expect(tab(true)).toBe(false);
  expect(document.activeElement).toBe(one);
  expect(two?.checked).toBe(false);
});

test('a dialog without anything to press keeps the focus itself', () => {
  const shown = open((state) => (
    <Dialog {...state} title="Loading" actions={null}>
      ...
    </Dialog>
  ));
  shown.focus();
  expect([tab(), tab(true)]).toEqual([false, false]);
  expect(document.activeElement).toBe(shown);
});

test.each(LAYERS)('Escape closes a %s, and its opener has the focus again', (_, layer) => {
  const shown = open(layer);
  loseFocus();
  // The owner closes it, so that the app knows; the browser must not do it by itself.
  expect(escape(shown)).toBe(false);
  expect(shown.open).toBe(false);
  expect(document.activeElement).toBe(button('Open'));
});

test.each(LAYERS)('the opener of a %s is gone: the page itself gets the focus', (_, layer) => {
  const shown = open(layer, { isGone: true });
  loseFocus();
  // It comes back as another button, which the member did not press.
  escape(shown);
  expect(document.activeElement).toBe(document.getElementById('content'));
});

test.each(LAYERS)('the opener of a %s takes no focus any more: the page itself gets it', (_, layer) => {
  const shown = open(layer);
  loseFocus();
  // Such as a button in a dialog that closed when this one opened.
  vi.spyOn(button('Open'), 'focus').mockReturnValue();
  escape(shown);
  expect(document.activeElement).toBe(document.getElementById('content'));
});

test('what must not be interrupted stays open on Escape, on the backdrop, and has no close button', () => {
  const onClose = vi.fn();
  act(() =>
    root.render(
      <UiTextsProvider texts={TEXTS}>
        <Sheet open onClose={onClose} title="Sending" dismissible={false}>
          <p>Wait</p>
        </Sheet>
      </UiTextsProvider>,
    ),
  );
  expect(escape(dialog())).toBe(false);
  act(() => dialog().click());
  expect(onClose).not.toHaveBeenCalled();
  expect(document.querySelector('button')).toBeNull();
  // A browser that closes by force, as Chromium does at a second Escape, does not end it either.
  expect(dialog().getAttribute('closedby')).toBe('none');
  act(() => dialog().close());
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog().open).toBe(true);
});

test('a close by force is told to the owner of what may be closed', () => {
  const shown = open(sheet);
  expect(shown.getAttribute('closedby')).toBe('closerequest');
  act(() => shown.close());
  act(() => button('Open').click());
  expect(shown.open).toBe(true);
});

test('a press on the backdrop or the close button closes; one inside does not', () => {
  const shown = open(sheet);
  act(() => shown.querySelector('input')?.click());
  expect(shown.open).toBe(true);
  act(() => button('Close').click());
  expect(shown.open).toBe(false);
  act(() => button('Open').click());
  act(() => shown.click());
  expect(shown.open).toBe(false);
});
