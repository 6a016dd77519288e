/** A broken invariant: the program is wrong, not its input. No code catches this error to carry on. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Throws AssertionError unless `condition` holds. For programmer errors only; expected failures are a Result. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}
