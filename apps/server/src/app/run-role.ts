import type { Config } from '../platform/config/config.ts';
import type { Role } from '../platform/db/roles.ts';
import type { Log } from '../platform/log/log.ts';
import type { Shutdown } from '../platform/processes/shutdown.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import { readBucket } from './read-bucket.ts';
import { readNews } from './news.ts';
import { withSigner } from './open-signer.ts';
import type { SiteAddresses } from './run-site.ts';
import { reportWaiting } from './report-waiting.ts';
import { backupFigures } from './backup-figures.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';
import { STARTING, STOPPING } from '../platform/health/readiness.ts';
import type { RunningRoles } from './roles.ts';
import { startOne } from './start-one.ts';
import { watchSetUp } from './watch-set-up.ts';

/** Runs one role in this process, which prepares the database itself if it has the rights. */
export async function runLoneRole(given: Config, log: Log, shutdown: Shutdown, role: Role): Promise<SiteAddresses> {
  const { config, stop: stopSigner } = await withSigner(given, log);
  shutdown.onStop(stopSigner);
  // Only here: the processes of a site on one machine have nobody who sends their calls elsewhere.
  shutdown.drainFor(config.drainMs);
  let waitsFor = 'the database starts';
  const stopReport = reportWaiting(log, () => waitsFor);
  shutdown.onStop(stopReport);
  let running: RunningRoles | null = null;
  // While the role starts, which may take minutes, the process already says that it lives and is not ready.
  if (config.metrics !== undefined)
    shutdown.onStop(
      await serveMetrics(config.metrics, {
        metrics: async () =>
          mergeMetrics([
            (await running?.metrics()) ?? '',
            ...(role === 'worker' ? [await backupFigures(config.dataDir, role)] : []),
          ]),
        ready: async () => ({ [role]: shutdown.isStopping() ? STOPPING : ((await running?.ready()) ?? STARTING) }),
      }),
    );
  const newsOf = await readNews(config);
  const bucket = await readBucket(config);
  const database = await openDatabase(config, log);
  shutdown.onStop(database.stop);
  await database.untilItAnswers((why) => {
    waitsFor = `the database answers (${why.message})`;
  });
  waitsFor = 'the database is prepared';
  if (database.ownerUrl !== undefined) await prepareDatabase(database.ownerUrl, config, log);
  await database.checkLogins();
  if (database.ownerUrl !== undefined) shutdown.onStop(watchSetUp(database.ownerUrl, config, log));
  waitsFor = `${role} starts its work`;
  running = await startOne(config, log, shutdown, {
    role,
    login: { ...database.loginOf(role), news: newsOf(role), bucket },
  });
  await stopReport();
  return running.address === undefined ? {} : { [role]: running.address };
}
