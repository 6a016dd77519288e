import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';

const open = z.object({ id: z.string(), count: z.optional(z.int()), price: z.nullable(z.bigint()) });
const strict = z
  .strictObject({ from: z.int(), to: z.int() })
  .check(z.refine(({ from, to }) => from < to, { error: 'ORDER', path: ['to'] }));
const extended = z.extend(open, { more: z.array(z.string()) });
const loose = z.looseObject({ type: z.enum(['a', 'b']) });

describe.each<[string, z.ZodMiniType, unknown[]]>([
  [
    'an object',
    open,
    [
      { id: 'x', price: 1n },
      { id: 'x', price: null, count: 2 },
      { id: 'x', price: 1n, other: 1 },
      { id: 'x' },
      { id: 1, price: 'x' },
      { id: 'x', price: 1n, count: 0.5 },
      JSON.parse('{"id":"x","price":null,"__proto__":{"count":1}}'),
      null,
      [],
      'text',
    ],
  ],
  [
    'a strict object with a rule',
    strict,
    [{ from: 1, to: 2 }, { from: 2, to: 1 }, { from: 1, to: 2, x: 3 }, { from: 1 }],
  ],
  [
    'an extended object',
    extended,
    [{ id: 'x', price: null, more: ['y'] }, { id: 'x', price: null, more: [1] }, { more: [] }],
  ],
  ['a loose object', loose, [{ type: 'a', more: 1 }, { type: 'c' }, {}]],
  ['what is no object', z.array(open), [[{ id: 'x', price: 1n }], [{}], {}]],
])('%s', (_, schema, values) => {
  const compiled = compileSchema(schema);

  it.each(values.map((value) => [value]))('gives the same result for %o', (value) => {
    const [ours, theirs] = [z.safeParse(compiled, value), z.safeParse(schema, value)];
    expect(ours.success).toBe(theirs.success);
    expect(ours.data).toStrictEqual(theirs.data);
    expect(ours.error?.issues).toStrictEqual(theirs.error?.issues);
  });
});
