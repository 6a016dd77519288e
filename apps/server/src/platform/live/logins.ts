/** At most this many tokens are looked up at once: each needs a connection of the pool, and HTTP needs them too. */
const AT_ONCE_MAX = 4;

/**
 * Looks up the tokens that sockets send. A reader has at most one running look-up and one waiting token. The newest
 * token counts; a late answer for an older token is dropped.
 */
export interface Logins<R> {
  ask: (reader: R, token: string) => void;
  /** The reader is gone: stop looking up its tokens. */
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
  /** The newest token of each waiting reader, in order of arrival. */
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
