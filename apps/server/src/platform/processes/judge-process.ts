import type { ProcessReading } from './read-process.ts';

/**
 * Tells a process that gets no processor time from one that hangs. A heartbeat that is missing says nothing by itself: on a busy
 * machine a healthy process is silent for minutes. What counts is what the process did since its last message. Pure; what the
 * system says about a process is read by read-process.ts (decision 098).
 */
export type Verdict =
  /** It was heard of lately. */
  | 'healthy'
  /** It is silent, and may be so. */
  | 'starving'
  /** It is not ready yet, and may still become so. */
  | 'starting'
  /** It had the time to answer, and did not. */
  | 'hanging'
  /** It has ended, and its parent is told soon. */
  | 'dead';

/** What was seen of a process since its last message. */
export interface Silence {
  /** Time in which this process here was awake to look. */
  readonly silentMs: number;
  /** What its main thread has run. Undefined on a system that does not say. */
  readonly ranMs: number | undefined;
  /** Time in which none of its threads ran or waited for a processor: it waited for something that did not come. */
  readonly idleMs: number | undefined;
  /** Time in which the main thread neither ran nor waited for a processor, whatever the others did. */
  readonly mainIdleMs: number | undefined;
  /** What the other threads have run meanwhile. */
  readonly helpersRanMs: number | undefined;
  readonly first: ProcessReading | undefined;
  readonly isGone: boolean;
}

export const UNBROKEN: Silence = {
  silentMs: 0,
  ranMs: undefined,
  idleMs: undefined,
  mainIdleMs: undefined,
  helpersRanMs: undefined,
  first: undefined,
  isGone: false,
};

/** A look that comes later than this adds no more: a machine that slept, or a watcher that got no time, has seen nothing. */
const LOOK_MS_MAX = 2_000;

/** Adds one look at a silent process. The first reading is the one that later ones are compared with. */
export function addLook(silence: Silence, elapsedMs: number, reading: ProcessReading | undefined): Silence {
  const isGone = reading?.state === 'gone';
  const { first } = silence;
  if (reading === undefined || first === undefined)
    return { ...silence, silentMs: silence.silentMs + Math.min(elapsedMs, LOOK_MS_MAX), first: reading, isGone };
  const silentMs = silence.silentMs + Math.min(elapsedMs, LOOK_MS_MAX);
  // A thread that ended took its time with it: what the process did is counted anew from here.
  if (reading.usedMs < first.usedMs) return { ...silence, silentMs, first: reading, isGone };
  return {
    first,
    isGone,
    silentMs,
    ranMs: reading.ranMs - first.ranMs,
    // A wait for a processor is booked when it is over. Until then nobody knows how long the process waits already.
    idleMs:
      reading.state === 'wants to run'
        ? (silence.idleMs ?? 0)
        : Math.max(0, silentMs - (reading.usedMs - first.usedMs)),
    mainIdleMs: reading.mainWants
      ? (silence.mainIdleMs ?? 0)
      : Math.max(0, silentMs - (reading.mainUsedMs - first.mainUsedMs)),
    helpersRanMs: Math.max(0, helpersRan(reading) - helpersRan(first)),
  };
}

function helpersRan({ usedMs, waitedMs, ranMs }: ProcessReading): number {
  return usedMs - waitedMs - ranMs;
}

/**
 * What a process may do without a message. The main thread may wait for the others, as it does for a collection of garbage: these
 * get the time for that, and it still does nothing, when they have run for `helpersRanMs`.
 */
const READY = { silentMs: 8_000, ranMs: 4_000, idleMs: 7_000, helpersRanMs: 10_000 };
/** Modules load without a heartbeat, and a start may wait for the disk. */
const STARTING = { silentMs: 90_000, ranMs: 60_000, idleMs: 60_000, helpersRanMs: 60_000 };
/** Where the system does not say what a process did, and the machine is busy, it is given this many times as long. */
const PATIENCE = 10;
/** A message is late after this time. */
const LATE_MS = 3_000;

export function judgeProcess(
  { silentMs, ranMs, idleMs, mainIdleMs = 0, helpersRanMs = 0, isGone }: Silence,
  { isReady, isMachineBusy }: { isReady: boolean; isMachineBusy: boolean },
): Verdict {
  const may = isReady ? READY : STARTING;
  if (isGone) return 'dead';
  if (ranMs === undefined || idleMs === undefined) {
    // Without /proc, only time says something, and on a busy machine little.
    if (silentMs >= may.silentMs * (isMachineBusy ? PATIENCE : 1)) return 'hanging';
  } else {
    const isBlocked = mainIdleMs >= may.idleMs && helpersRanMs >= may.helpersRanMs;
    if (silentMs >= may.silentMs && (ranMs >= may.ranMs || idleMs >= may.idleMs || isBlocked)) return 'hanging';
  }
  if (!isReady) return 'starting';
  return silentMs >= LATE_MS ? 'starving' : 'healthy';
}
