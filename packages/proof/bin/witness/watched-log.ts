/** A log that a witness watches. */
import type { VerifierKey } from '../../src/signed-note.ts';

export type WatchedLog = {
  /** Names the log's files. It follows from the first key. */
  readonly id: string;
  /** The site's keys, the oldest first. */
  readonly keys: readonly VerifierKey[];
};
