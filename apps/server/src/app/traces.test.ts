import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Db } from '../platform/db/pool.ts';
import { write } from '../platform/db/statement.ts';
import { watchedTransaction } from '../platform/db/watch-statements.ts';
import { createNatsBus } from '../platform/bus/nats-bus.ts';
import { watchedHearing } from '../platform/bus/watch-news.ts';
import { loadConfig } from '../platform/config/config.ts';
import type { TracingSettings } from '../platform/config/tracing-settings.ts';
import { Refused } from '../platform/http/http-app.ts';
import { on, serve } from '../platform/http/serve.ts';
import { watched } from '../platform/jobs/watch-jobs.ts';
import { createLog } from '../platform/log/log.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import type { Tracing } from '../platform/tracing/start-tracing.ts';
import { startCollector } from '../testing/collector.ts';
import type { Collector } from '../testing/collector.ts';
import { hasNatsServer, makeNatsServer } from '../testing/nats-server.ts';
import { buildHttp } from './build-http.ts';

const log = createLog('silent');
const SECRET = 'kept-to-ourselves';
afterEach(() => vi.unstubAllEnvs());

function settingsOf(env: Readonly<Record<string, string>>): TracingSettings {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { tracing } = loadConfig(env);
  if (tracing === undefined) throw new Error('traces are off');
  return tracing;
}

async function traced(env: Readonly<Record<string, string>> = {}): Promise<{ collector: Collector; tracing: Tracing }> {
  const collector = await startCollector();
  const settings = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
  const tracing = startTracing(settings, log, 'http');
  onTestFinished(async () => {
    await tracing.stop();
    await collector.stop();
  });
  return { collector, tracing };
}

/** A database that refuses, with a value in its words. */
const refusing: Db = {
  query: () => Promise.reject(Object.assign(new Error(`Key (name)=(${SECRET}) exists`), { code: '23505' })),
};
const fine: Db = { query: () => Promise.resolve({ rows: [], rowCount: 0, fields: [] }) };
// On a table that exists: statements.test.ts prepares every statement that a test of the same process has declared.
const dropCaptcha = write('delete from captcha where id = $1', (id: string) => [id]);

describe('traces', () => {
  it('show a call with what it did, by names of ours alone', async () => {
    const { collector, tracing } = await traced({ OTEL_SERVICE_NAME: 'ours', OTEL_RESOURCE_ATTRIBUTES: 'zone=a' });
    const app = await buildHttp(loadConfig({}), log);
    const call = { caller: 'public', cost: 'memory', refusals: [], tag: 'Things', summary: 'x' } as const;
    const things = { ...call, method: 'GET' } as const;
    serve(app, {}, [
      on({ ...things, id: 'readThing', path: '/api/things/{id}' }, async () => {
        await watchedTransaction(undefined, async () => await dropCaptcha(fine, SECRET));
        return undefined as never;
      }),
      on({ ...things, id: 'refuseThing', path: '/api/refused' }, async () => {
        await dropCaptcha(refusing, SECRET).catch(() => undefined);
        throw new Refused('BALANCE_INSUFFICIENT');
      }),
      on({ ...things, id: 'failThing', path: '/api/failed' }, () => {
        throw new Error(SECRET);
      }),
    ]);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: `Bearer ${SECRET}`, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    for (const path of [`things/${SECRET}?q=${SECRET}`, 'refused', 'failed', 'nowhere'])
      await (await fetch(`${address}/api/${path}`, { headers })).arrayBuffer();
    await app.close();
    await tracing.stop();

    const named = (name: string) => collector.spans.filter((span) => span.name === name);
    const [read] = named('readThing');
    expect(read).toMatchObject({
      kind: 2,
      parent: undefined,
      failed: false,
      attributes: { 'http.request.method': 'GET', 'http.route': '/api/things/{id}', 'http.response.status_code': 200 },
      resource: { 'service.name': 'ours', zone: 'a', 'candor.role': 'http' },
    });
    const [transaction] = named('transaction');
    const [inside, refusedOne] = named('delete captcha');
    expect(transaction).toMatchObject({ parent: read?.id, trace: read?.trace });
    expect(inside).toMatchObject({ parent: transaction?.id, kind: 3, failed: false });
    expect(named('refuseThing')[0]).toMatchObject({
      failed: false,
      attributes: { 'error.type': 'BALANCE_INSUFFICIENT' },
    });
    expect(refusedOne).toMatchObject({ failed: true, attributes: { 'error.type': '23505' } });
    expect(named('failThing')[0]).toMatchObject({ failed: true, attributes: { 'error.type': 'FAULT' } });
    expect(new Set(collector.spans.map(({ trace }) => trace)).size).toBe(3);
    expect(collector.text()).not.toContain(SECRET);
    // Strangers do not choose what is recorded.
    expect(collector.text()).not.toContain('a'.repeat(32));
    expect(tracing.counts()).toEqual({ sent: 6, dropped: 0 });
  });

  it('begin a trace with each run of a job, whatever woke it', async () => {
    const { collector, tracing } = await traced();
    const { promise: done, resolve } = Promise.withResolvers<unknown>();
    watchedHearing({ channel: 'tick', over: 'postgresql', traceparent: undefined }, () => {
      resolve(watched('settlement', async () => await dropCaptcha(fine, 'x')));
    });
    await done;
    await tracing.stop();
    const [heard, job, inJob] = ['process tick', 'job settlement', 'delete captcha'].map((name) =>
      collector.spans.find((span) => span.name === name),
    );
    expect(job?.parent).toBeUndefined();
    expect(job?.trace).not.toBe(heard?.trace);
    expect(inJob).toMatchObject({ parent: job?.id, trace: job?.trace });
  });

  it('are as many as the sampler says', async () => {
    const { collector, tracing } = await traced({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    for (let run = 0; run < 1_000; run += 1) await watched('job', async () => await dropCaptcha(fine, 'x'));
    await tracing.stop();
    expect(collector.spans.length).toBeGreaterThan(300);
    expect(collector.spans.length).toBeLessThan(700);
    // Whole traces, not parts of them.
    expect(new Set(collector.spans.map(({ trace }) => trace)).size * 2).toBe(collector.spans.length);
  });

  it('cost nothing but counted spans while the collector is silent, and hold no stop up', async () => {
    const silent = await startCollector({ isSilent: true });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: silent.url, OTEL_BSP_MAX_QUEUE_SIZE: '50' };
    const tracing = startTracing(settingsOf(env), log, 'http');
    for (let run = 0; run < 1_000; run += 1) await watched('job', async () => undefined);
    expect(tracing.counts()).toEqual({ sent: 0, dropped: 950 });
    const fromMs = performance.now();
    await tracing.stop();
    expect(performance.now() - fromMs).toBeLessThan(4_000);
    await silent.stop();
  });

  it('are counted as lost when an answer drips in, and their places are free again', async () => {
    const dripping = await startCollector({ drips: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: dripping.url, OTEL_BSP_MAX_QUEUE_SIZE: '50' };
    const tracing = startTracing(settingsOf(env), log, 'http');
    for (let run = 0; run < 50; run += 1) await watched('job', async () => undefined);
    const stopped = tracing.stop();
    await vi.waitUntil(() => dripping.spans.length === 50);
    await vi.advanceTimersByTimeAsync(20_000);
    await stopped;
    expect(tracing.counts()).toEqual({ sent: 0, dropped: 50 });
    await dripping.stop();
  });

  it('are counted as lost when a collector takes a batch and throws some of it away', async () => {
    const answer = JSON.stringify({ partialSuccess: { rejectedSpans: '2', errorMessage: 'too old' } });
    const collector = await startCollector({ answer });
    const tracing = startTracing(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), log, 'http');
    for (let run = 0; run < 3; run += 1) await watched('job', async () => undefined);
    await tracing.stop();
    await collector.stop();
    expect(tracing.counts()).toEqual({ sent: 1, dropped: 2 });
  });

  it('do not read a long answer of a collector', async () => {
    const collector = await startCollector({ answer: `{"x":[${'[],'.repeat(1_300_000)}1]}` });
    const parse = vi.spyOn(JSON, 'parse');
    const tracing = startTracing(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), log, 'http');
    await watched('job', async () => undefined);
    await tracing.stop();
    await collector.stop();
    expect(tracing.counts()).toEqual({ sent: 1, dropped: 0 });
    // The collector's own: what it got.
    expect(parse.mock.calls.map(([text]) => text.slice(0, 16))).toEqual(['{"resourceSpans"']);
  });

  it('are counted as lost when the collector refuses them', async () => {
    const collector = await startCollector();
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/elsewhere` };
    const tracing = startTracing(settingsOf(env), log, 'http');
    await watched('job', async () => undefined);
    await tracing.stop();
    await collector.stop();
    expect(tracing.counts()).toEqual({ sent: 0, dropped: 1 });
  });

  it('are off without a collector, and a wrong setting stops the start', () => {
    expect(loadConfig({ OTEL_SERVICE_NAME: 'ours' }).tracing).toBeUndefined();
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(loadConfig({ ...named, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    expect(loadConfig({ ...named, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_TRACES_SAMPLER', 'sometimes'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
      ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
    ] as const)
      expect(() => loadConfig({ ...named, [name]: value })).toThrow(name);
  });
});

describe.skipIf(!hasNatsServer())('over NATS (skipped where nats-server or openssl is not installed)', () => {
  it('what is heard goes on in the trace of what was sent', async () => {
    const server = await makeNatsServer();
    await server.start();
    onTestFinished(async () => await server.remove());
    const { collector, tracing } = await traced();
    const sender = createNatsBus({ url: server.urlOf('feed'), ca: server.ca }, log, []);
    const hearer = createNatsBus({ url: server.urlOf('http'), ca: server.ca }, log, ['tick']);
    onTestFinished(async () => void (await Promise.all([sender.close(), hearer.close()])));
    await vi.waitFor(() => expect([sender.isOpen(), hearer.isOpen()]).toEqual([true, true]), { timeout: 15_000 });
    const { promise: heard, resolve } = Promise.withResolvers<unknown>();
    hearer.subscribe('tick', resolve);
    await watched('publish', async () => await sender.publish('tick', { one: 1 }));
    expect(await heard).toEqual({ one: 1 });
    await tracing.stop();
    const [job, sent, process] = ['job publish', 'send tick', 'process tick'].map((name) =>
      collector.spans.find((span) => span.name === name),
    );
    expect(sent).toMatchObject({ kind: 4, parent: job?.id });
    expect(process).toMatchObject({ kind: 5, parent: sent?.id, trace: job?.trace });
  });
});
