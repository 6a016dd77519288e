/*
 * One form: react-hook-form keeps what is typed, a schema of the contract judges it, and the fields of packages/ui show
 * what is wrong. A form never loses typed text, and never sends twice at a time.
 */

import { useRef, useState } from 'react';
import type { ChangeEvent, FocusEvent, SyntheticEvent } from 'react';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { isErrorKey } from '@candor/contract/error-keys';
import type { ErrorParams } from '@candor/contract/error-keys';
import { flushSync } from 'react-dom';
import { useForm, useFormState } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../api/message-of.ts';
import { firstWrong, placeErrors } from './form-errors.ts';
import type { ErrorPlaces, FormErrors } from './form-errors.ts';

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Values<Field extends string> = Record<Field, string>;

type ContractFormOptions<Field extends string, Body> = {
  /** The field `x` has the id `<id>-x`. */
  id: string;
  places: ErrorPlaces<Field>;
  initial: Values<Field>;
  /** The request that these values make. */
  request: (values: Values<Field>) => Body;
  /** What is wrong with these values before they are sent: the contract's schema, and what this site requires. */
  check: (values: Values<Field>) => FormErrors<Field>;
  /** The same request has the same key: the server answers a repeated one as it answered the first. */
  send: (body: Body, idempotencyKey: string) => Promise<void>;
  /** After a refusal is shown. Null if the failure did not come from the request. */
  onRefused?: (refusal: ApiError | null) => void;
  /** After every change by the member, for drafts. */
  onTyped?: (values: Values<Field>) => void;
  /** Called before a field takes the focus, because it may be on a part of the form that is not shown. */
  reveal?: (field: Field) => void;
  /** Values in the texts of errors, such as a limit. What the server sends with a refusal counts first. */
  params?: ErrorParams;
};

/** Attributes of a field of packages/ui. */
export type BoundField = {
  id: string;
  name: string;
  ref: (input: Typed | null) => void;
  error: string | undefined;
  onChange: (event: ChangeEvent<Typed>) => void;
  onBlur: (event: FocusEvent<Typed>) => void;
};

export type ContractForm<Field extends string> = {
  field: (name: Field) => BoundField;
  submit: (this: void, event?: SyntheticEvent) => void;
  isSending: boolean;
  /** What is wrong with the form as a whole, as text; else empty. */
  message: string;
  /** Sets a field as if the member had typed the value. */
  change: (name: Field, value: string) => void;
  /** Judges a field that has no input of its own to leave, as if the member had left it. */
  left: (name: Field) => void;
  /** Proposes a value: text that is there already stays. */
  fillEmpty: (name: Field, value: string) => void;
  /** Empties a field whose value cannot be used again. Its error stays. */
  forget: (name: Field) => void;
  /** Shows the errors of these fields and focuses the first wrong one. True if none is wrong. */
  passes: (fields: readonly Field[]) => Promise<boolean>;
  /** For `useWatch`: values that a screen shows while they are typed. */
  control: Control<Record<string, string>>;
};

const WRONG = 'wrong';
/** An error that the server sent. The schema cannot know when it is mended: it stays until its field is changed. */
const REFUSED = 'refused';

export function useContractForm<Field extends string, Body>(
  options: ContractFormOptions<Field, Body>,
): ContractForm<Field> {
  const { id, places, initial, request, check, send } = options;
  const say = useErrorText();
  const language = useLanguage();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const isBusy = useRef(false);
  const intent = useRef({ body: '', key: '' });
  const form = useForm<Record<string, string>>({
    defaultValues: initial,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (raw) => {
      const errors = shapeOf(check(valuesOf(raw)), WRONG);
      return Object.keys(errors).length === 0 ? { values: raw, errors: {} } : { values: {}, errors };
    },
  });
  const { errors, isSubmitting } = useFormState({ control: form.control });

  function valuesOf(raw: Readonly<Record<string, string>>): Values<Field> {
    const values = { ...initial };
    for (const field of places.fields) values[field] = raw[field] ?? '';
    return values;
  }

  function focusFirst(wrong: FormErrors<Field>) {
    const first = firstWrong(places, wrong);
    if (first === null) return;
    // Shown at once: a field that is not on the page yet cannot take the focus.
    flushSync(() => options.reveal?.(first));
    document.getElementById(`${id}-${first}`)?.focus();
  }

  async function deliver(raw: Readonly<Record<string, string>>) {
    const body = request(valuesOf(raw));
    const text = JSON.stringify(body);
    if (intent.current.body !== text) intent.current = { body: text, key: newKey() };
    try {
      await send(body, intent.current.key);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      const wrong = placeErrors(places, refusal?.fields ?? {}, refusal?.key ?? 'UNKNOWN_ERROR');
      setFailure(refusal);
      for (const [name, refused] of Object.entries(shapeOf(wrong, REFUSED))) form.setError(name, refused);
      focusFirst(wrong);
      options.onRefused?.(refusal);
    }
  }

  /** Some browsers and password managers fill fields in without an event: what stands on the screen is what is sent. */
  function takeFilledIn() {
    const names: readonly string[] = places.fields;
    for (const name of names) {
      const input = document.getElementById(`${id}-${name}`);
      const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
      if (!isText || input.name !== name || input.type === 'checkbox' || input.type === 'radio') continue;
      if (input.value !== '' && (form.getValues()[name] ?? '') === '') form.setValue(name, input.value);
    }
  }

  /** Only one submit runs at a time: the second of a double press comes before the screen shows the first. */
  async function submitOnce() {
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(null);
    takeFilledIn();
    await form
      .handleSubmit(deliver, () => focusFirst(check(valuesOf(form.getValues()))))()
      .finally(() => {
        isBusy.current = false;
      });
  }

  /** A rule may read two fields (a password and its repetition): what was judged before is judged again. */
  function afterChange(changed: string) {
    options.onTyped?.(valuesOf(form.getValues()));
    form.clearErrors('root');
    const judged: string[] = places.fields.filter((name) => {
      const { isTouched, error } = form.getFieldState(name);
      return name !== changed && error?.type !== REFUSED && (isTouched || error !== undefined);
    });
    if (judged.length > 0) void form.trigger(judged);
  }

  function formMessage(): string {
    const key = errors.root?.message;
    if (key === undefined) return '';
    // A form that moves money looks a lost answer up itself (its `send`), so here the member can simply try again.
    if (failure?.code === 0) return say('NETWORK_ERROR');
    return failure?.key === key ? messageOf(failure, language) : textOf(key);
  }

  /** What the server refused may hold numbers, such as the tries that are left; so may what is judged here. */
  function textOf(message: string): string {
    return isErrorKey(message) ? say(message, { ...options.params, ...failure?.params }) : message;
  }

  return {
    control: form.control,
    isSending: isSubmitting,
    message: formMessage(),
    field(name: string) {
      const { ref, onChange, onBlur } = form.register(name);
      return {
        id: `${id}-${name}`,
        name,
        ref,
        error: errors[name]?.message === undefined ? undefined : textOf(errors[name].message),
        onChange: (event) => void onChange(event).then(() => afterChange(name)),
        // An empty field that was only passed through is not wrong yet.
        onBlur: (event) => void (event.target.value !== '' && onBlur(event)),
      };
    },
    submit(event) {
      event?.preventDefault();
      void submitOnce();
    },
    change(name: string, value) {
      form.setValue(name, value);
      form.clearErrors(name);
      afterChange(name);
    },
    left(name: string) {
      if ((form.getValues()[name] ?? '') !== '') void form.trigger(name, { shouldTouch: true });
    },
    fillEmpty(name: string, value) {
      if ((form.getValues()[name] ?? '') === '') form.setValue(name, value);
    },
    forget(name: string) {
      form.resetField(name, { defaultValue: '', keepError: true });
    },
    async passes(fields) {
      if (await form.trigger([...fields], { shouldTouch: true })) return true;
      focusFirst(check(valuesOf(form.getValues())));
      return false;
    },
  };
}

/** The errors under react-hook-form's names. The message is the key, so that it can be shown in another language. */
function shapeOf(errors: FormErrors<string>, type: string): Record<string, { type: string; message: string }> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, key]) =>
      isErrorKey(key) ? [[name === 'form' ? 'root' : name, { type, message: key }]] : [],
    ),
  );
}
