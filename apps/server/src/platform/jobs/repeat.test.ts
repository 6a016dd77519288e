import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import type { Log } from '../log/log.ts';
import { repeat } from './repeat.ts';
import type { Repeat } from './repeat.ts';

const EVERY_MS = 1_000;
/** The running work, until the test lets it end. */
let gates: PromiseWithResolvers<void>[];
let job: Repeat;
let log: Log;

beforeEach(() => {
  vi.useFakeTimers();
  gates = [];
  log = createLog('silent');
  job = repeat('test', EVERY_MS, log, async () => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
  });
});
afterEach(async () => {
  for (const gate of gates) gate.resolve();
  await job.stop();
  vi.useRealTimers();
});

async function endRun(error?: Error): Promise<void> {
  if (error === undefined) gates.at(-1)?.resolve();
  else gates.at(-1)?.reject(error);
  await vi.advanceTimersByTimeAsync(0);
}

describe('repeat', () => {
  it('runs at once, and again some time after the last run ended, not after it started', async () => {
    await vi.advanceTimersByTimeAsync(0);
    expect(gates).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(gates).toHaveLength(1);
    await endRun();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(gates).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(gates).toHaveLength(2);
  });

  it('woken while it waits, it runs at once and only once', async () => {
    await vi.advanceTimersByTimeAsync(0);
    await endRun();
    job.wake();
    expect(gates).toHaveLength(2);
    await endRun();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(gates).toHaveLength(2);
  });

  it('woken while it runs, it runs once more right after, however often it was woken', async () => {
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 5; i += 1) job.wake();
    expect(gates).toHaveLength(1);
    await endRun();
    expect(gates).toHaveLength(2);
    await endRun();
    expect(gates).toHaveLength(2);
  });

  it('woken while it waits, it forgets the time it had waited for', async () => {
    await vi.advanceTimersByTimeAsync(0);
    await endRun();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 10);
    job.wake();
    await endRun();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(gates).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(gates).toHaveLength(3);
  });

  it('says that a run threw, and continues', async () => {
    const error = vi.spyOn(log, 'error');
    await vi.advanceTimersByTimeAsync(0);
    await endRun(new Error('once'));
    expect(error).toHaveBeenCalledExactlyOnceWith({ err: new Error('once'), job: 'test' }, 'job failed');
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(gates).toHaveLength(2);
  });

  it('stops after the current run, and ignores later wakes', async () => {
    await vi.advanceTimersByTimeAsync(0);
    let isStopped = false;
    const stopping = job.stop().then(() => (isStopped = true));
    job.wake();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect({ isStopped, runs: gates.length }).toEqual({ isStopped: false, runs: 1 });
    await endRun();
    await stopping;
    expect(vi.getTimerCount()).toBe(0);
    job.wake();
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(gates).toHaveLength(1);
  });

  it('stopped while it waits, it waits no more', async () => {
    await vi.advanceTimersByTimeAsync(0);
    await endRun();
    expect(vi.getTimerCount()).toBe(1);
    await job.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
