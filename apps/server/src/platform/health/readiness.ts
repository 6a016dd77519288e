import { TookTooLong, withinMs } from '../jobs/within-ms.ts';

/** Whether a process can do its work now. What it needs is looked at when somebody asks. */
export interface Readiness {
  look: () => Promise<ReadyAnswer>;
  /** From now on it is not ready: it is about to stop. */
  fall: () => void;
}

export interface ReadyAnswer {
  readonly isReady: boolean;
  /** `ok`, or in a few words what is wrong. Nothing of members, no address and no name of the machine. */
  readonly checks: Readonly<Record<string, string>>;
}

/** Says what is wrong, or `ok`. */
export type Check = () => string | Promise<string>;

export const OK = 'ok';
export const STOPPING: ReadyAnswer = { isReady: false, checks: { process: 'it stops' } };
export const STARTING: ReadyAnswer = { isReady: false, checks: { process: 'it starts' } };

const CHECK_MS_MAX = 2_000;
/** However many ask, nothing is looked at more often. */
const KEPT_MS = 1_000;

/** A check that hangs says so, and is not begun again before it has ended. */
export function createReadiness(
  checks: Readonly<Record<string, Check>>,
  { nowMs = () => performance.now(), checkMsMax = CHECK_MS_MAX, keptMs = KEPT_MS } = {},
): Readiness {
  let isFallen = false;
  let kept: { readonly atMs: number; readonly answer: Promise<ReadyAnswer> } | undefined;
  const looks = Object.entries(checks).map(([name, check]) => [name, onceAtATime(check, checkMsMax)] as const);

  const lookAnew = async (): Promise<ReadyAnswer> => {
    const found = await Promise.all(looks.map(async ([name, look]) => [name, await look()] as const));
    return { isReady: found.every(([, text]) => text === OK), checks: Object.fromEntries(found) };
  };

  return {
    look: async () => {
      if (isFallen) return STOPPING;
      if (kept === undefined || nowMs() - kept.atMs >= keptMs) kept = { atMs: nowMs(), answer: lookAnew() };
      const answer = await kept.answer;
      return isFallen ? STOPPING : answer;
    },
    fall: () => {
      isFallen = true;
    },
  };
}

function onceAtATime(check: Check, msMax: number): () => Promise<string> {
  let running: Promise<string> | undefined;
  return async () => {
    running ??= Promise.resolve()
      .then(check)
      .catch(() => 'it fails')
      .finally(() => (running = undefined));
    return await withinMs(msMax, running).catch((error: unknown) =>
      error instanceof TookTooLong ? 'no answer' : 'it fails',
    );
  };
}
