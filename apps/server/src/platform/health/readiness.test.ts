import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

let nowMs: number;
beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('whether a process is ready', () => {
  it('says what is wrong, and is ready only when nothing is', async () => {
    let disk = 'full';
    const ready = createReadiness({ database: () => 'ok', disk: () => disk }, { nowMs: () => nowMs });
    expect(await ready.look()).toEqual({ isReady: false, checks: { database: 'ok', disk: 'full' } });
    disk = 'ok';
    nowMs = 1_000;
    expect(await ready.look()).toEqual({ isReady: true, checks: { database: 'ok', disk: 'ok' } });
  });

  it('looks once a second, however many ask', async () => {
    let looks = 0;
    const ready = createReadiness({ database: () => ((looks += 1), 'ok') }, { nowMs: () => nowMs });
    await Promise.all(Array.from({ length: 50 }, async () => await ready.look()));
    nowMs = 999;
    await ready.look();
    expect(looks).toBe(1);
    nowMs = 1_000;
    await ready.look();
    expect(looks).toBe(2);
  });

  it('tells no error to whoever asks', async () => {
    const ready = createReadiness({ database: () => Promise.reject(new Error('postgres://owner:secret@db')) });
    expect(await ready.look()).toEqual({ isReady: false, checks: { database: 'it fails' } });
  });

  it('does not wait for a check that hangs, and does not begin it again', async () => {
    let begun = 0;
    const ready = createReadiness(
      { database: async () => await new Promise<string>(() => (begun += 1)), disk: () => 'ok' },
      { nowMs: () => nowMs },
    );
    for (let round = 0; round < 3; round += 1) {
      const answer = ready.look();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await answer).toEqual({ isReady: false, checks: { database: 'no answer', disk: 'ok' } });
      nowMs += 5_000;
    }
    expect(begun).toBe(1);
  });

  it('is over at once when the process is about to stop', async () => {
    const ready = createReadiness({ database: () => 'ok' });
    expect((await ready.look()).isReady).toBe(true);
    ready.fall();
    expect(await ready.look()).toEqual({ isReady: false, checks: { process: 'it stops' } });
  });
});
