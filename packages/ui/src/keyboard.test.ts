import { expect, test } from 'vitest';
import { isComposing, isEnter } from './keyboard.ts';

test.each([
  ['a press', { key: 'Enter', keyCode: 13 }, true],
  ['of React', { key: 'Enter', keyCode: 13, nativeEvent: { isComposing: false } }, true],
  ['that ends a word', { key: 'Enter', keyCode: 13, isComposing: true }, false],
  ['that ends a word, of React', { key: 'Enter', keyCode: 13, nativeEvent: { isComposing: true } }, false],
  ['that ends a word in Safari', { key: 'Enter', keyCode: 229, nativeEvent: { isComposing: false } }, false],
  ['of another key', { key: 'a', keyCode: 65 }, false],
])('Enter: %s', (_, press, expected) => {
  expect(isEnter(press)).toBe(expected);
});

test('other keys of an input method are no keys of ours either', () => {
  expect(isComposing({ key: 'ArrowDown', keyCode: 229 })).toBe(true);
  expect(isComposing({ key: 'ArrowDown', keyCode: 40 })).toBe(false);
});
