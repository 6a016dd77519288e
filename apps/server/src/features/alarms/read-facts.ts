import type { AlarmFacts } from '@candor/domain/alarms/alarm-conditions';
import type { Pool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { selectCheckStates } from '../../services/checks/check-store.ts';
import { failedBackup, newestBackup, selectProcesses } from '../../services/health/beat-store.ts';
import { selectNewestTick } from '../../services/health/health-store.ts';
import type { ListedWitness } from '../../services/order-log/read-witnesses.ts';
import { selectRefusals, selectSiteSince, selectUnsettled, selectVoids } from './alarm-facts-store.ts';

export interface FactDeps {
  readonly pool: Pool;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Those that this site asks now: one that was taken from the list says nothing any more. */
  readonly witnesses: readonly ListedWitness[];
  /** The first business date that could be closed and is not. */
  readonly lateDay: () => Promise<{ readonly date: string; readonly endedAtMs: number } | null>;
  /** Undefined before the first look of this process. */
  readonly improbable: () => readonly { readonly product: string; readonly durationSec: number }[] | undefined;
}

/**
 * What was not seen for longer is not there: a process says so every ten seconds. Nor is what is of a later moment: a process that was there
 * before a clock was set back, and not since.
 */
const SEEN_WITHIN_MS = 60_000;

/** What the site knows of itself. What cannot be read is left out, and nothing is said of it. */
export async function readFacts(deps: FactDeps): Promise<AlarmFacts> {
  const { pool, log, nowMs } = deps;
  const facts: { -readonly [Name in keyof AlarmFacts]: AlarmFacts[Name] } = {};
  const reads: Readonly<Record<string, () => Promise<void>>> = {
    prices: async () => {
      const { ageSec, products, closed } = await selectNewestTick(pool);
      facts.prices = { ageSec, isOpen: products > closed };
    },
    voids: async () => {
      facts.voids = await selectVoids(pool);
    },
    settlement: async () => {
      facts.settlement = await selectUnsettled(pool);
    },
    checks: async () => {
      facts.failing = (await selectCheckStates(pool)).filter(({ failingSince }) => failingSince !== null);
    },
    witnesses: async () => {
      const refused = new Map((await selectRefusals(pool)).map(({ key, refusal }) => [key, refusal]));
      facts.refusals = deps.witnesses.flatMap(({ keyText, key: { name } }) => {
        const refusal = refused.get(keyText);
        return typeof refusal !== 'string' ? [] : [{ witness: name, refusal }];
      });
    },
    processes: async () => {
      const present = (await selectProcesses(pool)).filter(({ seenAt }) => Math.abs(nowMs() - seenAt) < SEEN_WITHIN_MS);
      facts.processes = present.map(({ host, diskFree, signingAway }) => ({
        host,
        diskFreeBytes: diskFree === null ? null : Number(diskFree),
        signingAway,
      }));
      const { since } = await selectSiteSince(pool);
      // Before the first heartbeat of a worker nobody has looked for a backup.
      if (present.some(({ role }) => role === 'worker'))
        facts.backup = { newestAtMs: newestBackup(present), failedAtMs: failedBackup(present), siteSinceMs: since };
    },
    day: async () => {
      facts.lateDay = await deps.lateDay();
    },
  };
  await Promise.all(
    Object.entries(reads).map(async ([what, read]) => {
      await read().catch((error: unknown) => log.warn({ err: error, what }, 'alarms: this could not be read'));
    }),
  );
  const improbable = deps.improbable();
  return improbable === undefined ? facts : { ...facts, improbable };
}
