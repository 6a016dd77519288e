import * as z from 'zod/mini';
import { compileSchema } from '../schema/compile-schema.ts';

/** A schema that read so many rows will read more, and is worth compiling. */
const ROWS_TO_COMPILE = 200;
const rowsRead = new WeakMap<z.core.$ZodType, number>();
const compiled = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/**
 * Checks rows against a schema. Rows from the database are foreign data like any other: a column that was renamed or
 * became null fails here, with its name, and not later in a sum.
 * @throws Error with the columns that do not fit, without their values: they may be a member's data.
 */
export function rowsOf<Row>(row: z.ZodMiniType<Row>, result: { rows: readonly object[] }): Row[] {
  const schema = schemaFor(row, result.rows.length);
  return result.rows.map((found) => {
    const parsed = z.safeParse(schema, found);
    if (parsed.success) return parsed.data;
    const columns = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
    throw new Error(`A row does not match its schema: ${columns.join(', ')}`);
  });
}

function schemaFor<Row>(row: z.ZodMiniType<Row>, count: number): z.core.$ZodType<Row> {
  const known = compiled.get(row);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was made from `row`
  if (known !== undefined) return known as z.core.$ZodType<Row>;
  const read = (rowsRead.get(row) ?? 0) + count;
  rowsRead.set(row, read);
  if (read < ROWS_TO_COMPILE) return row;
  const made = compileSchema(row);
  compiled.set(row, made);
  return made;
}

/** The only row of a result, or undefined if there is none. */
export function rowOf<Row>(row: z.ZodMiniType<Row>, result: { rows: readonly object[] }): Row | undefined {
  return rowsOf(row, { rows: result.rows.slice(0, 1) })[0];
}

/** int8, as our pools read it. */
export const int8 = z.bigint();
/** int2 and int4. */
export const int4 = z.int();
/** timestamptz as epoch milliseconds. */
export const moment = z.int();
/** A date as YYYY-MM-DD. */
export const date = z.string();
export const bytes = z.custom<Buffer>((value) => Buffer.isBuffer(value));
