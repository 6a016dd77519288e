// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { filledIn } from './filled-in.ts';

test('fields that were filled in without an event are read as they stand', () => {
  document.body.innerHTML =
    '<form><input name="username" /><input name="pwd" type="password" /><input name="code" /></form>';
  const form = document.querySelector('form') as HTMLFormElement;
  for (const [name, value] of [
    ['username', 'cashier1'],
    ['pwd', 'secret'],
  ])
    (form.elements.namedItem(name ?? '') as HTMLInputElement).value = value ?? '';
  expect(filledIn(form, ['username', 'pwd', 'code'])).toEqual({ username: 'cashier1', pwd: 'secret' });
});
