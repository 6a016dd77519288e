// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from './focus-keeper.ts';

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = '<nav><a href="#x">menu</a></nav><main><h1>Old</h1><button id="go">go</button></main>';
  stop = keepFocus();
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

function focus(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`no ${selector}`);
  element.focus();
  return element;
}

function show(html: string): void {
  const main = document.querySelector('main');
  if (main) main.innerHTML = html;
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A browser takes the focus away with its element; this document does so only if the element is blurred first. */
function leaveTo(html: string): void {
  const last = document.activeElement;
  show(html);
  if (last instanceof HTMLElement && document.activeElement === last) last.blur();
}

test('a page that goes gives the focus to the heading of the next one', async () => {
  focus('#go');
  leaveTo('<h1>New</h1>');
  await settled();
  expect(document.activeElement?.textContent).toBe('New');
});

test('while the next page loads it waits for its heading', async () => {
  focus('#go');
  leaveTo('<p>loading</p>');
  await settled();
  expect(document.activeElement).toBe(document.body);
  show('<h1>New</h1>');
  await settled();
  expect(document.activeElement?.textContent).toBe('New');
});

test('what takes the place of a form in a region that stays has it, not the top of the page', async () => {
  const region = (content: string) => `<section aria-label="Order"><h2>Buy up</h2>${content}</section>`;
  show(`<h1>Bitcoin</h1>${region('<form><input id="stake"></form>')}`);
  const place = document.querySelector('section');
  const change = (content: string) => {
    const had = document.activeElement;
    place?.lastElementChild?.remove();
    place?.insertAdjacentHTML('beforeend', content);
    if (had instanceof HTMLElement && document.activeElement === had) had.blur();
  };
  focus('#stake');
  change('<div><h3>Risk notice</h3><button id="accept">accept</button></div>');
  await settled();
  expect(document.activeElement?.textContent).toBe('Risk notice');
  focus('#accept');
  change('<div role="timer">60</div>');
  await settled();
  expect(document.activeElement?.textContent).toBe('Buy up');
});

test('an open dialog has it before the page', async () => {
  focus('#go');
  document.body.insertAdjacentHTML('beforeend', '<dialog open><button>ok</button></dialog>');
  leaveTo('<h1>New</h1>');
  await settled();
  expect(document.activeElement?.textContent).toBe('ok');
});

test('a focus that is still somewhere, or was never anywhere, stays as it is', async () => {
  leaveTo('<h1>First</h1><button id="go">go</button>');
  await settled();
  expect(document.activeElement).toBe(document.body);
  const link = focus('a');
  show('<h1>New</h1>');
  await settled();
  expect(document.activeElement).toBe(link);
});

test('a press on an empty place takes the focus away, and nothing brings it back', async () => {
  focus('#go').blur();
  document.body.append(document.createElement('p'));
  await settled();
  expect(document.activeElement).toBe(document.body);
});
