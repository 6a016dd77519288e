import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { TracingChannel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanContext } from '@opentelemetry/api';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Sampler, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { NEWS_HEARD, NEWS_SENT } from '../bus/watch-news.ts';
import type { TracingSettings } from '../config/tracing-settings.ts';
import { STATEMENTS, TRANSACTIONS } from '../db/watch-statements.ts';
import { CALLS } from '../http/watch-calls.ts';
import { JOBS } from '../jobs/watch-jobs.ts';
import { limitLines } from '../log/limit-lines.ts';
import type { Log } from '../log/log.ts';
import { VERSION } from '../version.ts';
import { collectorExporter } from './collector-exporter.ts';
import { statementName } from './statement-name.ts';

/*
 * Makes spans of what the seams tell (calls, transactions, statements, news, jobs), and sends them to a collector. Only a process with
 * OTEL_EXPORTER_OTLP_ENDPOINT loads this file, and nothing else knows OpenTelemetry. A span has names of our own code and statuses:
 * nothing that a caller sent, no values of a statement, no text of an error.
 */

export interface Tracing {
  /** Spans that a collector took, and those that were lost because it did not, or not fast enough. */
  readonly counts: () => { sent: number; dropped: number };
  /** Sends what waits, for two seconds at most. */
  readonly stop: () => Promise<void>;
}

const FLUSH_MS_MAX = 2_000;
const ANSWER_MS_MAX = 15_000;
/** `ExportResultCode` of a package that comes with the exporter. */
const FAILED = 1;
const NOT_TAKEN = 'traces: the collector did not take spans';
const FAILED_LINES = { linesMax: 1, windowMs: 60_000 } as const;

/** Once in a process, before the server is built: only a call that is watched from its beginning is told. */
export function startTracing(settings: TracingSettings, log: Log, role: string): Tracing {
  const exporter = countedExporter(settings.queueMax, log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'candor',
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
    })
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'candor.role': role })),
    sampler: samplerOf(settings),
    spanProcessors: [exporter.processor],
  });
  const tracer = provider.getTracer('candor', VERSION);
  const open = new AsyncLocalStorage<OpenWork>();
  const stops: (() => void)[] = [];

  /** A span for each message of a channel, inside the one that is open where it is told. */
  const follow = <T extends object>(channel: TracingChannel<unknown, T>, rules: SpanRules<T>): void => {
    const works = new WeakMap<T, OpenWork>();
    const begin = (told: T): OpenWork => {
      const parent = rules.parent?.(told) ?? contextOf(open.getStore());
      const { name, attributes } = rules.begin(told);
      const span = tracer.startSpan(name, { kind: rules.kind, attributes }, parent);
      const work = { span, context: trace.setSpan(parent, span), endedMs: undefined };
      works.set(told, work);
      rules.begun?.(told, span);
      return work;
    };
    const end = (message: unknown): void => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this channel tells nothing else
      const told = message as T;
      const work = works.get(told);
      if (work === undefined) return;
      works.delete(told);
      const { span } = work;
      rules.end?.(told, span);
      const failed = 'error' in told && told.error !== undefined ? kindOf(told.error) : undefined;
      if (failed !== undefined) {
        span.setAttribute('error.type', failed);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      work.endedMs = performance.now();
    };
    const ending = rules.isSync === true ? channel.end : channel.asyncEnd;
    channel.start.bindStore(open, begin);
    ending.subscribe(end);
    stops.push(() => {
      channel.start.unbindStore(open);
      ending.unsubscribe(end);
    });
  };

  follow(CALLS, {
    kind: SpanKind.SERVER,
    begin: ({ declared: { id, method, path } }) => ({
      name: id,
      attributes: { 'http.request.method': method, 'http.route': path },
    }),
    end: ({ status, refused }, span) => {
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (refused !== undefined) span.setAttribute('error.type', refused);
      // A rule that refuses is no failure of the site.
      if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    },
  });
  follow(JOBS, {
    kind: SpanKind.INTERNAL,
    // Whatever woke it: it does the work of many.
    parent: () => ROOT_CONTEXT,
    begin: ({ job }) => ({ name: `job ${job}`, attributes: { 'candor.job': job } }),
  });
  follow(TRANSACTIONS, {
    kind: SpanKind.INTERNAL,
    begin: ({ flights }) => ({
      name: 'transaction',
      attributes: { 'db.system.name': 'postgresql', ...(flights === undefined ? {} : { 'candor.flights': flights }) },
    }),
  });
  follow(STATEMENTS, {
    kind: SpanKind.CLIENT,
    begin: ({ text, name }) => {
      const known = name ?? statementName(text);
      return { name: known, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': known } };
    },
  });
  follow(NEWS_SENT, {
    kind: SpanKind.PRODUCER,
    begin: ({ channel, over }) => ({
      name: `send ${channel}`,
      attributes: {
        'messaging.system': over,
        'messaging.operation.type': 'send',
        'messaging.destination.name': channel,
      },
    }),
    begun: (told, span) => {
      told.traceparent = traceparentOf(span.spanContext());
    },
  });
  follow(NEWS_HEARD, {
    kind: SpanKind.CONSUMER,
    isSync: true,
    parent: ({ traceparent }) => remoteContext(traceparent),
    begin: ({ channel, over }) => ({
      name: `process ${channel}`,
      attributes: {
        'messaging.system': over,
        'messaging.operation.type': 'process',
        'messaging.destination.name': channel,
      },
    }),
  });

  return {
    counts: exporter.counts,
    stop: async () => {
      for (const stop of stops) stop();
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(FLUSH_MS_MAX, undefined, { ref: false })]);
    },
  };
}

/** Work under way, and when it ended: what it began may go on. */
interface OpenWork {
  readonly span: Span;
  readonly context: Context;
  endedMs: number | undefined;
}

/** A timer or a queue keeps the work that made it for ever; what it does much later is work of its own. */
const ENDED_MS_MAX = 10_000;

function contextOf(work: OpenWork | undefined): Context {
  if (work === undefined) return ROOT_CONTEXT;
  const isLongAgo = work.endedMs !== undefined && performance.now() - work.endedMs > ENDED_MS_MAX;
  return isLongAgo ? ROOT_CONTEXT : work.context;
}

interface SpanRules<T> {
  readonly kind: SpanKind;
  /** The span ends with the function, not with what it began. */
  readonly isSync?: true;
  /** Where the work began, if not here. */
  readonly parent?: (told: T) => Context | undefined;
  readonly begin: (told: T) => { name: string; attributes: Attributes };
  readonly begun?: (told: T, span: Span) => void;
  readonly end?: (told: T, span: Span) => void;
}

/**
 * At most `queueMax` spans wait, with those under way: a collector that does not answer costs their memory and nothing else. Whatever
 * comes on top, and whatever it did not take, is counted.
 */
function countedExporter(queueMax: number, log: Log) {
  let [waiting, sent, dropped, rejected] = [0, 0, 0, 0];
  const say = limitLines((fields, text) => log.warn(fields, text), FAILED_LINES);
  const lose = (spans: number, why: string): void => {
    dropped += spans;
    say({ why, spans }, NOT_TAKEN);
  };
  const exporter = collectorExporter((told) => {
    rejected += told;
    say({ why: 'partialSuccess', spans: told }, NOT_TAKEN);
  });
  const batches = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) => {
        let isDone = false;
        const finish: Parameters<SpanExporter['export']>[1] = (result): void => {
          clearTimeout(tooLate);
          if (isDone) return;
          isDone = true;
          waiting -= spans.length;
          if (result.error === undefined) sent += spans.length;
          else lose(spans.length, kindOf(result.error));
          done(result);
        };
        // The exporter's own limit is of silence: a byte a second would hold the places of a batch for ever.
        const late = Object.assign(new Error('no whole answer'), { code: 'ETIMEDOUT' });
        const tooLate = setTimeout(() => finish({ code: FAILED, error: late }), ANSWER_MS_MAX).unref();
        exporter.export(spans, finish);
      },
      shutdown: async () => await exporter.shutdown(),
    },
    maxQueueSize: queueMax,
    maxExportBatchSize: Math.min(512, queueMax),
  });
  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting >= queueMax) {
        dropped += 1;
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: async () => await batches.forceFlush(),
    shutdown: async () => await batches.shutdown(),
  };
  const counts = () => {
    // Whatever a collector says, it can have lost what was sent to it and nothing else.
    const lost = Math.min(rejected, sent);
    return { sent: sent - lost, dropped: dropped + lost };
  };
  return { processor, counts };
}

/** As the specification of OpenTelemetry names them; its package that reads them brings every exporter there is. */
function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** What kind of error, never its words: those of a constraint quote values. */
function kindOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) return String(error.code);
  return error instanceof Error ? error.name : 'unknown';
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
}

function remoteContext(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const context: SpanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : undefined;
}
