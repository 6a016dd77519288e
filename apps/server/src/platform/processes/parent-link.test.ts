import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BEAT_EVERY_MS } from './messages.ts';
import type { ChildMessage } from './messages.ts';
import { linkToParent } from './parent-link.ts';

/** A parent controlled by the test. */
class FakeParent extends EventEmitter {
  connected = true;
  readonly heard: ChildMessage[] = [];

  send(message: ChildMessage): boolean {
    this.heard.push(message);
    return true;
  }
}

const HEALTH = { isReady: false, checks: { disk: 'almost full' } };

let parent: FakeParent;
let stops: number;

beforeEach(() => {
  vi.useFakeTimers();
  [parent, stops] = [new FakeParent(), 0];
});
afterEach(() => void vi.useRealTimers());

function link(metrics: () => Promise<string> = async () => 'figure 1') {
  return linkToParent({ onStop: () => (stops += 1), metrics, health: async () => HEALTH }, parent);
}

it('says each second that the process lives, what its start does, and that it is ready', () => {
  const { ready, step } = link();
  vi.advanceTimersByTime(2 * BEAT_EVERY_MS);
  step('database');
  ready(undefined);
  ready('http://127.0.0.1:1');
  expect(parent.heard).toEqual([
    { type: 'beat' },
    { type: 'beat' },
    { type: 'step', step: 'database' },
    { type: 'ready' },
    { type: 'ready', address: 'http://127.0.0.1:1' },
  ]);
});

it('gives the metrics, and only when it is asked for them', async () => {
  link();
  for (const word of [null, 'metrics', { type: 'other' }, { type: 'stop' }]) parent.emit('message', word);
  await vi.advanceTimersByTimeAsync(0);
  expect(parent.heard).toEqual([]);
  parent.emit('message', { type: 'metrics' });
  await vi.advanceTimersByTimeAsync(0);
  expect(parent.heard).toEqual([{ type: 'metrics', text: 'figure 1' }]);
});

it('says whether it is ready, when it is asked', async () => {
  link();
  parent.emit('message', { type: 'health' });
  await vi.advanceTimersByTimeAsync(0);
  expect(parent.heard).toEqual([{ type: 'health', ...HEALTH }]);
});

it('says nothing of metrics that could not be made', async () => {
  link(async () => await Promise.reject(new Error('no figures')));
  parent.emit('message', { type: 'metrics' });
  await vi.advanceTimersByTimeAsync(0);
  expect(parent.heard).toEqual([]);
});

it('stops the process when the parent says so, and at no other word', () => {
  link();
  for (const word of [null, 'stop', { type: 'other' }, { type: 'metrics' }]) parent.emit('message', word);
  expect(stops).toBe(0);
  parent.emit('message', { type: 'stop' });
  expect(stops).toBe(1);
});

it('says nothing to a parent that is gone', () => {
  const { ready } = link();
  parent.connected = false;
  ready(undefined);
  vi.advanceTimersByTime(BEAT_EVERY_MS);
  expect(parent.heard).toEqual([]);
});
