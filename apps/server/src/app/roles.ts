import { startBeating } from './beat.ts';
import type { Context } from './context.ts';
import { countBusTroubles, createMetrics, gauge } from './metrics.ts';
import { countMissingSeconds, outboxFigures, priceFigures, roleFigures, tracingFigures } from './role-figures.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { sourceMetrics } from './source-metrics.ts';
import type { Metrics } from './metrics.ts';
import { leadText, readinessOf, sourcesText } from './readiness-of.ts';
import type { Readiness, ReadyAnswer } from '../platform/health/readiness.ts';
import { watchJobs } from '../platform/jobs/watch-jobs.ts';
import type { JobWatch } from '../platform/jobs/watch-jobs.ts';
import type { Tracing } from '../platform/tracing/start-tracing.ts';
import { closeAddons } from '../platform/processes/close-addons.ts';

/** Jobs without which a worker does not work. */
const NEEDED_JOBS = ['settlement', 'outbox-relay'];

export interface RunningRole {
  /** Where people reach the role; undefined for a role that has no address. */
  address: string | undefined;
  stop: () => Promise<void>;
  readiness: Readiness;
}

export interface RunningRoles extends Omit<RunningRole, 'readiness'> {
  /** From now on they say that they are not ready. */
  fall: () => void;
  /** Whether all of them can do their work. */
  ready: () => Promise<ReadyAnswer>;
  /** Their metrics as Prometheus text. */
  metrics: () => Promise<string>;
}

/** Starts the roles of these contexts: all of them, or it throws and none runs. They stop in reverse order. */
export async function startRoles(
  contexts: readonly Context[],
  tracing?: Pick<Tracing, 'counts'>,
): Promise<RunningRoles> {
  const running: RunningRole[] = [];
  // Of their own: a figure of one role is no figure of another.
  const all = contexts.map((context) => ({ context, metrics: createMetrics(context.role) }));
  const stop = async (): Promise<void> => {
    for (const role of running.toReversed()) await role.stop();
  };
  try {
    if (tracing !== undefined) for (const { metrics } of all) tracingFigures(tracing, metrics);
    for (const { context, metrics } of all) running.push(await startRole(context, metrics));
  } catch (error) {
    // Roles that already run must not outlive their database.
    await stop();
    throw error;
  }
  return {
    address: running.find(({ address }) => address !== undefined)?.address,
    stop,
    fall: () => {
      for (const { readiness } of running) readiness.fall();
    },
    ready: async () => joined(await Promise.all(running.map(async ({ readiness }) => await readiness.look()))),
    metrics: async () =>
      mergeMetrics(await Promise.all(all.map(async ({ metrics }) => await metrics.registry.metrics()))),
  };
}

function joined(answers: readonly ReadyAnswer[]): ReadyAnswer {
  return {
    isReady: answers.every(({ isReady }) => isReady),
    checks: Object.fromEntries(answers.flatMap(({ checks }) => Object.entries(checks))),
  };
}

/** From now on the process says that it is there. */
async function startRole(context: Context, metrics: Metrics): Promise<RunningRole> {
  countBusTroubles(context.bus, metrics);
  const jobs = watchJobs();
  roleFigures(context, metrics, jobs);
  priceFigures(context, metrics);
  const running = await startWork(context, metrics, jobs);
  const beating = startBeating(context, jobs);
  const stop = async (): Promise<void> => {
    await beating.stop();
    await running.stop();
  };
  return { ...running, stop };
}

/**
 * Each role loads its own program alone. The addons of http and console load with it; feed and worker may load none.
 */
async function startWork(context: Context, metrics: Metrics, jobs: JobWatch): Promise<RunningRole> {
  switch (context.role) {
    case 'http':
      return await startListening(context, metrics);
    case 'feed': {
      const { startFeed } = await import('../features/market/market.jobs.ts');
      const feed = await startFeed({
        ...context,
        onCheckpointRefused: () => metrics.checkpointsRefused.inc(),
        onOrderLogLate: () => metrics.orderLogLate.inc(),
        onPublished: ({ lateMs, secondsLost }) => {
          metrics.ticksLate.observe(lateMs / 1000);
          metrics.secondsLost.inc(secondsLost);
        },
      });
      gauge(metrics, 'candor_feed_leads', 'Whether this process makes the prices, 1 or 0; one of all feeds does', () =>
        Number(feed.state().leads),
      );
      sourceMetrics(
        metrics,
        () => feed.sources(),
        () => context.clock.now(),
      );
      const { startSourceTrials } = await import('../features/market/trials/source-trials.jobs.ts');
      const stopTrials = startSourceTrials(context);
      const stop = async (): Promise<void> => {
        await Promise.all([stopTrials(), feed.stop()]);
      };
      const readiness = readinessOf(context, {
        lead: () => leadText(feed.state()),
        sources: () => sourcesText(feed.sources()),
      });
      return { address: undefined, stop, readiness };
    }
    case 'worker': {
      const { startWorker } = await import('./start-worker.ts');
      outboxFigures(context, metrics);
      const stops = [startWorker(context, metrics), countMissingSeconds(context, metrics)];
      const stop = async (): Promise<void> => void (await Promise.all(stops.map(async (one) => await one())));
      return { address: undefined, stop, readiness: readinessOf(context, { jobs: () => jobs.text(NEEDED_JOBS) }) };
    }
    case 'console':
      return await startConsoleRole(context, metrics);
  }
}

async function startListening(context: Context, metrics: Metrics): Promise<RunningRole> {
  const [{ startRelay }, { startHttp }] = await Promise.all([import('./start-relay.ts'), import('./start-http.ts')]);
  closeAddons();
  const relay = startRelay(context, metrics);
  const http = await startHttp(context, relay, metrics);
  const stop = async (): Promise<void> => {
    await http.stop();
    await relay.stop();
  };
  try {
    return { address: await http.listen(), stop, readiness: http.readiness };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startConsoleRole(context: Context, metrics: Metrics): Promise<RunningRole> {
  const { startConsole } = await import('./start-console.ts');
  closeAddons();
  const console = await startConsole(context, metrics);
  try {
    return { address: await console.listen(), stop: console.stop, readiness: console.readiness };
  } catch (error) {
    await console.stop();
    throw error;
  }
}
