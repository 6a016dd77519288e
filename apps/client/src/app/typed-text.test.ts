// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasTypedText, watchTyping } from './typed-text.ts';

let stop: () => void;

beforeEach(() => {
  stop = watchTyping();
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

function type(html: string, value: string): HTMLInputElement {
  document.body.innerHTML = html;
  const field = document.querySelector<HTMLInputElement>('input, textarea');
  if (field === null) throw new Error('there is no field');
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}

test.each([
  ['a typed amount', '<input>', '100', true],
  ['a typed message', '<textarea></textarea>', 'hello', true],
  ['a password', '<input type="password">', 'secret', true],
  ['only spaces', '<input>', '  ', false],
  ['a search', '<input type="search">', 'btc', false],
  ['a tick', '<input type="checkbox">', 'on', false],
  ['an open sheet', '<dialog open><input></dialog>', '100', true],
  ['a closed sheet', '<dialog><input></dialog>', '100', false],
])('%s', (_, html, value, isTyped) => {
  type(html, value);
  expect(hasTypedText()).toBe(isTyped);
});

test('what the app filled in is not typed, and what was sent or cleared is not there any more', () => {
  document.body.innerHTML = '<input value="1000">';
  expect(hasTypedText()).toBe(false);
  const field = type('<input>', '100');
  field.value = '';
  expect(hasTypedText()).toBe(false);
  field.value = '100';
  field.remove();
  expect(hasTypedText()).toBe(false);
});
