import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TookTooLong, untilAborted, withinMs } from './within-ms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('withinMs', () => {
  it('returns the result of the work, and leaves no timer behind', async () => {
    await expect(withinMs(1_000, Promise.resolve(7))).resolves.toBe(7);
    await expect(withinMs(1_000, Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops waiting at its limit, and ignores a later failure', async () => {
    const work = Promise.withResolvers<void>();
    const waiting = withinMs(1_000, work.promise).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toEqual(new TookTooLong('no answer within 1000 ms'));
    expect(await waiting).toMatchObject({ name: 'TookTooLong' });
    work.reject(new Error('too late for anyone'));
  });
});

describe('untilAborted', () => {
  it('returns the result of the work, and stops waiting when aborted, even before it started', async () => {
    const controller = new AbortController();
    await expect(untilAborted(controller.signal, Promise.resolve(7))).resolves.toBe(7);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    const waiting = untilAborted(controller.signal, new Promise(() => undefined)).catch((error: unknown) => error);
    controller.abort(new Error('gone'));
    expect(await waiting).toEqual(new Error('gone'));
    await expect(untilAborted(controller.signal, new Promise(() => undefined))).rejects.toThrow('gone');
  });
});
