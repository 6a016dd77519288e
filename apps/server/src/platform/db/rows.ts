import * as z from 'zod/mini';

/**
 * Checks rows against a schema. Rows from the database are foreign data like any other: a column that was renamed or
 * became null fails here, with its name, and not later in a sum.
 * @throws Error with the columns that do not fit, without their values: they may be a member's data.
 */
export function rowsOf<Row>(row: z.ZodMiniType<Row>, result: { rows: readonly object[] }): Row[] {
  return result.rows.map((found) => {
    const parsed = z.safeParse(row, found);
    if (parsed.success) return parsed.data;
    const columns = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
    throw new Error(`A row does not match its schema: ${columns.join(', ')}`);
  });
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
