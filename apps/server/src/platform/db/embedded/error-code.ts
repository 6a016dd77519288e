/** True for a system or Postgres error that carries this `code` (ENOENT, EEXIST, 57P03, …). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
