import * as z from 'zod/mini';
import { CODES } from '@candor/contract/envelope';
import { refusalsOf } from '@candor/contract/refusals';
import { DEVICE_SIGNATURE_HEADER } from '@candor/contract/signed-calls';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import type { DeclaredCall } from '../../platform/http/serve.ts';
import { createSchemaWriter } from './write-schemas.ts';
import type { JsonSchema, SchemaWriter } from './write-schemas.ts';
import type { Schema } from './schema-names.ts';

/*
 * The OpenAPI 3.1 document of an app, from the declarations of its calls. It is written for people and for generators: every
 * operation and every schema of the contract has a name, and an operation lists what it may refuse.
 */

export interface Described {
  readonly title: string;
  readonly version: string;
  readonly calls: readonly DeclaredCall[];
  readonly names: ReadonlyMap<Schema, string>;
}

export function describeCalls({ title, version, calls, names }: Described): JsonSchema {
  const schemas = createSchemaWriter(names);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call, schemas);
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'MIT', identifier: 'MIT' } },
    tags: [...new Set(calls.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...schemas.written(), Refusal: REFUSAL },
      responses: RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operationOf(call: DeclaredCall, schemas: SchemaWriter): JsonSchema {
  const { id, tag, summary, params, query, body, idempotent, method } = call;
  const parameters = [
    ...(params === undefined ? [] : schemas.parameters(params, 'path')),
    ...(query === undefined ? [] : schemas.parameters(query, 'query')),
    ...(idempotent === undefined ? [] : [{ ...IDEMPOTENCY_KEY, required: idempotent === true }]),
  ];
  return {
    operationId: id,
    ...(summary === '' ? {} : { summary }),
    tags: [tag],
    ...(call.permission === undefined
      ? {}
      : { description: `For operators with the permission \`${call.permission}\`.` }),
    security: securityOf(call),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(call, body, schemas) }),
    responses: {
      200: { description: 'The answer, or a refusal', content: answerOf(call, schemas) },
      400: { $ref: '#/components/responses/Malformed' },
      ...(method === 'GET' ? {} : { 413: { $ref: '#/components/responses/TooLarge' } }),
      429: { $ref: '#/components/responses/OverBudget' },
    },
  };
}

function securityOf({ caller, signed, puzzle }: DeclaredCall): JsonSchema[] {
  if (puzzle !== undefined) return [{ puzzle: [] }];
  if (caller === 'public') return [];
  return [{ bearer: [], ...(signed === undefined ? {} : { deviceSignature: [] }) }];
}

function requestBodyOf({ upload }: DeclaredCall, body: z.ZodMiniType, schemas: SchemaWriter): JsonSchema {
  const schema = schemas.input(body);
  const isOptional = z.safeParse(body, null).success;
  return {
    required: !isOptional,
    content: {
      ...(upload === undefined || upload.orJson === true ? { 'application/json': { schema } } : {}),
      ...(upload === undefined ? {} : { 'multipart/form-data': { schema } }),
    },
  };
}

const FILES = {
  picture: 'image/jpeg',
  text: 'text/plain',
  bytes: 'application/octet-stream',
  page: 'text/html',
} as const;

function answerOf(call: DeclaredCall, schemas: SchemaWriter): JsonSchema {
  const refusal = refusalOf(call);
  if (call.answer === undefined)
    return {
      [FILES[call.sends ?? 'text']]: { schema: { type: 'string', format: 'binary' } },
      'application/json': { schema: refusal },
    };
  const data = schemas.output(call.answer);
  const answer =
    call.whole === true
      ? data
      : {
          type: 'object',
          properties: { code: { const: 200 }, msg: { type: 'string' }, data },
          required: ['code', 'msg', 'data'],
        };
  return { 'application/json': { schema: { oneOf: [answer, refusal] } } };
}

function refusalOf(call: DeclaredCall): JsonSchema {
  return {
    allOf: [
      { $ref: '#/components/schemas/Refusal' },
      { type: 'object', properties: { error: { enum: refusalsOf(call) } } },
    ],
  };
}

/** `failureOf` of packages/contract/src/envelope.ts makes it. */
const REFUSAL: JsonSchema = {
  type: 'object',
  description: 'A call that was not carried out. `error` says why, `msg` the same in the language of the request.',
  properties: {
    code: { enum: CODES.filter((code) => code !== 200) },
    msg: { type: 'string' },
    error: { type: 'string' },
    fields: {
      type: 'object',
      description: 'The wrong fields, each with the key of its fault.',
      additionalProperties: { type: 'string' },
    },
    params: {
      type: 'object',
      description: 'Values for the placeholders in the text of `error`.',
      additionalProperties: { type: ['string', 'number'] },
    },
    retryAfterSec: { type: 'number' },
  },
  required: ['code', 'msg', 'error'],
};

const refusalContent = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };

const RESPONSES: JsonSchema = {
  Malformed: { description: 'What came is no request of HTTP as the site reads it', content: refusalContent },
  TooLarge: { description: 'The body is too large', content: refusalContent },
  OverBudget: {
    description: 'The address, or all together, called too much',
    headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    content: refusalContent,
  },
};

const IDEMPOTENCY_KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A UUID of the caller. The same key with the same body gets the first answer again.',
  schema: { type: 'string', format: 'uuid' },
};

const SECURITY_SCHEMES: JsonSchema = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token that a login answers.' },
  deviceSignature: {
    type: 'apiKey',
    in: 'header',
    name: DEVICE_SIGNATURE_HEADER,
    description:
      'The device that logged in signs the call: method, path, hash of the body, Idempotency-Key, time and nonce, as packages/contract/src/signed-calls.ts says. A token alone is refused with DEVICE_KEY_REQUIRED.',
  },
  puzzle: {
    type: 'apiKey',
    in: 'header',
    name: PUZZLE_HEADER,
    description:
      'The solution of a puzzle (proof of work) for this form, from GET /api/login/puzzle, as packages/contract/src/puzzle.ts says. Without it the call is refused with PUZZLE_REQUIRED; a device that is known for its login needs none.',
  },
};
