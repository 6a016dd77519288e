/**
 * Does `work` at most once in `ms` for the same arguments, no matter how many ask: all of them get the same answer. `arguments` are few and
 * from a list, because each keeps its answer. A failure is not kept.
 */
export function keptFor<Arguments extends readonly (string | number)[], T>(
  ms: number,
  nowMs: () => number,
  work: (...values: Arguments) => Promise<T>,
): (...values: Arguments) => Promise<T> {
  const kept = new Map<string, { untilMs: number; answer: Promise<T> }>();
  return async (...values) => {
    const key = values.join('/');
    const known = kept.get(key);
    if (known !== undefined && nowMs() < known.untilMs) return await known.answer;
    const answer = work(...values);
    kept.set(key, { untilMs: nowMs() + ms, answer });
    answer.catch(() => kept.delete(key));
    return await answer;
  };
}
