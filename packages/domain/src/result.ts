/** The answer of a rule that may refuse: a value, or an error with a literal key. Expected failures never throw. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<const E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}
