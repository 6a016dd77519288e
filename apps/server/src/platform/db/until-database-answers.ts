import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from './passing-error.ts';
import { createPool, WITHOUT_HURRY } from './pool.ts';

const RETRY_MS = 500;

/**
 * Waits until the database takes this login, as long as that takes.
 * @param onWait hears why, once for each try
 * @throws what waiting does not mend, a wrong password say
 */
export async function untilDatabaseAnswers(
  login: { url: string; role?: string | undefined },
  onWait: (why: Error) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const pool = createPool({ ...login, ...WITHOUT_HURRY, connectMsMax: 60_000, max: 1, name: 'candor-first' });
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!(error instanceof Error && isPassing(error))) throw error;
      onWait(error);
      await sleep(RETRY_MS);
    } finally {
      await pool.end();
    }
  }
}
