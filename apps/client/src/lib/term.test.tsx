// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import words from '../locales/en/words.json';
import { ModalLayers } from '@candor/ui/modal-layers.tsx';
import { startLocation } from './location.ts';
import { Term } from './term.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('./i18n.tsx', () => ({ loadTexts: async () => undefined }));

let root: Root;
let back = () => false;
function openLayer(onBack: () => boolean): () => void {
  back = onBack;
  return () => undefined;
}
// Base UI takes a while to load in a test.
beforeAll(async () => void (await import('./term-meaning.tsx')));
beforeEach(async () => {
  startLocation();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <IntlProvider locale="en" messages={{ words }} timeZone="UTC">
        <ModalLayers openLayer={openLayer}>
          <Term word="breakEven">Break-even</Term>
        </ModalLayers>
        <p>Elsewhere</p>
      </IntlProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

function word(): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>('[data-term="breakEven"]');
  if (found === null) throw new Error('no word');
  return found;
}

function meaning(): Element | null {
  return document.querySelector('[role="dialog"]');
}

async function press(): Promise<void> {
  await act(async () => word().click());
  await vi.waitFor(async () => {
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 10)));
    expect(meaning() !== null).toBe(word().getAttribute('aria-expanded') === 'true');
  });
}

test('a word is a button that names its window, and shows nothing before it is pressed', () => {
  expect(word().textContent).toBe('Break-even');
  expect([word().getAttribute('aria-haspopup'), word().getAttribute('aria-expanded')]).toEqual(['dialog', 'false']);
  expect(meaning()).toBeNull();
});

test('a press shows its meaning with the ways on, and a second press closes it', async () => {
  await press();
  expect(meaning()?.textContent).toContain(words.term.breakEven.name);
  expect(meaning()?.textContent).toContain(words.term.breakEven.text);
  const links = [...(meaning()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links).toEqual([expect.stringContaining('slug=rules'), expect.stringContaining('help/words')]);
  await press();
  expect(meaning()).toBeNull();
});

test('Escape closes it', async () => {
  await press();
  await act(async () => {
    meaning()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await vi.waitFor(() => expect(word().getAttribute('aria-expanded')).toBe('false'));
});

test('back closes it in place of leaving the page', async () => {
  await press();
  let isClosed = false;
  await act(async () => {
    isClosed = back();
  });
  expect(isClosed).toBe(true);
  expect(word().getAttribute('aria-expanded')).toBe('false');
  expect(meaning()).toBeNull();
});
