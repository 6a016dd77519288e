/**
 * What a job leaves alone for a while because its work threw: it must not fill the log, nor keep the place of what waits
 * behind it. It is kept in memory only: after a restart everything is tried again.
 */
export interface Resting<Id> {
  /** What rests now. */
  ids(): Id[];
  rest(id: Id): void;
}

const REST_MS = 60_000;
/** More than that do not fail one by one: something else is wrong. */
const RESTING_MAX = 10_000;

export function createResting<Id>(now: () => number = () => performance.now()): Resting<Id> {
  const until = new Map<Id, number>();
  return {
    ids: () => {
      for (const [id, end] of until) if (end <= now()) until.delete(id);
      return [...until.keys()];
    },
    rest: (id) => {
      if (until.size < RESTING_MAX) until.set(id, now() + REST_MS);
    },
  };
}
