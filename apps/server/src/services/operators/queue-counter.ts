import type { Db } from '../../platform/db/pool.ts';

/** A queue of work at the console: how much waits in it, and who may know. */
export interface QueueCounter {
  /** The name that the console's navigation knows it by, such as `deposits`. */
  readonly name: string;
  readonly permission: string;
  readonly count: (db: Db) => Promise<number>;
}
