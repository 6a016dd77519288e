import { concurrencyLimit } from './concurrency-limit.ts';

/**
 * Lets work with the same key run one after another. Work with another key does not wait.
 * @param waitingMax how many may wait under one key
 * @param full what work beyond these gets at once
 */
export function oneAtATime(
  waitingMax: number,
  full: () => Error,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { users: number; pass: ReturnType<typeof concurrencyLimit> }>();
  return async (key, work) => {
    const gate = gates.get(key) ?? { users: 0, pass: concurrencyLimit(1, waitingMax, full) };
    gates.set(key, gate);
    gate.users += 1;
    try {
      return await gate.pass(work);
    } finally {
      gate.users -= 1;
      if (gate.users === 0) gates.delete(key);
    }
  };
}
