import * as z from 'zod/mini';
import { fieldOf } from '../platform/db/statement.ts';
import type { Column } from './describe-statement.ts';

/** What a JavaScript value of each type of column is, as our pools read it. */
const KINDS: Readonly<Record<number, readonly string[]>> = {
  16: ['boolean'],
  17: ['custom'],
  20: ['bigint'],
  21: ['number'],
  23: ['number'],
  25: ['string', 'enum'],
  114: ['json'],
  700: ['number'],
  701: ['number'],
  1042: ['string', 'enum'],
  1043: ['string', 'enum'],
  1082: ['string'],
  1184: ['number'],
  1700: ['string'],
  2950: ['string'],
  3802: ['json'],
};
/** Element of an array type. */
const ELEMENTS: Readonly<Record<number, number>> = {
  1009: 25,
  1015: 1043,
  1182: 25,
  2951: 2950,
  1022: 701,
  1007: 23,
  1016: 25,
};

interface Shape {
  readonly kind: string;
  readonly isNullable: boolean;
  readonly element: z.core.$ZodType | null;
}

/** What a schema takes from the database, below what it makes of it. */
function shapeOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.core.$ZodNullable || schema instanceof z.core.$ZodOptional)
    return { ...shapeOf(schema._zod.def.innerType), isNullable: true };
  if (schema instanceof z.core.$ZodPipe) return shapeOf(schema._zod.def.in);
  if (schema instanceof z.core.$ZodLiteral)
    return { kind: typeof schema._zod.def.values[0], isNullable: false, element: null };
  const [option] = schema instanceof z.core.$ZodUnion ? schema._zod.def.options : [];
  if (option !== undefined) return shapeOf(option);
  const element = schema instanceof z.core.$ZodArray ? schema._zod.def.element : null;
  return { kind: schema._zod.def.type, isNullable: false, element };
}

function isRead(type: number, { kind, element }: Shape): boolean {
  if (kind === 'unknown' || kind === 'null') return true;
  const wanted = KINDS[type];
  if (wanted?.includes('json') === true) return !['bigint', 'custom', 'date'].includes(kind);
  const one = ELEMENTS[type];
  if (one !== undefined) return kind === 'array' && element !== null && isRead(one, shapeOf(element));
  if (wanted === undefined) throw new Error(`a column of the type ${type}: say above how it is read`);
  return wanted.includes(kind);
}

/** Which columns of a table may be null. */
export type MayBeNull = (column: Column) => boolean;

/**
 * What is wrong with a statement whose rows have this shape: an object's schema, or the type of the only column.
 */
export function compareColumns(shape: z.core.$ZodType, columns: readonly Column[], mayBeNull: MayBeNull): string[] {
  // A row of one of several kinds: what is wrong with all of them is wrong.
  if (shape instanceof z.core.$ZodUnion && shape._zod.def.options.every((one) => one instanceof z.core.$ZodObject)) {
    const [first = [], ...others] = shape._zod.def.options.map((one) => compareColumns(one, columns, mayBeNull));
    return first.filter((complaint) => others.every((other) => other.includes(complaint)));
  }
  const object = shape instanceof z.core.$ZodObject ? shape : null;
  if (object === null) {
    const [only] = columns;
    if (only === undefined || columns.length > 1) return [`${columns.length} columns instead of one`];
    return wrongWith(only.name, only, shapeOf(shape), mayBeNull(only));
  }
  const fields: Record<string, z.core.$ZodType> = object._zod.def.shape;
  const found = columns.map((column) => ({ column, field: fieldOf(column.name) }));
  const names = found.map(({ field }) => field);
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name}: twice`),
    ...Object.keys(fields)
      .filter((name) => !names.includes(name) && !(fields[name] instanceof z.core.$ZodOptional))
      .map((name) => `${name}: no column`),
    ...found.flatMap(({ column, field }) => {
      const schema = fields[field];
      if (schema === undefined) return [`${field}: read by nobody`];
      return wrongWith(field, column, shapeOf(schema), mayBeNull(column));
    }),
  ];
}

function wrongWith(name: string, column: Column, shape: Shape, mayBeNull: boolean): string[] {
  if (!isRead(column.dataTypeID, shape)) return [`${name}: type ${column.dataTypeID} is not read as ${shape.kind}`];
  if (mayBeNull && !shape.isNullable && shape.kind !== 'unknown' && shape.kind !== 'null')
    return [`${name}: may be null`];
  return [];
}
