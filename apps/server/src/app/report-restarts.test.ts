import { afterEach, expect, it, vi } from 'vitest';
import type { StartWait } from '../platform/processes/keep-running.ts';
import { reportRestarts } from './report-waiting.ts';

afterEach(() => void vi.useRealTimers());

it('names each process that was started again and is not ready, and what it waits for', async () => {
  vi.useFakeTimers();
  const warn = vi.fn();
  let wait: StartWait | undefined;
  const kept = new Map<string, { waitsFor: () => StartWait | undefined }>([
    ['http', { waitsFor: () => undefined }],
    ['worker', { waitsFor: () => wait }],
  ]);
  const stop = reportRestarts({ warn }, kept);
  vi.advanceTimersByTime(10_000);
  wait = { waitedMs: 4_000, step: 'loading', isStarving: false };
  vi.advanceTimersByTime(10_000);
  expect(warn).not.toHaveBeenCalled();
  wait = { waitedMs: 14_000, step: 'database', isStarving: false };
  vi.advanceTimersByTime(10_000);
  expect(warn.mock.calls).toEqual([
    [
      { name: 'worker', waitedMs: 14_000, waitsFor: 'waits for the database' },
      'a process that was started again is not ready',
    ],
  ]);
  await stop();
  vi.advanceTimersByTime(60_000);
  expect(warn).toHaveBeenCalledTimes(1);
});
