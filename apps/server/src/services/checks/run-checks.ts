import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { sqlState, withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Site } from '../site/site.ts';
import type { Check } from './check.ts';
import { askCheck, claimCheck, retireChecks, selectCheckStates, updateCheck } from './check-store.ts';
import type { Answer, CheckState } from './check-store.ts';
import { isDue, unanswered } from './due-checks.ts';
import { endedBy } from './ended-by.ts';

interface CheckDeps {
  readonly pool: Pool;
  readonly site: Pick<Site, 'timeZone'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

interface Checked {
  /** Checks that find something. */
  readonly failing: number;
  /** Checks without an answer of their time. */
  readonly unanswered: number;
  /** Whether no money leaves. */
  readonly halted: boolean;
}

/** What a cheap check may take; one that takes longer is none. */
const CHEAP_MS_MAX = 5_000;
export const CHECK_MS_MAX = 300_000;
/** Two workers do not ask the same thing at once. */
const AGAIN_SEC = 30;

/**
 * Asks what is due, one after the other, and says how the books are. The cheap ones come first, and again after each of the others: all of
 * these may take hours. `signal` ends the one that runs, and those to come.
 */
export async function runChecks(deps: CheckDeps, checks: readonly Check[], signal?: AbortSignal): Promise<Checked> {
  const { pool, clock } = deps;
  await retireChecks(
    pool,
    checks.map(({ name }) => name),
  );
  const askCheap = async (): Promise<void> => {
    await askDue(
      deps,
      checks.filter(({ pace }) => pace === 'minute'),
      signal,
    );
  };
  await askCheap();
  await askDue(
    deps,
    checks.filter(({ pace }) => pace === 'day'),
    signal,
    askCheap,
  );
  const states = await selectCheckStates(pool);
  const failing = states.filter(({ failingSince }) => failingSince !== null);
  return {
    failing: failing.length,
    unanswered: unanswered(checks, states, clock.now()).length,
    halted: failing.some(({ halts }) => halts),
  };
}

async function askDue(
  deps: CheckDeps,
  checks: readonly Check[],
  signal: AbortSignal | undefined,
  afterEach?: () => Promise<void>,
): Promise<void> {
  const { pool, clock, site } = deps;
  const before = new Map((await selectCheckStates(pool)).map((state) => [state.name, state]));
  for (const check of checks) {
    if (signal?.aborted === true) return;
    const known = before.get(check.name);
    if (!isDue(check.pace, known, clock.now(), site.timeZone) || !(await claimCheck(pool, check, AGAIN_SEC))) continue;
    await ask(deps, check, known, signal);
    await afterEach?.();
  }
}

async function ask(
  { pool, log }: CheckDeps,
  check: Check,
  known: CheckState | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { name, says, halts } = check;
  const answer = await answerOf(pool, check, signal);
  // It is asked again by whoever comes after.
  if (signal?.aborted === true && answer.error !== null) return;
  await updateCheck(pool, name, answer);
  const failed = known !== undefined && known.failingSince !== null;
  if (answer.error !== null) log.error({ check: name, error: answer.error }, 'a check of the books got no answer');
  else if (answer.found > 0 && !failed)
    log.fatal(
      { check: name, found: answer.found, sample: answer.sample.slice(0, 3), halts },
      `THE BOOKS ARE WRONG: ${says}`,
    );
  else if (answer.found === 0 && failed) log.info({ check: name }, 'a check of the books finds nothing any more');
}

async function answerOf(pool: Pool, check: Check, signal: AbortSignal | undefined): Promise<Answer> {
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  try {
    const msMax = check.pace === 'minute' ? CHEAP_MS_MAX : CHECK_MS_MAX;
    const sample = await withTransaction(
      pool,
      async (connection) =>
        await endedBy(signal, pool, connection, async () => await askCheck(connection, check, msMax)),
    );
    return { tookMs: took(), error: null, found: sample.length, sample };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { tookMs: took(), error: `${sqlState(error)} ${message}`.trim().slice(0, 500), found: 0, sample: [] };
  }
}
