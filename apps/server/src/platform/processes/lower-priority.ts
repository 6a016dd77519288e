import { setPriority } from 'node:os';
import type { Log } from '../log/log.ts';

/**
 * Prices and settlement come first, but a process must still serve on a busy machine: at 10, `http` was nearly unusable there.
 * Without root a lower priority never becomes a higher one again, so a process gets it when it is ready and not before.
 */
const NICE = 5;

/** Gives a process a lower priority than that of prices and settlement. */
export function lowerPriority(name: string, pid: number | undefined, log: Log): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch (error) {
    log.warn({ err: error, process: name }, 'a process could not be given a lower priority');
  }
}
