import type { Language } from '../languages.ts';

/**
 * The codes of the envelope: 200 fine, 400 a field is wrong, 401 session, 403 permission, 404 no such thing,
 * 409 conflict, 429 too many, 500 a rule said no, or a fault.
 */
export const CODES = [200, 400, 401, 403, 404, 409, 429, 500] as const;

export type Code = (typeof CODES)[number];

/** One message: the code it travels under and its wording; `{name}` in the wording is a parameter. */
export type ErrorEntry = { readonly code: Code; readonly text: Readonly<Record<Language, string>> };
