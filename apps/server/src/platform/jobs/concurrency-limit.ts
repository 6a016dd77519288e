/**
 * Lets a bounded number of calls work at once, and a bounded number wait for their turn.
 * @param full what a call beyond these gets at once, instead of waiting until its client gives up
 */
export function concurrencyLimit(
  runningMax: number,
  waitingMax: number,
  full: () => Error,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < runningMax) running += 1;
    else if (waiting.length >= waitingMax) throw full();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn goes directly to the next waiting call, so that no other call can take it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
