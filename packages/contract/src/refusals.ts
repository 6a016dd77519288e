import type * as z from 'zod/mini';
import { isErrorKey } from './error-keys.ts';
import type { ErrorKey } from './error-keys.ts';
import type { Operation } from './operation.ts';

/* Everything that a call may refuse: what its declaration lists, and what follows from the rest of it. */

/** Budgets, faults, and a request that is no request. */
const ALWAYS: readonly ErrorKey[] = ['RATE_LIMITED', 'FAULT', 'BODY_INVALID'];
const OF_WRITES: readonly ErrorKey[] = ['BODY_TOO_LARGE', 'OUTCOME_UNKNOWN'];
const OF_SCHEMAS: readonly ErrorKey[] = ['FIELD_INVALID', 'FIELD_UNKNOWN', 'PARAMETERS_EMPTY', 'PARAMETERS_INVALID'];
const OF_FORMS: readonly ErrorKey[] = ['UPLOAD_INCOMPLETE', 'IMAGE_TOO_LARGE'];
const OF_SESSIONS = {
  public: [],
  member: ['SESSION_INVALID', 'SESSION_FROZEN_BECAUSE'],
  operator: ['SESSION_INVALID', 'OPERATOR_LOGIN_UNFINISHED', 'CONSOLE_AWAY'],
} as const satisfies Record<Operation['caller'], readonly ErrorKey[]>;
const OF_SIGNATURES: readonly ErrorKey[] = ['DEVICE_KEY_REQUIRED', 'SIGNATURE_EXPIRED', 'SIGNATURE_USED'];
const OF_KEYS: readonly ErrorKey[] = ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED'];

/** What of a declaration says what the call may refuse. */
type Refusing = {
  readonly [Part in 'permission' | 'signed' | 'confirmed' | 'puzzle' | 'idempotent' | 'upload']?: unknown;
} & {
  readonly [Part in 'params' | 'query' | 'body']?: z.core.$ZodType;
} & {
  readonly method: Operation['method'];
  readonly caller: Operation['caller'];
  readonly refusals: readonly string[];
};

/** Sorted, each once. */
export function refusalsOf(operation: Refusing): string[] {
  const { params, query, body } = operation;
  const schemas = [params, query, body].filter((schema) => schema !== undefined);
  const keys: readonly string[] = [
    ...operation.refusals,
    ...ALWAYS,
    ...(operation.method === 'GET' ? [] : OF_WRITES),
    ...OF_SESSIONS[operation.caller],
    ...(operation.permission === undefined ? [] : ['FORBIDDEN']),
    ...(operation.signed === undefined ? [] : OF_SIGNATURES),
    ...(operation.confirmed === undefined ? [] : ['CONFIRMATION_REQUIRED']),
    ...(operation.puzzle === undefined ? [] : ['PUZZLE_REQUIRED']),
    ...(operation.idempotent === undefined ? [] : OF_KEYS),
    ...(operation.idempotent === true ? ['IDEMPOTENCY_KEY_REQUIRED'] : []),
    ...(operation.upload === undefined ? [] : OF_FORMS),
    ...(schemas.length === 0 ? [] : OF_SCHEMAS),
    ...schemas.flatMap(schemaKeys),
  ];
  return [...new Set(keys)].toSorted();
}

/** The error keys that a schema may report. Every rule of the contract gives its key as its message. */
export function schemaKeys(schema: z.core.$ZodType): ErrorKey[] {
  const found = new Set<ErrorKey>();
  walk(schema, new Set(), (error) => {
    // A rule may tell a value that is missing from one that is wrong.
    for (const input of [undefined, 'x']) {
      const said = error({ code: 'custom', input, path: [], message: '' });
      const key = typeof said === 'object' && said !== null ? said.message : said;
      if (isErrorKey(key)) found.add(key);
    }
  });
  return [...found];
}

type Definition = { readonly [part: string]: unknown; readonly error?: z.core.$ZodErrorMap };

/** Every rule inside a schema, each part once. */
function walk(part: unknown, seen: Set<unknown>, onError: (error: z.core.$ZodErrorMap) => void): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  if (Array.isArray(part)) return part.forEach((each) => walk(each, seen, onError));
  const definition = definitionOf(part);
  if (definition === undefined) {
    // The shape of an object: its fields by name.
    if (Object.getPrototypeOf(part) === Object.prototype)
      Object.values(part).forEach((each) => walk(each, seen, onError));
    return;
  }
  if (typeof definition.error === 'function') onError(definition.error);
  for (const [name, inner] of Object.entries(definition)) if (name !== 'error') walk(inner, seen, onError);
}

function definitionOf(part: object): Definition | undefined {
  if (!('_zod' in part) || typeof part._zod !== 'object' || part._zod === null || !('def' in part._zod))
    return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every schema and check of zod keeps its definition here
  return part._zod.def as Definition;
}
