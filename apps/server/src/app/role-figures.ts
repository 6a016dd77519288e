import { Counter, Gauge } from '@prometheus-io/client';
import { readDiskSpace } from '../platform/health/disk-space.ts';
import type { JobWatch } from '../platform/jobs/watch-jobs.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { Tracing } from '../platform/tracing/start-tracing.ts';
import { VERSION } from '../platform/version.ts';
import { countTickSeconds, selectNewestTick, selectOutboxState } from '../services/health/health-store.ts';
import type { Context } from './context.ts';
import { gauge } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { diskFolders } from './readiness-of.ts';

/** Figures of every role: what it is built from, its connections, its disk, the news, its jobs. */
export function roleFigures(context: Context, metrics: Metrics, jobs: JobWatch): void {
  const { registry } = metrics;
  new Gauge({
    name: 'candor_build_info',
    help: 'Which version runs; always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1);
  new Gauge({
    name: 'candor_database_connections',
    help: 'Connections to the database by pool: in use, idle, and calls that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of context.pools()) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  new Gauge({
    name: 'candor_database_connections_max',
    help: 'How many connections a pool may have',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { options }] of context.pools()) this.set({ pool }, options.max);
    },
  });
  gauge(metrics, 'candor_bus_open', 'Whether this process can send and hear news, 1 or 0', () =>
    Number(context.bus.isOpen()),
  );
  if (context.role !== 'console')
    gauge(metrics, 'candor_signing_away', 'Whether this process cannot sign, 1 or 0; alarm when above zero', () =>
      Number(context.signer.away() !== undefined),
    );
  new Gauge({
    name: 'candor_disk_bytes',
    help: 'The disk of the files of this role: what is free for it, and all',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      const space = await readDiskSpace(diskFolders(context));
      this.set({ what: 'free' }, space?.freeBytes ?? Number.NaN);
      this.set({ what: 'total' }, space?.totalBytes ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'candor_job_age_seconds',
    help: 'Since a job did its work for the last time; no line before the first time',
    labelNames: ['job'],
    registers: [registry],
    collect() {
      for (const [job, { doneAtMs }] of jobs.jobs())
        if (doneAtMs !== undefined) this.set({ job }, (performance.now() - doneAtMs) / 1000);
    },
  });
  new Counter({
    name: 'candor_job_failures_total',
    help: 'Runs of a job that failed; each is in the log',
    labelNames: ['job'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [job, { failures }] of jobs.jobs()) this.inc({ job }, failures);
    },
  });
}

/** Only where traces are on. */
export function tracingFigures({ counts }: Pick<Tracing, 'counts'>, { registry }: Metrics): void {
  new Counter({
    name: 'candor_spans_total',
    help: 'Spans of traces: sent to the collector, or dropped because it did not take them or not fast enough',
    labelNames: ['fate'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [fate, count] of Object.entries(counts())) this.inc({ fate }, count);
    },
  });
}

/** The prices as everybody else sees them: not from the process that makes them. */
export function priceFigures({ pool, role }: Context, metrics: Metrics): void {
  if (role === 'feed') return;
  gauge(
    metrics,
    'candor_newest_tick_age_seconds',
    'Age of the newest tick in the database; below zero after a step of its clock back; no number while every market is closed',
    async () => {
      const found = await selectNewestTick(pool).catch(() => undefined);
      return found === undefined || found.products === found.closed ? Number.NaN : (found.ageSec ?? Number.NaN);
    },
  );
}

const LOOK_MS = 5_000;
/** By then the tick of a second is stored, or never will be. */
const SETTLED_MS = 3_000;
/** What was not looked at for so long is not looked at later: this process was away, not the prices. */
const LOOK_BACK_MS = 60_000;

/** Counts seconds without a tick from outside the leader: one that died counts none of them. @returns what stops it */
export function countMissingSeconds({ pool, log, clock }: Context, metrics: Metrics): () => Promise<void> {
  const missing = new Counter({
    name: 'candor_seconds_missing_total',
    help: 'Seconds of which the database has no tick of any product while a market was open, seen by this process',
    registers: [metrics.registry],
  });
  let coveredMs = floorToSecond(clock.now() - SETTLED_MS);
  const job = repeat('missing seconds', LOOK_MS, log, async () => {
    const toMs = floorToSecond(clock.now() - SETTLED_MS);
    const fromMs = Math.max(coveredMs, toMs - LOOK_BACK_MS);
    if (toMs <= fromMs) return;
    const { products, closed, ageSec } = await selectNewestTick(pool);
    const seen = await countTickSeconds(pool, fromMs, toMs);
    coveredMs = toMs;
    if (products > closed && ageSec !== null) missing.inc(Math.max(0, (toMs - fromMs) / 1000 - seen));
  });
  return async () => await job.stop();
}

function floorToSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** News that are written and not sent yet. */
export function outboxFigures({ pool }: Context, metrics: Metrics): void {
  const state = async () => await selectOutboxState(pool).catch(() => ({ rows: Number.NaN, ageSec: Number.NaN }));
  gauge(
    metrics,
    'candor_outbox_rows',
    'News in the outbox that no process has taken yet',
    async () => (await state()).rows,
  );
  gauge(metrics, 'candor_outbox_age_seconds', 'Age of the oldest of them', async () => (await state()).ageSec);
}
