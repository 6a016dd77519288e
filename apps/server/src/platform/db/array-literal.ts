/**
 * Arrays of whole numbers in Postgres' own text form. The driver would escape every element like text, which is a
 * large part of the cost of writing large sets.
 */
export function bigintArray(values: readonly (bigint | number | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value.toString())).join(',')}}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws Error for a value that is not a UUID: it could change where the next element begins. */
export function uuidArray(values: readonly (string | null)[]): string {
  return `{${values
    .map((value) => {
      if (value === null) return 'NULL';
      if (!UUID.test(value)) throw new Error('not a UUID');
      return value;
    })
    .join(',')}}`;
}
