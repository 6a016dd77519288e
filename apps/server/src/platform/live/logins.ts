/** So many tokens are looked up at once; each takes a connection of the pool, which HTTP needs as well. */
const AT_ONCE_MAX = 4;

/**
 * Looks up the tokens that sockets name. A reader has one look-up at most and one token waiting: the newest token
 * counts, and the answer to an older one is dropped, whenever it comes.
 */
export interface Logins<R> {
  ask: (reader: R, token: string) => void;
  /** The reader is gone: nothing is looked up for it any more. */
  forget: (reader: R) => void;
}

export function createLogins<R, S>({
  authenticate,
  onAnswer,
  onError,
}: {
  authenticate: (token: string) => Promise<S>;
  onAnswer: (reader: R, session: S) => void;
  onError: (reader: R) => void;
}): Logins<R> {
  /** Newest token of each reader that waits, in the order of asking. */
  const waiting = new Map<R, string>();
  const running = new Set<R>();

  function next(): void {
    for (const [reader, token] of waiting) {
      if (running.size >= AT_ONCE_MAX) return;
      if (running.has(reader)) continue;
      waiting.delete(reader);
      running.add(reader);
      void lookUp(reader, token);
    }
  }

  async function lookUp(reader: R, token: string): Promise<void> {
    try {
      const session = await authenticate(token);
      if (!waiting.has(reader)) onAnswer(reader, session);
    } catch {
      onError(reader);
    } finally {
      running.delete(reader);
      next();
    }
  }

  return {
    ask: (reader, token) => {
      waiting.set(reader, token);
      next();
    },
    forget: (reader) => waiting.delete(reader),
  };
}
