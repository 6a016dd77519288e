import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as argon2 from '@node-rs/argon2';
import { descriptionOf } from '../testing/description.ts';
import { makeMember, makeProduct, makeSession } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * Odd values in every field of every body: the other fields are as the description wants them, so that the value comes
 * as far as it can. No answer is an internal error.
 */

const ODD: readonly [name: string, value: unknown][] = [
  ['a NUL', 'a\u0000b'],
  ['half a surrogate', 'a\ud800b'],
  ['a text turned around', '\u202egnp.exe'],
  ['combining marks', `Z${'\u0351'.repeat(300)}`],
  ['nothing but invisible characters', '\u200b\u200d\ufeff'],
  ['a year without end', '+275760-09-13T00:00:00.001Z'],
  ['a number too large for the database', '99999999999999999999'],
  ['a number beyond 2^63', 9.3e18],
  ['a list in a list', [[['x']]]],
];

type Schema = { [key: string]: unknown };
const schemaOf = z.object({ content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })) });
const operation = z.object({ requestBody: z.optional(z.unknown()) });
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Something that the schema may allow. */
function sample(schema: unknown): unknown {
  if (!isSchema(schema)) return 'x';
  const [first] = [schema['enum'], schema['anyOf'], schema['oneOf']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return first;
  if (first !== undefined) return sample(first);
  if (schema['type'] === 'boolean') return true;
  if (schema['type'] === 'integer' || schema['type'] === 'number') return 1;
  if (schema['type'] === 'array') return [sample(schema['items'])];
  if (schema['type'] === 'object' && isSchema(schema['properties']))
    return Object.fromEntries(Object.entries(schema['properties']).map(([name, one]) => [name, sample(one)]));
  if (schema['format'] === 'uuid') return randomUUID();
  if (typeof schema['pattern'] === 'string' && schema['pattern'].includes('\\d')) return '10';
  return 'Otter quiet 88';
}

/** The places of a body where one value can be put, as paths of names. */
function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (Array.isArray(value)) return [[...path], ...placesOf(value[0], [...path, '0'])];
  if (!isSchema(value)) return [[...path]];
  return Object.entries(value).flatMap(([name, one]) => placesOf(one, [...path, name]));
}

function put(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  if (Array.isArray(value)) return [put(value[0], rest, odd)];
  return isSchema(value) ? { ...value, [name]: put(value[name], rest, odd) } : odd;
}

let server: TestServer;
let hash: string;
beforeAll(async () => {
  // Cheap to verify: none of this is about hashes.
  hash = await argon2.hash('quiet Otter climbs', { memoryCost: 64, timeCost: 1 });
  server = await startTestServer();
  await makeProduct(server.ownerPool, 'BTCUSDT');
});
afterAll(async () => await server.stop());

/** The session of a new member: what one call did to a member must not hide what the next one does. */
async function memberWithPasswords(): Promise<string> {
  const id = await makeMember(server.pool);
  await server.ownerPool.query('update member set password_hash = $2, withdraw_password_hash = $2 where id = $1', [
    id.toString(),
    hash,
  ]);
  const token = await makeSession(server.pool, id);
  // What asks for the password before it reads its body would never read one of these.
  await server.ownerPool.query('update session set confirmed_at = clock_timestamp() where member_id = $1', [
    id.toString(),
  ]);
  return token;
}

describe('every body', () => {
  it.each(ODD)(
    'survives %s in each of its fields',
    async (_, odd) => {
      const failed: string[] = [];
      let tried = 0;
      for (const [path, operations] of Object.entries(description.parse(await descriptionOf(server.http.app)).paths))
        for (const [method, { requestBody }] of Object.entries(operations)) {
          const schema = schemaOf.safeParse(requestBody).data?.content['application/json']?.schema;
          if (schema === undefined || (method !== 'post' && method !== 'put' && method !== 'delete')) continue;
          const body = sample(schema);
          const token = await memberWithPasswords();
          for (const place of placesOf(body)) {
            const url = path.replaceAll(/\{code\}/g, 'BTCUSDT').replaceAll(/\{\w+\}/g, randomUUID());
            const verb = method === 'post' ? 'POST' : method === 'put' ? 'PUT' : 'DELETE';
            const answer = await server.call(verb, url, { token, key: randomUUID(), body: put(body, place, odd) });
            tried += 1;
            // A login that fails has this code by the specification.
            const isFault = answer.body.code === 500 && answer.body.error !== 'LOGIN_FAILED';
            if (answer.status >= 500 || isFault)
              failed.push(
                `${verb} ${path} ${place.join('.')}: ${answer.status} ${answer.body.error ?? ''} ${answer.text.slice(0, 200)}`,
              );
          }
        }
      expect(failed).toEqual([]);
      expect(tried).toBeGreaterThan(80);
    },
    120_000,
  );
});
