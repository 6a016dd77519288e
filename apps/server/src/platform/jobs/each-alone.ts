import type { Log } from '../log/log.ts';

/** Runs these one after the other. One that throws is logged by its name, and the next one still runs. */
export async function eachAlone(
  log: Pick<Log, 'error'>,
  works: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [name, work] of Object.entries(works)) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, work: name }, 'a part of a job failed');
    }
  }
}
