/**
 * What a job leaves alone for a while because its work threw: it must not fill the log, nor keep the place of what waits
 * behind it. It is kept in memory only: after a restart everything is tried again.
 */
export interface Backoff<Id> {
  /** What is left alone now. */
  ids(): Id[];
  delay(id: Id): void;
}

const BACKOFF_MS = 60_000;
/** More than that do not fail one by one: something else is wrong. */
const BACKOFF_MAX = 10_000;

export function createBackoff<Id>(now: () => number = () => performance.now()): Backoff<Id> {
  const until = new Map<Id, number>();
  return {
    ids: () => {
      for (const [id, end] of until) if (end <= now()) until.delete(id);
      return [...until.keys()];
    },
    delay: (id) => {
      if (until.size < BACKOFF_MAX) until.set(id, now() + BACKOFF_MS);
    },
  };
}
