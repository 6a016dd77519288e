// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { helpShift, isHelpInTheWay } from './measure-front.ts';

/* What the help button gives way to. The page has no layout here: each element says where it stands. */

beforeEach(() => {
  Object.defineProperty(window, 'innerHeight', { value: 700, configurable: true });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return placeOf(this);
  });
  // A text is as high as its element.
  vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function (this: Range) {
    const parent = this.startContainer.parentElement ?? this.startContainer;
    return [placeOf(parent)] as unknown as DOMRectList;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

/** `data-at="left top right bottom"`; what says nothing is as large as the window. */
function placeOf(node: Node): DOMRect {
  const at = node instanceof Element ? node.getAttribute('data-at') : null;
  const [left = 0, top = 0, right = 390, bottom = 700] = at === null ? [] : at.split(' ').map(Number);
  return new DOMRect(left, top, right - left, bottom - top);
}

function helpOver(page: string): HTMLElement {
  document.body.innerHTML = `${page}<div id="help" data-at="320 600 376 656"><button data-at="320 600 376 656">?</button></div>`;
  const help = document.getElementById('help');
  if (help === null) throw new Error('there is no button');
  Object.defineProperty(help, 'offsetTop', { value: 600 });
  Object.defineProperty(help, 'offsetHeight', { value: 56 });
  return help;
}

test.each([
  ['a text', '<p data-at="16 610 370 630">The result is net.</p>'],
  ['a figure', '<span data-at="300 610 370 630">¥10.00</span>'],
  ['a control', '<button data-at="300 610 370 630"></button>'],
  ['a code', '<svg role="img" data-at="300 610 370 630"></svg>'],
])('it gives way to %s', (_, page) => {
  const help = helpOver(page);
  expect(isHelpInTheWay(help, 0)).toBe(true);
  expect(helpShift(help)).not.toBe(0);
});

test.each([
  ['a text that ends before it', '<p data-at="16 610 300 630">Short.</p>'],
  ['a text above it', '<p data-at="16 500 370 520">The result is net.</p>'],
  ['a text that is only read aloud', '<p data-at="340 610 341 611">Spoken.</p>'],
  ['nothing', '<p data-at="16 610 370 630"> </p>'],
])('it stays beside %s', (_, page) => expect(helpShift(helpOver(page))).toBe(0));

test('on a page full of text it is not shown', () => {
  expect(helpShift(helpOver('<p data-at="16 300 370 700">Long.</p>'))).toBeNull();
});
