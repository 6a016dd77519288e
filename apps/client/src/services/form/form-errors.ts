/* Where a form shows what is wrong: beside the field that can mend it, or at the form itself. */

import type { ErrorKey } from '@candor/contract/error-keys';
import { fieldErrors } from '@candor/contract/field-errors';

export type FormErrors<Field extends string> = Partial<Record<Field | 'form', ErrorKey>>;

export type ErrorPlaces<Field extends string> = {
  /** The form's fields, in the order of the screen. */
  readonly fields: readonly Field[];
  /** Fields of the request that the form has under another name. The member cannot see a captcha's id, only its text. */
  readonly shownAt?: Readonly<Record<string, Field>>;
  /** The field that can mend a refusal which names no field. */
  readonly fieldOf?: Readonly<Partial<Record<ErrorKey, Field>>>;
};

/** A schema of the contract. */
export type BodySchema = {
  safeParse: (body: unknown) => { success: true } | { success: false; error: Parameters<typeof fieldErrors>[0] };
};

/** What is wrong with a request before it is sent. It uses the server's own schema and names of fields. */
export function schemaErrors<Field extends string>(
  places: ErrorPlaces<Field>,
  schema: BodySchema,
  body: unknown,
): FormErrors<Field> {
  const checked = schema.safeParse(body);
  return checked.success ? {} : placeErrors(places, fieldErrors(checked.error), null);
}

/**
 * @param named the wrong fields of the request
 * @param key the refusal itself, used if it names no field
 */
export function placeErrors<Field extends string>(
  places: ErrorPlaces<Field>,
  named: Readonly<Record<string, ErrorKey>>,
  key: ErrorKey | null,
): FormErrors<Field> {
  const errors: FormErrors<Field> = {};
  for (const [name, problem] of Object.entries(named)) {
    const field = places.fields.find((known) => known === name) ?? places.shownAt?.[name] ?? 'form';
    errors[field] ??= problem;
  }
  if (Object.keys(errors).length === 0 && key !== null) errors[places.fieldOf?.[key] ?? 'form'] = key;
  return errors;
}

/** The wrong field that comes first on the screen; null if only the form as a whole is refused. */
export function firstWrong<Field extends string>(places: ErrorPlaces<Field>, errors: FormErrors<Field>): Field | null {
  return places.fields.find((field) => errors[field] !== undefined) ?? null;
}
