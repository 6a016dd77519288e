import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';
import { EXIT_TRY_AGAIN } from './messages.ts';
import type { ParentMessage } from './messages.ts';
import type { ProcessReading } from './read-process.ts';

/** A child process controlled by the test. */
class FakeChild extends EventEmitter {
  readonly pid = 4711;
  connected = true;
  readonly heard: ParentMessage[] = [];
  readonly signals: string[] = [];

  send(message: ParentMessage): boolean {
    this.heard.push(message);
    return true;
  }

  kill(signal?: NodeJS.Signals | number): boolean {
    this.signals.push(String(signal));
    this.exit(null, 'SIGKILL');
    return true;
  }

  exit(code: number | null, signal: NodeJS.Signals | null = null): void {
    this.connected = false;
    this.emit('exit', code, signal);
  }
}

let children: FakeChild[];
let waits: number[];
let reasons: string[];
let hung: number;
let starving: number;
let readyPids: unknown[];
/** What the system says about the newest child. Without it, only time counts. */
let reading: ProcessReading | undefined;
let isMachineBusy: boolean;

function keep(mayGiveUp = () => false) {
  return keepRunning({
    name: 'http',
    mayGiveUp,
    look: () => reading,
    isBusy: () => isMachineBusy,
    onReady: (pid) => readyPids.push(pid),
    onStarving: () => (starving += 1),
    fork: () => {
      const child = new FakeChild();
      children.push(child);
      return child;
    },
    onDied: ({ waitMs, why }) => {
      waits.push(waitMs);
      reasons.push(why);
    },
    onHung: () => (hung += 1),
  });
}

function newest(): FakeChild {
  const child = children.at(-1);
  if (child === undefined) throw new Error('nothing was started');
  return child;
}

beforeEach(() => {
  vi.useFakeTimers();
  [children, waits, reasons, hung, starving, readyPids] = [[], [], [], 0, 0, []];
  [reading, isMachineBusy] = [undefined, false];
});
afterEach(() => void vi.useRealTimers());

async function startReady() {
  const kept = keep();
  const started = kept.start();
  newest().emit('message', { type: 'ready', address: 'http://127.0.0.1:1' });
  expect(await started).toBe('http://127.0.0.1:1');
  return kept;
}

describe('a process that is kept running', () => {
  it('is started again when it dies, after waits that grow to 30 s', async () => {
    const kept = await startReady();
    for (let death = 0; death < 10; death += 1) {
      const before = children.length;
      newest().exit(null, 'SIGKILL');
      await vi.advanceTimersByTimeAsync((waits.at(-1) ?? 0) - 1);
      expect(children).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(children).toHaveLength(before + 1);
    }
    expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
    expect(kept.restarts()).toBe(10);
  });

  it('says how it died: by itself or by a signal', async () => {
    await startReady();
    newest().exit(3);
    await vi.advanceTimersByTimeAsync(waits[0] ?? 0);
    newest().exit(null, 'SIGKILL');
    expect(reasons).toEqual(['exit code 3', 'signal SIGKILL']);
  });

  it('dies once, whatever comes after its end, and is not asked to stop then', async () => {
    const kept = await startReady();
    const [first] = children;
    first?.exit(1);
    first?.exit(1);
    expect(waits).toHaveLength(1);
    await kept.stop();
    expect(first?.heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(children).toHaveLength(1);
  });

  it('waits only 0.2 s again after it ran for a minute', async () => {
    await startReady();
    newest().exit(1);
    await vi.advanceTimersByTimeAsync(200);
    newest().exit(1);
    await vi.advanceTimersByTimeAsync(400);
    const beats = setInterval(() => newest().emit('message', { type: 'beat' }), 1_000);
    await vi.advanceTimersByTimeAsync(60_000);
    clearInterval(beats);
    newest().exit(1);
    expect(waits).toEqual([200, 400, 200]);
  });

  it('is ended and started again when it sends no heartbeat', async () => {
    await startReady();
    await vi.advanceTimersByTimeAsync(7_500);
    newest().emit('message', { type: 'beat' });
    await vi.advanceTimersByTimeAsync(8_400);
    expect(hung).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect([hung, children[0]?.signals]).toEqual([1, ['SIGKILL']]);
    await vi.advanceTimersByTimeAsync(200);
    expect(children).toHaveLength(2);
  });

  it('is left alone for long, and that is told once, when it is silent because it gets no processor time', async () => {
    await startReady();
    reading = { ranMs: 0, usedMs: 0, waitedMs: 0, mainUsedMs: 0, mainWants: true, state: 'wants to run' };
    await vi.advanceTimersByTimeAsync(600_000);
    expect([hung, starving]).toEqual([0, 1]);
    newest().emit('message', { type: 'beat' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([hung, starving, children.length]).toEqual([0, 2, 1]);
  });

  it('is ended although the machine is busy, when it did nothing with its time, or too much', async () => {
    isMachineBusy = true;
    await startReady();
    reading = { ranMs: 0, usedMs: 0, waitedMs: 0, mainUsedMs: 0, mainWants: false, state: 'waits' };
    await vi.advanceTimersByTimeAsync(10_000);
    expect(hung).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    newest().emit('message', { type: 'ready' });
    await vi.advanceTimersByTimeAsync(3_000);
    reading = {
      ranMs: 4_500,
      usedMs: 9_000,
      waitedMs: 4_500,
      mainUsedMs: 9_000,
      mainWants: true,
      state: 'wants to run',
    };
    await vi.advanceTimersByTimeAsync(8_000);
    expect(hung).toBe(2);
  });

  it('says when it is ready, each time, with its process', async () => {
    await startReady();
    newest().exit(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(readyPids).toEqual([4711]);
    newest().emit('message', { type: 'ready' });
    expect(readyPids).toEqual([4711, 4711]);
  });

  it('is started again when its first start failed, while others may go on', async () => {
    const kept = keep();
    const started = kept.start();
    for (let failure = 0; failure < 5; failure += 1) {
      expect(kept.hasFailed()).toBe(failure >= 3);
      newest().exit(1);
      await vi.advanceTimersByTimeAsync(waits.at(-1) ?? 0);
    }
    expect([children.length, waits]).toEqual([6, [200, 400, 800, 1_600, 3_200]]);
    newest().emit('message', { type: 'ready' });
    expect(await started).toBeUndefined();
    expect(kept.hasFailed()).toBe(false);
  });

  it('is given up when it ended by itself three times before it was ready, and nothing else runs', async () => {
    const kept = keep(() => true);
    const said = kept.start().catch((error: Error) => error.message);
    // Killed, or too slow for the database: that says nothing about the next start.
    for (let time = 0; time < 4; time += 1) {
      newest().exit(null, 'SIGKILL');
      await vi.advanceTimersByTimeAsync(waits.at(-1) ?? 0);
      newest().exit(EXIT_TRY_AGAIN);
      await vi.advanceTimersByTimeAsync(waits.at(-1) ?? 0);
    }
    for (let time = 0; time < 3; time += 1) {
      newest().exit(1);
      await vi.advanceTimersByTimeAsync(waits.at(-1) ?? 0);
    }
    expect(await said).toBe('The http process could not start (exit code 1).');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(children).toHaveLength(11);
  });

  it('that never started is tried again; an error of one that runs means nothing', async () => {
    const kept = keep();
    const started = kept.start();
    Object.assign(newest(), { pid: undefined });
    newest().emit('error', new Error('no such file'));
    expect(reasons).toEqual(['no such file']);
    await vi.advanceTimersByTimeAsync(200);
    newest().emit('error', new Error('could not be told something'));
    newest().emit('message', { type: 'ready' });
    await started;
    expect(children).toHaveLength(2);
  });

  it('says what its start waits for, until it is ready', async () => {
    const kept = keep();
    void kept.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kept.waitsFor()).toMatchObject({ step: 'loading', isStarving: false });
    newest().emit('message', { type: 'step', step: 'database' });
    reading = { ranMs: 100, usedMs: 1_000, waitedMs: 900, mainUsedMs: 1_000, mainWants: true, state: 'wants to run' };
    expect(kept.waitsFor()).toMatchObject({ step: 'database', isStarving: true });
    newest().exit(1);
    expect(kept.waitsFor()).toMatchObject({ step: 'pause', isStarving: false });
    await vi.advanceTimersByTimeAsync(200);
    expect(kept.waitsFor()?.waitedMs).toBeGreaterThanOrEqual(1_200);
    newest().emit('message', { type: 'ready' });
    expect(kept.waitsFor()).toBeUndefined();
  });

  it('is asked to stop, and stays stopped', async () => {
    const kept = await startReady();
    const stopped = kept.stop();
    expect(newest().heard).toEqual([{ type: 'stop' }]);
    newest().exit(0);
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([children.length, waits]).toEqual([1, []]);
  });

  it('is killed when it does not stop in time', async () => {
    const kept = await startReady();
    const stopped = kept.stop();
    await vi.advanceTimersByTimeAsync(6_000);
    await stopped;
    expect(newest().signals).toEqual(['SIGKILL']);
  });

  it('is not started by a wait that began before the stop', async () => {
    const kept = await startReady();
    newest().exit(1);
    await kept.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(children).toHaveLength(1);
  });

  it('gives its metrics, and none while it does not answer', async () => {
    const kept = await startReady();
    const asked = kept.metrics();
    expect(newest().heard.at(-1)).toEqual({ type: 'metrics' });
    newest().emit('message', { type: 'metrics', text: 'figure 1' });
    expect(await asked).toBe('figure 1');
    const unanswered = kept.metrics();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await unanswered).toBe('');
  });

  it('may send any message: only known ones count', async () => {
    const kept = keep();
    let isReady = false;
    void kept.start().then(() => (isReady = true));
    for (const word of [null, 'ready', { type: 'other' }, { type: 'ready', address: 7 }])
      newest().emit('message', word);
    await vi.advanceTimersByTimeAsync(1);
    expect(isReady).toBe(false);
  });
});
