import type { Config } from '../platform/config/config.ts';
import { createPool, WITHOUT_HURRY } from '../platform/db/pool.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { Log } from '../platform/log/log.ts';
import { readSite } from '../services/site/site.ts';
import { prepareContents } from './prepare-site.ts';

const EVERY_MS = 500;

/**
 * While a new site is set up in the console: writes, as the owner of the database, what depends on currency and time zone as soon as
 * these are chosen. The processes of the roles then begin again with it. Ends by itself when that is done. Returns what stops it.
 */
export function watchSetUp(ownerUrl: string, config: Config, log: Log): () => Promise<void> {
  const pool = createPool({ url: ownerUrl, max: 2, name: 'candor-set-up', ...WITHOUT_HURRY });
  let ending: Promise<void> | undefined;
  const job = repeat('set up', EVERY_MS, log, async () => {
    const site = await readSite(pool, config);
    if (site.preparedAt === null && site.basisAt !== null) {
      await prepareContents(pool, config, log, site);
      log.info('currency and time zone were chosen: products, terms and ways to pay are written');
    } else if (site.preparedAt === null) return;
    void end();
  });
  const end = async (): Promise<void> => {
    ending ??= job.stop().then(async () => await pool.end());
    await ending;
  };
  return end;
}
