// @vitest-environment happy-dom
import { ApiError } from '@candor/api-client/api-error';
import { EN_ERRORS as textOf } from '@candor/contract/errors/en';
import { supportBody } from '@candor/contract/support';
import { TextField } from '@candor/ui/text-field.tsx';
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadErrorTexts } from '../../lib/error-texts.ts';
import { language } from '../../lib/language.ts';
import { schemaErrors } from './form-errors.ts';
import type { ErrorPlaces, FormErrors } from './form-errors.ts';
import { FormMessage } from './form-message.tsx';
import { useContractForm } from './use-contract-form.ts';
import type { ContractForm } from './use-contract-form.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

type Field = 'title' | 'text' | 'repeat';
type Sent = { body: unknown; key: string; answer: () => void; refuse: (error: unknown) => void };

const PLACES: ErrorPlaces<Field> = { fields: ['title', 'text', 'repeat'], shownAt: { orderId: 'title' } };

let root: Root;
let form: ContractForm<Field>;
let sent: Sent[];
let typed: string[];
let revealed: string[];

function errorsOf(values: Record<Field, string>): FormErrors<Field> {
  const errors = schemaErrors(PLACES, supportBody, { text: values.text });
  if (values.title === '') errors.title = 'FIELD_REQUIRED';
  if (values.title === 'not now') errors.form = 'REGISTRATION_CLOSED';
  if (values.repeat !== values.text) errors.repeat = 'PASSWORDS_DIFFER';
  return errors;
}

function Probe() {
  const probed = useContractForm({
    id: 'probe',
    places: PLACES,
    initial: { title: '', text: '', repeat: '' },
    request: ({ title, text }) => ({ title: title.trim(), text }),
    check: errorsOf,
    send: async (body, key) =>
      await new Promise<void>((resolve, reject) => sent.push({ body, key, answer: resolve, refuse: reject })),
    onTyped: (values) => typed.push(values.text),
    reveal: (field) => revealed.push(field),
  });
  useLayoutEffect(() => {
    form = probed;
  });
  return (
    <form noValidate onSubmit={probed.submit}>
      <TextField {...probed.field('title')} label="title" />
      <TextField {...probed.field('text')} label="text" />
      <TextField {...probed.field('repeat')} label="repeat" />
      <FormMessage>{probed.message}</FormMessage>
      <button type="submit" disabled={probed.isSending}>
        send
      </button>
    </form>
  );
}

function input(field: Field): HTMLInputElement {
  const found = document.getElementById(`probe-${field}`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${field}`);
  return found;
}

/** The text that describes a field to a screen reader. */
function errorAt(field: Field): string | null {
  const id = input(field).getAttribute('aria-describedby');
  return id === null ? null : (document.getElementById(id)?.textContent ?? '');
}

function isInvalid(field: Field): boolean {
  return input(field).getAttribute('aria-invalid') === 'true';
}

function message(): string {
  return document.querySelector('form > [role=alert]')?.textContent ?? '';
}

async function type(field: Field, value: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(field), value);
    input(field).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function leave(field: Field) {
  await act(async () => {
    input(field).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
}

async function submit() {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
}

async function fillIn() {
  await type('title', 'A title ');
  await type('text', 'hello');
  await type('repeat', 'hello');
}

async function refuse(facts: Partial<ConstructorParameters<typeof ApiError>[0]>) {
  const error = new ApiError({
    code: 400,
    key: 'FIELD_INVALID',
    message: '',
    fields: {},
    params: {},
    retryAfterSec: null,
    ...facts,
  });
  await act(async () => sent.at(-1)?.refuse(error));
}

beforeEach(async () => {
  [sent, typed, revealed] = [[], [], []];
  language.set('en');
  await loadErrorTexts('en');
  await loadErrorTexts('zh-Hant');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Probe />));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

test('invalid fields are not sent: each shows its error, and the first one on the screen takes the focus', async () => {
  await submit();
  expect(sent).toEqual([]);
  expect([isInvalid('title'), isInvalid('text'), isInvalid('repeat')]).toEqual([true, true, false]);
  expect(errorAt('text')).toBe(textOf.MESSAGE_REQUIRED);
  expect(document.activeElement).toBe(input('title'));
  expect(revealed).toEqual(['title']);
});

test('what a browser filled in without an event is sent', async () => {
  for (const field of ['title', 'text', 'repeat'] as const)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(field), 'filled');
  await submit();
  expect(sent).toMatchObject([{ body: { title: 'filled', text: 'filled' } }]);
});

test('a field is checked when the member leaves it, and then with every change', async () => {
  await type('text', 'a'.repeat(2_001));
  expect(isInvalid('text')).toBe(false);
  await leave('text');
  expect(errorAt('text')).toBe(textOf.MESSAGE_TOO_LONG);
  await type('text', 'short');
  expect(isInvalid('text')).toBe(false);
});

test('a field that was only visited shows no error', async () => {
  await leave('title');
  expect(isInvalid('title')).toBe(false);
});

test('a change of one field checks a field that depends on it', async () => {
  await type('text', 'hello');
  await type('repeat', 'hello');
  await leave('repeat');
  await type('text', 'hello!');
  expect(errorAt('repeat')).toBe(textOf.PASSWORDS_DIFFER);
  await type('text', 'hello');
  expect(isInvalid('repeat')).toBe(false);
});

test('after a refused try a change of one field also clears the error at another', async () => {
  await fillIn();
  await type('repeat', 'hell');
  await submit();
  expect(errorAt('repeat')).toBe(textOf.PASSWORDS_DIFFER);
  await type('text', 'hell');
  expect(isInvalid('repeat')).toBe(false);
});

test('the language changes the error that is already shown', async () => {
  await submit();
  await act(async () => language.set('zh-Hant'));
  expect(errorAt('text')).not.toBe(textOf.MESSAGE_REQUIRED);
  expect(errorAt('text')).not.toBe('MESSAGE_REQUIRED');
});

test('the request is sent once, and its button is disabled meanwhile', async () => {
  await fillIn();
  const button = document.querySelector('button');
  await act(async () => {
    for (let press = 0; press < 2; press += 1) form.submit();
  });
  await submit();
  expect(sent).toMatchObject([{ body: { title: 'A title', text: 'hello' } }]);
  expect(button?.disabled).toBe(true);
  await act(async () => sent[0]?.answer());
  expect(button?.disabled).toBe(false);
  expect(message()).toBe('');
});

test('an error for fields shows at each of them, and nothing typed is lost', async () => {
  await fillIn();
  await submit();
  await refuse({ fields: { text: 'MESSAGE_INVALID', orderId: 'ORDER_NOT_FOUND' } });
  expect([errorAt('title'), errorAt('text')]).toEqual([textOf.ORDER_NOT_FOUND, textOf.MESSAGE_INVALID]);
  expect(document.activeElement).toBe(input('title'));
  expect(message()).toBe('');
  expect([input('title').value, input('text').value, input('repeat').value]).toEqual(['A title ', 'hello', 'hello']);
});

test('an error for a field is shown with its numbers', async () => {
  await fillIn();
  await submit();
  const key = 'WITHDRAW_PASSWORD_MISMATCH';
  await refuse({ key, fields: { text: key }, params: { left: 4 } });
  expect(errorAt('text')).toBe(textOf[key].replace('{left}', '4'));
});

test('a value that the server refused stays invalid until its own field changes', async () => {
  await fillIn();
  await submit();
  await refuse({ fields: { text: 'MESSAGE_INVALID' } });
  await type('title', 'Another title');
  expect(errorAt('text')).toBe(textOf.MESSAGE_INVALID);
  await type('text', 'hello again');
  expect(isInvalid('text')).toBe(false);
});

test('an error for an unknown field, and a refusal without fields, show at the form', async () => {
  await fillIn();
  await submit();
  await refuse({ fields: { other: 'FIELD_UNKNOWN' } });
  expect(message()).toBe(textOf.FIELD_UNKNOWN);
  await submit();
  expect(message()).toBe('');
  await refuse({ code: 500, key: 'UNKNOWN_ERROR', message: '维护中' });
  expect(message()).toBe('维护中');
  await type('title', 'Another title');
  expect(message()).toBe('');
});

test('a failure without a server answer is an unknown error', async () => {
  await fillIn();
  await submit();
  await act(async () => sent[0]?.refuse(new TypeError('x is not a function')));
  expect(message()).toBe(textOf.UNKNOWN_ERROR);
});

test('after a lost answer the same request keeps its key, and another request gets a new one', async () => {
  await fillIn();
  await submit();
  await refuse({ code: 0, key: 'OUTCOME_UNKNOWN' });
  expect(message()).toBe(textOf.NETWORK_ERROR);
  await submit();
  await refuse({ code: 0, key: 'OUTCOME_UNKNOWN' });
  await type('title', 'Another title');
  await submit();
  expect(sent.map(({ key }) => key === sent[0]?.key)).toEqual([true, true, false]);
});

test('an error of the whole form is not confused with an earlier failure', async () => {
  await fillIn();
  await submit();
  await refuse({ code: 0, key: 'OUTCOME_UNKNOWN' });
  await type('title', 'not now');
  await submit();
  expect(message()).toBe(textOf.REGISTRATION_CLOSED);
  expect(sent).toHaveLength(1);
});

test('a step passes when none of its fields is invalid', async () => {
  await type('title', 'A title');
  let passed: boolean[] = [];
  await act(async () => {
    passed = [await form.passes(['title']), await form.passes(['title', 'text'])];
  });
  expect(passed).toEqual([true, false]);
  expect(document.activeElement).toBe(input('text'));
  await type('text', 'hello');
  expect(isInvalid('text')).toBe(false);
});

test('a value that cannot be used again is cleared, and its error stays', async () => {
  await fillIn();
  await submit();
  await refuse({ fields: { text: 'MESSAGE_INVALID' } });
  await act(async () => form.forget('text'));
  expect(input('text').value).toBe('');
  expect(errorAt('text')).toBe(textOf.MESSAGE_INVALID);
});

test('a cleared field shows no "required" error while the member types elsewhere', async () => {
  await fillIn();
  await leave('text');
  await submit();
  await refuse({ key: 'LOGIN_FAILED', code: 500 });
  await act(async () => form.forget('text'));
  await type('title', 'Another title');
  expect(isInvalid('text')).toBe(false);
});

test('a field cleared by its button shows no error', async () => {
  await fillIn();
  await submit();
  await refuse({ fields: { text: 'MESSAGE_INVALID' } });
  await act(async () => form.change('text', ''));
  expect([input('text').value, isInvalid('text')]).toEqual(['', false]);
});

test('a suggested value fills only an empty field, and a cleared one can be filled again', async () => {
  await act(async () => form.fillEmpty('title', 'demo'));
  expect(input('title').value).toBe('demo');
  await act(async () => form.fillEmpty('title', 'other'));
  expect(input('title').value).toBe('demo');
  await act(async () => form.change('title', ''));
  expect(input('title').value).toBe('');
});

test('typed values are reported for a draft', async () => {
  await type('text', 'he');
  await type('text', 'hello');
  expect(typed).toEqual(['he', 'hello']);
});
