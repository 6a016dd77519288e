import * as z from 'zod/mini';
import type { Db } from './pool.ts';
import { rowsOf } from './rows.ts';
import { watchedStatement } from './watch-statements.ts';

/*
 * A statement is declared once, beside the shape of its rows: its text, and which values its arguments become. Here, and
 * nowhere else, a column's name becomes the name of a field (`member_id` is `memberId`), once for each statement. A test prepares
 * every declared statement on the real database and compares its columns with the declared shape (app/statements.test.ts).
 */

type Values<Args extends unknown[]> = (...args: Args) => unknown[];
type Answers<Args extends unknown[], Answer> = (db: Db, ...args: Args) => Promise<Answer>;

export interface Kept {
  /** Each connection prepares the statement once, under this name. */
  readonly name?: string;
}

/** What the test of all statements compares. */
export interface Declared {
  readonly text: string;
  /** The shape of a row, or the type of its only column; null for a statement whose rows nobody reads. */
  readonly shape: z.core.$ZodType | null;
  /** The function that runs it. The test finds its name among the exports of a store. */
  readonly run: unknown;
}

/** All statements of the modules that are loaded. */
export const declaredStatements: Declared[] = [];

function declare<Run>(text: string, shape: z.core.$ZodType | null, run: Run): Run {
  declaredStatements.push({ text, shape, run });
  return run;
}

function none(): unknown[] {
  return [];
}

/** For a statement whose caller makes the values. */
export function asGiven(...values: unknown[]): unknown[] {
  return values;
}

/** All rows. */
export function manyRows<Row, Args extends unknown[] = []>(
  row: z.ZodMiniType<Row>,
  text: string,
  values: Values<Args> = none,
  { name }: Kept = {},
): Answers<Args, Row[]> {
  const read = reader(row);
  return declare(text, row, async (db: Db, ...args: Args) => read(await send(db, text, values(...args), name)));
}

/** The only row; `or`, or undefined, without one. */
export function firstRow<Row, Args extends unknown[] = [], Or = undefined>(
  row: z.ZodMiniType<Row>,
  text: string,
  values: Values<Args> = none,
  { name, or }: Kept & { or?: Or } = {},
): Answers<Args, Row | Or> {
  const read = reader(row);
  return declare(text, row, async (db: Db, ...args: Args) => {
    const [found] = read(await send(db, text, values(...args), name), 1);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `or` it is undefined, and so is its type
    return found ?? (or as Or);
  });
}

/** The row that is always there. `missing` is the error without it. */
export function onlyRow<Row, Args extends unknown[] = []>(
  row: z.ZodMiniType<Row>,
  text: string,
  values: Values<Args>,
  { name, missing }: Kept & { missing: string },
): Answers<Args, Row> {
  const read = reader(row);
  return declare(text, row, async (db: Db, ...args: Args) => {
    const [found] = read(await send(db, text, values(...args), name), 1);
    if (found === undefined) throw new Error(missing);
    return found;
  });
}

/** The values of the only column. */
export function manyValues<Value, Args extends unknown[] = []>(
  type: z.ZodMiniType<Value>,
  text: string,
  values: Values<Args> = none,
  { name }: Kept = {},
): Answers<Args, Value[]> {
  return declare(text, type, async (db: Db, ...args: Args) =>
    valuesOf(type, await send(db, text, values(...args), name)),
  );
}

/** The value of the only column of the only row; undefined without a row. With `or`, that in place of null and undefined. */
export function firstValue<Value, Or, Args extends unknown[] = []>(
  type: z.ZodMiniType<Value>,
  text: string,
  values: Values<Args> | undefined,
  options: Kept & { or: Or },
): Answers<Args, NonNullable<Value> | Or>;
export function firstValue<Value, Args extends unknown[] = []>(
  type: z.ZodMiniType<Value>,
  text: string,
  values?: Values<Args>,
  options?: Kept,
): Answers<Args, Value | undefined>;
export function firstValue<Value, Args extends unknown[] = []>(
  type: z.ZodMiniType<Value>,
  text: string,
  values: Values<Args> = none,
  options: Kept & { or?: unknown } = {},
): Answers<Args, unknown> {
  return declare(text, type, async (db: Db, ...args: Args) => {
    const [found] = valuesOf(type, await send(db, text, values(...args), options.name), 1);
    return found === undefined || (found === null && 'or' in options) ? options.or : found;
  });
}

/** Whether there is a row. */
export function anyRow<Args extends unknown[] = []>(
  text: string,
  values: Values<Args> = none,
  { name }: Kept = {},
): Answers<Args, boolean> {
  return declare(text, null, async (db: Db, ...args: Args) => {
    const { rowCount } = await send(db, text, values(...args), name);
    return (rowCount ?? 0) > 0;
  });
}

/** A statement whose answer nobody needs. */
export function write<Args extends unknown[] = []>(
  text: string,
  values: Values<Args> = none,
  { name }: Kept = {},
): Answers<Args, void> {
  return declare(text, null, async (db: Db, ...args: Args) => {
    await send(db, text, values(...args), name);
  });
}

/** How many rows were written. */
export function writeCount<Args extends unknown[] = []>(
  text: string,
  values: Values<Args> = none,
  { name }: Kept = {},
): Answers<Args, number> {
  return declare(text, null, async (db: Db, ...args: Args) => {
    const { rowCount } = await send(db, text, values(...args), name);
    return rowCount ?? 0;
  });
}

/** A statement for each variant of its text: the tables of two doors, with and without a lock. */
export function byVariant<Variant extends string, Run>(
  variants: readonly Variant[],
  make: (variant: Variant) => Run,
): Readonly<Record<Variant, Run>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has exactly these keys
  return Object.fromEntries(variants.map((variant) => [variant, make(variant)])) as Record<Variant, Run>;
}

/** The rows of a statement whose text is made for the call: its names are compared when it runs, not before. */
export async function readRows<Row>(
  db: Db,
  row: z.ZodMiniType<Row>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return reader(row)(await send(db, text, values, undefined));
}

/** The only row of such a statement. */
export async function readRow<Row>(
  db: Db,
  row: z.ZodMiniType<Row>,
  text: string,
  values: unknown[] = [],
): Promise<Row | undefined> {
  return reader(row)(await send(db, text, values, undefined), 1)[0];
}

type Sent = Awaited<ReturnType<typeof send>>;

/** Rows come as lists of values: what each is called is said once for all of them. */
async function send(db: Db, text: string, values: unknown[], name: string | undefined) {
  const query = { text, values, rowMode: 'array' as const, ...(name === undefined ? {} : { name }) };
  return await watchedStatement(query, async () => await db.query<unknown[]>(query));
}

/** Reads results of one statement: the names of its columns are looked at once. */
function reader<Row>(row: z.ZodMiniType<Row>): (sent: Sent, most?: number) => Row[] {
  let objectOf: ObjectOf | undefined;
  return ({ rows, fields }, most) => {
    objectOf ??= objectMaker(fieldsOf(row, fields));
    const wanted = most === undefined ? rows : rows.slice(0, most);
    return rowsOf(row, { rows: wanted.map(objectOf) });
  };
}

type ObjectOf = (values: readonly unknown[]) => object;

/** Code with the names in it makes an object several times faster than a loop over them. The names are of our own statements. */
function objectMaker(names: readonly string[]): ObjectOf {
  const fields = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-type-assertion -- as zod does for its schemas
  return new Function('values', `return { ${fields.join(', ')} };`) as ObjectOf;
}

/** @throws Error with the fields that no column has: the statement is wrong even where it found no row. */
function fieldsOf(row: z.core.$ZodType, columns: readonly { name: string }[]): string[] {
  const names = columns.map(({ name }) => fieldOf(name));
  const missing = requiredFields(row).filter((field) => !names.includes(field));
  if (missing.length > 0) throw new Error(`A statement has no column for: ${missing.join(', ')}`);
  return names;
}

/** `member_id` is `memberId`. */
export function fieldOf(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function requiredFields(row: z.core.$ZodType): string[] {
  if (!(row instanceof z.core.$ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(row._zod.def.shape).flatMap(([field, type]) =>
    type instanceof z.core.$ZodOptional ? [] : [field],
  );
}

/** The values of the only column, each of this type. */
function valuesOf<Value>(type: z.ZodMiniType<Value>, { rows }: Sent, most?: number): Value[] {
  const wanted = most === undefined ? rows : rows.slice(0, most);
  return wanted.map(([found]) => {
    const read = z.safeParse(type, found);
    if (read.success) return read.data;
    throw new Error(`A value does not match its type: ${read.error.issues.map(({ code }) => code).join(', ')}`);
  });
}
