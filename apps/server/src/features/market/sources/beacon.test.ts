import { roundOfSecond, roundTime } from '@candor/proof/beacon';
import { RECORDED_FROM_MS, recordedRound } from '@candor/proof/testing/quicknet-rounds';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Beacon, createBeacon, waitBeforeCheckMs } from './beacon.ts';
import { type FakeRelay, startFakeRelay } from './fake-relay.ts';

let relay: FakeRelay;
let beacon: Beacon | undefined;
let now: number;
let logged: string[];

beforeEach(async () => {
  relay = await startFakeRelay(1000);
  // Between two seconds: a check is made at once.
  now = roundTime(1000) + 300;
  logged = [];
});
afterEach(async () => {
  await beacon?.stop();
  await relay.close();
});

async function follow(url = relay.url): Promise<Beacon> {
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
  beacon = createBeacon({ url, clock: { now: () => now }, log });
  await beacon.start();
  return beacon;
}

describe('the beacon', () => {
  it('gives each second its round, when the relay has told it and the network signed it', async () => {
    const { roundAt } = await follow();
    await vi.waitFor(() => expect(roundAt(RECORDED_FROM_MS)).toEqual(recordedRound(1000)));
    expect(roundAt(RECORDED_FROM_MS + 2000)).toEqual(recordedRound(1000));
    expect(roundAt(RECORDED_FROM_MS + 3000)).toBeNull();
    expect(roundOfSecond(RECORDED_FROM_MS + 3000)).toBe(1001);
    now += 3000;
    relay.newest = 1001;
    await vi.waitFor(() => expect(roundAt(RECORDED_FROM_MS + 3000)).toEqual(recordedRound(1001)), 5000);
    expect(logged).toEqual([]);
  });

  it('takes nothing else from a relay, and waits for none', async () => {
    const lies: [string, string][] = [
      ['another signature', JSON.stringify({ round: 1000, signature: recordedRound(1001)?.signature })],
      ['a round from after', JSON.stringify(recordedRound(657_413))],
      ['another form', JSON.stringify({ round: '1000' })],
      ['no JSON', '<html>'],
      ['too much', ' '.repeat(5000)],
    ];
    for (const [name, body] of lies) {
      relay.lie = () => body;
      relay.asked = 0;
      const { roundAt, stop } = await follow();
      await vi.waitFor(() => expect(relay.asked).toBeGreaterThan(1), 3000);
      expect(roundAt(RECORDED_FROM_MS), name).toBeNull();
      expect(roundAt(roundTime(657_413) + 3000), name).toBeNull();
      await stop();
    }
  });

  it('has none where there is no relay', async () => {
    const away = relay.url;
    await relay.close();
    const { roundAt } = await follow(away);
    expect(roundAt(RECORDED_FROM_MS)).toBeNull();
    relay = await startFakeRelay(1000);
  });
});

describe('a check of a round', () => {
  it.each([
    ['just after a second: at 100 ms', 10, 80, 90],
    ['between two seconds: at once', 300, 80, 0],
    ['as late as it ends in time even if it takes twice as long', 740, 80, 0],
    ['later: in the next second', 741, 80, 359],
    ['on a slow machine: only early', 301, 300, 799],
    ['on a machine that is too slow for any: as early as possible', 100, 2000, 0],
  ])('waits %s', (_, sinceMs, costMs, waits) => {
    expect(waitBeforeCheckMs(sinceMs, costMs)).toBe(waits);
  });
});

describe('a relay that is away', () => {
  /** Asks it until that is logged, without the waits. */
  async function askUntilAway(url: string): Promise<string> {
    const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
    const pause = async () => await new Promise<void>((resolve) => setTimeout(resolve, 5));
    beacon = createBeacon({ url, clock: { now: () => now }, log, pause });
    await beacon.start();
    await vi.waitFor(() => expect(logged.join('')).toContain('no public randomness'));
    return logged.join('');
  }

  it.each([
    ['a path', (url: string) => `${url}/secret-token`],
    ['a password', (url: string) => url.replace('//', '//user:secret-token@')],
  ])('is named in the log by its host alone, whatever secret is in its address: %s', async (_, addressOf) => {
    const text = await askUntilAway(addressOf(relay.url));
    expect(text).toContain(new URL(relay.url).host);
    expect(text).not.toContain('secret-token');
  });

  it('keeps no connection open by an answer that nobody reads', async () => {
    relay.refusal = 'x'.repeat(4_000_000);
    await askUntilAway(relay.url);
    expect(relay.asked).toBeGreaterThan(19);
    expect(relay.open()).toBeLessThan(5);
  });
});
