// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MoneyText } from './money-text.tsx';
import { PriceText } from './price-text.tsx';
import { followTranslation } from './translated-nodes.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const natives = Object.entries(Object.getOwnPropertyDescriptors(Node.prototype)).filter(([name]) =>
  ['removeChild', 'insertBefore'].includes(name),
);
let root: Root;
let box: HTMLElement;

beforeAll(followTranslation);
afterAll(() => void Object.defineProperties(Node.prototype, Object.fromEntries(natives)));

beforeEach(() => {
  document.body.innerHTML = '<div></div>';
  box = document.body.firstElementChild as HTMLElement;
  root = createRoot(box);
});

/** As a browser does it: each text that may be translated is replaced. */
async function translate(): Promise<void> {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if ((text.parentElement?.closest('font, [translate=no]') ?? null) !== null) continue;
    const font = document.createElement('font');
    font.textContent = `«${text.data}»`;
    text.parentNode?.replaceChild(font, text);
  }
  await new Promise((resolve) => setTimeout(resolve));
}

function show(isOpen: boolean, count: number) {
  act(() =>
    root.render(
      <p>
        {isOpen && 'Waiting '}
        <b>left</b> {count} seconds
      </p>,
    ),
  );
}

test('a translated text that goes is gone, and what follows stands where it belongs', async () => {
  show(true, 5);
  await translate();
  show(false, 5);
  expect(box.textContent).toBe('«left»« »«5»« seconds»');
  show(true, 5);
  expect(box.textContent).toMatch(/^Waiting «left»/);
});

test('a new number replaces the translation of the old one', async () => {
  show(true, 5);
  await translate();
  show(true, 4);
  await new Promise((resolve) => setTimeout(resolve));
  expect(box.textContent).toContain('4');
  expect(box.textContent).not.toContain('5');
  await translate();
  show(true, 3);
  await new Promise((resolve) => setTimeout(resolve));
  expect(box.textContent).not.toContain('4');
});

test('all of it goes', async () => {
  show(true, 5);
  await translate();
  act(() => root.render(<i>done</i>));
  expect(box.textContent).toBe('done');
});

test('amounts and prices are not translated', async () => {
  act(() =>
    root.render(
      <>
        <MoneyText text="¥1,234.50" />
        <PriceText text="68,120.5" direction="up" arrow />
      </>,
    ),
  );
  await translate();
  expect(box.querySelector('font')).toBeNull();
});
