import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StartWait } from '../platform/processes/keep-running.ts';
import { createLog } from '../platform/log/log.ts';
import { durationText, reportWaiting, startText } from './report-waiting.ts';
import { deathText } from './report-death.ts';

const log = createLog('silent');

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 26, 9, 5, 7) }));
afterEach(() => void vi.useRealTimers());

it('says what a start waits for, with the time, at growing pauses', async () => {
  const said: string[] = [];
  const warned = vi.spyOn(log, 'warn');
  const stop = reportWaiting(
    log,
    () => 'the database starts',
    (text) => void said.push(text.trim()),
  );
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(said).toEqual([
    '09:05:17  Still starting after 10 s: the database starts.',
    '09:05:37  Still starting after 30 s: the database starts.',
    '09:06:17  Still starting after 1 min 10 s: the database starts.',
    '09:07:17  Still starting after 2 min 10 s: the database starts.',
    '09:08:17  Still starting after 3 min 10 s: the database starts.',
  ]);
  expect(warned).toHaveBeenCalledWith({ waitedMs: 10_000, waitsFor: 'the database starts' }, 'the start still waits');
  await stop();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(said).toHaveLength(5);
});

it('says nothing while it waits for nothing', async () => {
  const said: string[] = [];
  const stop = reportWaiting(
    log,
    () => undefined,
    (text) => void said.push(text),
  );
  await vi.advanceTimersByTimeAsync(100_000);
  await stop();
  expect(said).toEqual([]);
});

it('names each process that is not ready, and why', () => {
  const of = (wait: Omit<StartWait, 'waitedMs'> | undefined) => ({
    waitsFor: () => (wait === undefined ? undefined : { ...wait, waitedMs: 1 }),
  });
  expect(
    startText(
      new Map([
        ['feed', of(undefined)],
        ['worker', of(undefined)],
        ['console', of({ step: 'database', isStarving: false })],
        ['http', of({ step: 'loading', isStarving: true })],
      ]),
    ),
  ).toBe(
    'console waits for the database, http loads its program (the machine is busy, and it gets little processor time); ready: feed, worker',
  );
  expect(startText(new Map([['http', of({ step: 'pause', isStarving: false })]]))).toBe(
    'http ended and is started again soon',
  );
  expect(startText(new Map([['http', of(undefined)]]))).toBeUndefined();
});

it('writes a time as people say it', () => {
  expect([400, 59_400, 59_600, 125_000].map(durationText)).toEqual(['0 s', '59 s', '1 min 0 s', '2 min 5 s']);
});

it('says of a process that ended whether it ever ran', () => {
  const died = { name: 'http', why: 'exit code 1', waitMs: 400, restarts: 2 };
  expect(deathText({ ...died, wasReady: true })).toBe(
    'The http process died (exit code 1); it is started again in 0.4 s.',
  );
  expect(deathText({ ...died, wasReady: false })).toBe(
    'The http process ended before it was ready (exit code 1); it is started again in 0.4 s.',
  );
});
