import { isTurned, readCode, readName, readNumber, readSearch, readWords } from '@candor/domain/text/typed-text';
import * as z from 'zod/mini';
import type { ErrorKey } from './error-keys.ts';

/*
 * Building blocks of request bodies and queries. Every issue they raise carries an error key as its message, so that
 * server and client forms show the same words beside the same field (`fieldErrors`).
 */

/** Control characters never belong in text that a person types, and Postgres cannot store NUL. One line: no kind of line break. */
export const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;

/** A person's name is as long wherever it is typed: one that registered must also be taken on a card and for the identity. */
export const PERSON_NAME_MAX = 64;

type Issue = { readonly input?: unknown };

/** The error of a schema: `required` if no value was given, else `invalid`. */
export function missingOr(required: ErrorKey, invalid: ErrorKey): (issue: Issue) => ErrorKey {
  return (issue) => (issue.input === undefined || issue.input === null ? required : invalid);
}

/** How text is read before it is checked. Device and server read it alike, so that both see one text. */
const READERS = { words: readWords, name: readName, code: readCode, number: readNumber, search: readSearch } as const;

type TextRule = {
  /** Lengths in UTF-16 units, after reading. */
  min?: number;
  max: number;
  pattern?: RegExp;
  /** False: the text is taken exactly as it is. For passwords, which nobody can look at, and for texts of programs. */
  trim?: boolean;
  /**
   * What the text is. `words` and names are read by another person: characters that turn them around are refused. Without
   * it, a text with a pattern is a code, and any other is words.
   */
  kind?: keyof typeof READERS;
  /** A rule of its own, after the pattern: its keys, and which of them a text breaks. */
  rule?: { readonly keys: readonly ErrorKey[]; readonly problem: (text: string) => ErrorKey | null };
  required?: ErrorKey;
  length?: ErrorKey;
  invalid?: ErrorKey;
};

/**
 * Required text: missing and empty are `required`, wrong characters are `invalid`, a wrong length is `length`. The
 * order of the checks is the order in which errors are reported. No check aborts: that would skip checks across fields
 * (differing passwords).
 */
export function requiredText(rule: TextRule): z.ZodMiniString<string> {
  const required = rule.required ?? 'FIELD_REQUIRED';
  const invalid = rule.invalid ?? 'FIELD_INVALID';
  const length = rule.length ?? invalid;
  const text = z.string({ error: missingOr(required, invalid) });
  return text.check(
    ...readingOf(rule),
    z.minLength(1, { error: required }),
    // Before the length: `ab<` is told of its character. Of more letters nobody could make it right.
    z.regex(rule.pattern ?? PLAIN_TEXT, { error: invalid }),
    z.maxLength(rule.max, { error: length }),
    z.minLength(rule.min ?? 1, { error: length }),
  );
}

/** The first checks of a text: how it is read, and that nothing in it turns it around. */
function readingOf({ trim, kind, pattern }: TextRule) {
  if (trim === false) return [];
  const as = kind ?? (pattern === undefined ? 'words' : 'code');
  const reading = z.overwrite(READERS[as]);
  const isRead = as === 'words' || as === 'name';
  return isRead ? [reading, z.refine<string>((text) => !isTurned(text), { error: 'TEXT_TURNED' })] : [reading];
}

/** Text that may be left out. Empty text counts as missing, because browsers' forms send it. */
export function optionalText(rule: Omit<TextRule, 'required' | 'min' | 'length'>) {
  const invalid = rule.invalid ?? 'FIELD_INVALID';
  const pattern = rule.pattern ?? PLAIN_TEXT;
  const text = z.string({ error: invalid }).check(
    ...readingOf(rule),
    z.maxLength(rule.max, { error: invalid }),
    z.refine((value) => value === '' || pattern.test(value), { error: invalid }),
    ...ruleChecks(rule),
  );
  return emptyIsNone(text);
}

function ruleChecks({ rule }: Pick<TextRule, 'rule'>) {
  if (rule === undefined) return [];
  return rule.keys.map((key) =>
    z.refine<string>((value) => value === '' || rule.problem(value) !== key, { error: key }),
  );
}

function emptyIsNone(text: z.ZodMiniString<string>) {
  return z.optional(
    z.pipe(
      text,
      z.transform((value) => (value === '' ? undefined : value)),
    ),
  );
}

/**
 * A positive amount as decimal text ("100", "100.00"); numbers are refused. The schema does not know the decimals of
 * the site's currency: it accepts as many as any currency may have, and the server refuses too many for its own.
 */
export function amountText(required: ErrorKey, invalid: ErrorKey) {
  return requiredText({
    max: 20,
    pattern: /^(?!0+(\.0+)?$)(0|[1-9]\d{0,14})(\.\d{1,4})?$/,
    trim: false,
    required,
    invalid,
  });
}

/** One word of a fixed list. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  words: T,
  invalid: ErrorKey = 'FIELD_INVALID',
  required: ErrorKey = invalid,
) {
  return z.enum(words, { error: missingOr(required, invalid) });
}

/** Several words of a fixed list, comma-separated in a query string; returned in the list's order, each once. */
export function someOf<const T extends readonly [string, ...string[]]>(words: T, invalid: ErrorKey = 'FIELD_INVALID') {
  const isWord = (text: string) => words.some((word) => word === text);
  return z.pipe(
    z.string({ error: invalid }).check(z.refine((text) => text.split(',').every(isWord), { error: invalid })),
    z.transform((text: string): T[number][] => {
      const named = text.split(',');
      return words.filter((word) => named.includes(word));
    }),
  );
}

/** A whole number from a query string, within bounds. */
export function queryInteger(min: number, max: number, invalid: ErrorKey = 'FIELD_INVALID') {
  return z.pipe(
    z.string({ error: missingOr('FIELD_REQUIRED', invalid) }).check(z.regex(/^(0|[1-9]\d{0,14})$/, { error: invalid })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.minimum(min, { error: invalid }), z.maximum(max, { error: invalid })),
    ),
  );
}

/** An id in a path or a body: a UUID of any version. */
export const idField = z.guid({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') });

/** The body of a write that needs no field: nothing, or an empty object. */
export const noFields = z.nullable(z.strictObject({}));

export const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 100;

/** `?cursor=&limit=` of every paged list. Clients must not interpret the cursor. */
export const pageFields = {
  cursor: optionalText({ max: 512, pattern: /^[A-Za-z0-9_-]+$/ }),
  limit: pageLimit(PAGE_LIMIT_MAX, PAGE_LIMIT_DEFAULT),
};

/** How many a page has at most. Without it, as many as the default: the server adds none of its own. */
export function pageLimit(max: number, byDefault: number) {
  return z.prefault(queryInteger(1, max), byDefault.toString());
}

const MOMENT = /^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const BUSINESS_DATE = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** Refuses dates that do not exist (30 February): parsers either turn them into another date or fail. */
function isRealDate(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text.slice(0, 19).replace('Z', ''));
}

const DAY = /^(19[7-9]|[2-9]\d\d)\d-\d{2}-\d{2}$/;

/** A date that must be given: YYYY-MM-DD, from 1970 on. */
export const dateField = z
  .string({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') })
  .check(z.refine((text) => DAY.test(text) && isRealDate(text), { error: 'FIELD_INVALID' }));

/** An optional moment: ISO 8601 UTC, with at most millisecond precision. */
export const momentField = optionalDate((text) => MOMENT.test(text));

/** A moment, or a business date (YYYY-MM-DD). */
const momentOrDateField = optionalDate((text) => MOMENT.test(text) || BUSINESS_DATE.test(text));

function optionalDate(hasForm: (text: string) => boolean) {
  const date = z.string({ error: 'FIELD_INVALID' }).check(
    z.maxLength(24, { error: 'FIELD_INVALID' }),
    z.refine((text) => text === '' || (hasForm(text) && isRealDate(text)), { error: 'FIELD_INVALID' }),
  );
  return emptyIsNone(date);
}

/** `from` is included, `to` is not; a business date means its first moment in the site's time zone. */
export const rangeFields = { from: momentOrDateField, to: momentOrDateField };

/** Code of a product in a path, a query or a body. The schema does not check whether the product exists. */
export const productCodeField = requiredText({ max: 32, kind: 'code', invalid: 'PRODUCT_NOT_FOUND' });

/** A picture that a member sends in a form. The server decodes it; its name and its type are never trusted. */
export const IMAGE_BYTES_MAX = 6 * 1024 * 1024;
export const imageField = z
  .file({ error: missingOr('IMAGE_REQUIRED', 'IMAGE_INVALID') })
  .check(z.minSize(1, { error: 'IMAGE_INVALID' }), z.maxSize(IMAGE_BYTES_MAX, { error: 'IMAGE_TOO_LARGE' }));
