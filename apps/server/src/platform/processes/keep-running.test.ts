import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';
import type { ParentMessage } from './messages.ts';

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

function keep() {
  return keepRunning({
    name: 'http',
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
  [children, waits, reasons, hung] = [[], [], [], 0];
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
    await vi.advanceTimersByTimeAsync(7_000);
    newest().emit('message', { type: 'beat' });
    await vi.advanceTimersByTimeAsync(7_500);
    expect(hung).toBe(0);
    await vi.advanceTimersByTimeAsync(500);
    expect([hung, children[0]?.signals]).toEqual([1, ['SIGKILL']]);
    await vi.advanceTimersByTimeAsync(200);
    expect(children).toHaveLength(2);
  });

  it('is not started again when its first start failed', async () => {
    const kept = keep();
    const started = kept.start();
    newest().exit(1);
    await expect(started).rejects.toThrow('The http process could not start (exit code 1)');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(children).toHaveLength(1);
  });

  it.each([
    ['that never started', undefined, ['The http process could not start (no such file).']],
    ['that runs, and could only not be told something', 7, []],
  ])('with an error of one %s', async (_, pid, refusals) => {
    const kept = keep();
    const said: string[] = [];
    const started = kept.start().catch((error: Error) => void said.push(error.message));
    Object.assign(newest(), { pid });
    newest().emit('error', new Error('no such file'));
    newest().emit('message', { type: 'ready', address: undefined });
    await started;
    expect(said).toEqual(refusals);
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
    await vi.advanceTimersByTimeAsync(4_000);
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
