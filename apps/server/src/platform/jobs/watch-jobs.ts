import { tracingChannel } from 'node:diagnostics_channel';

/** What is told of each run of a job (repeat.ts) to whoever watches: figures, health, traces. */
export interface JobRun {
  readonly job: string;
  startedMs: number;
  error?: unknown;
}

/** Costs next to nothing while nobody watches. */
export const JOBS = tracingChannel<unknown, JobRun>('candor:job');

export async function watched(job: string, work: () => Promise<void>): Promise<void> {
  await JOBS.tracePromise(work, { job, startedMs: performance.now() });
}

/** How the jobs of this process do. */
export interface JobWatch {
  readonly jobs: () => ReadonlyMap<string, JobState>;
  /** `ok` while each of these jobs has done its work lately; else which has not. */
  readonly text: (needed: readonly string[]) => string;
  readonly stop: () => void;
}

export interface JobState {
  /** When it did its work last, on the monotonic clock; undefined before the first time. */
  doneAtMs: number | undefined;
  failures: number;
}

/** Jobs that a role needs run several times a second. */
const LATE_MS = 30_000;

export function watchJobs(nowMs: () => number = () => performance.now()): JobWatch {
  const states = new Map<string, JobState>();
  const stateOf = (job: string): JobState => {
    const state = states.get(job) ?? { doneAtMs: undefined, failures: 0 };
    states.set(job, state);
    return state;
  };
  const listener = (run: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this channel tells nothing else
    const { job, error } = run as JobRun;
    const state = stateOf(job);
    if (error === undefined) state.doneAtMs = nowMs();
    else state.failures += 1;
  };
  JOBS.asyncEnd.subscribe(listener);
  return {
    jobs: () => states,
    text: (needed) => {
      const late = needed.filter((job) => nowMs() - (states.get(job)?.doneAtMs ?? -Infinity) > LATE_MS);
      return late.length === 0 ? 'ok' : `late: ${late.join(', ')}`;
    },
    stop: () => {
      JOBS.asyncEnd.unsubscribe(listener);
    },
  };
}
