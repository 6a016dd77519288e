import * as z from 'zod/mini';
import type { Schema } from './schema-names.ts';

export type JsonSchema = Record<string, unknown>;

/** Writes schemas of the contract as JSON Schema. A schema with a name is written once, and referred to. */
export interface SchemaWriter {
  /** What a caller sends. */
  input: (schema: Schema) => JsonSchema;
  /** What comes back. */
  output: (schema: Schema) => JsonSchema;
  /** The fields of an object as parameters of a call. */
  parameters: (schema: Schema, place: 'path' | 'query') => JsonSchema[];
  /** The named schemas that were referred to so far, by name. */
  written: () => Record<string, JsonSchema>;
}

const PLACE = '#/components/schemas/';
const object = z.record(z.string(), z.unknown());
const shape = z.object({ properties: z.optional(object), required: z.optional(z.array(z.string())) });

export function createSchemaWriter(names: ReadonlyMap<Schema, string>): SchemaWriter {
  const named = new Map<string, JsonSchema>();

  /** @param isPart false for a schema whose fields are written one by one: it is not referred to, even if it has a name */
  const write = (schema: Schema, io: 'input' | 'output', isPart = true): JsonSchema => {
    const { $schema: _, ...written } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const name = isPart || zodSchema !== schema ? names.get(zodSchema) : undefined;
        // A schema with one more rule has no name, though the schema that it was made from may have one.
        if (name !== undefined) jsonSchema['x-name'] = name;
        else if (zodSchema._zod.parent !== undefined) delete jsonSchema['x-name'];
      },
    });
    return object.parse(split(written, io));
  };

  /** Moves every part that has a name out of the schema around it. */
  const split = (part: unknown, io: 'input' | 'output'): unknown => {
    if (Array.isArray(part)) return part.map((each) => split(each, io));
    if (typeof part !== 'object' || part === null) return part;
    const { 'x-name': name, ...rest } = object.parse(part);
    const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, split(value, io)]));
    return typeof name === 'string' ? { $ref: PLACE + keep(name, inner, io) } : inner;
  };

  /** A schema that reads another value than it gives has two forms. */
  const keep = (name: string, schema: JsonSchema, io: 'input' | 'output'): string => {
    const text = JSON.stringify(schema);
    const isOther = named.has(name) && JSON.stringify(named.get(name)) !== text;
    const own = isOther ? `${name}${io === 'input' ? 'Sent' : 'Read'}` : name;
    named.set(own, schema);
    return own;
  };

  return {
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
    parameters: (schema, place) => {
      const { properties = {}, required = [] } = shape.parse(write(schema, 'input', false));
      return Object.entries(properties).map(([name, value]) => ({
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        schema: value,
      }));
    },
    written: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
