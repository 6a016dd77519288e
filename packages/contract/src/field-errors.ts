import type * as z from 'zod/mini';
import { isErrorKey } from './error-keys.ts';
import type { ErrorKey } from './error-keys.ts';

/** More wrong fields than this do not help a person; the limit keeps the answer to a hostile body small. */
const FIELDS_MAX = 20;
const FIELD_NAME_LENGTH_MAX = 64;

/**
 * The wrong fields of a refused body or query: field path ("durations.0.seconds") → key of its first problem.
 * Unknown fields are FIELD_UNKNOWN; a body that is not an object is reported as the field "body".
 * A field named `__proto__` is an ordinary entry.
 */
export function fieldErrors(error: z.core.$ZodError): Record<string, ErrorKey> {
  const fields = new Map<string, ErrorKey>();
  for (const [name, key] of error.issues.flatMap(problemsOf)) {
    if (fields.size >= FIELDS_MAX) break;
    if (!fields.has(name)) fields.set(name, key);
  }
  return Object.fromEntries(fields);
}

function problemsOf(issue: z.core.$ZodIssue): [string, ErrorKey][] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [fieldName([...path, key]), 'FIELD_UNKNOWN']);
  }
  return [[fieldName(path), isErrorKey(issue.message) ? issue.message : 'FIELD_INVALID']];
}

function fieldName(path: string[]): string {
  return path.length === 0 ? 'body' : path.join('.').slice(0, FIELD_NAME_LENGTH_MAX);
}
