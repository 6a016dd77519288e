import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointText, NO_CHECKPOINT_HASH } from '@candor/proof/checkpoint';
import { tickArchiveText } from '@candor/proof/tick-archive';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { linkToSigner } from './call-signer.ts';
import { serveSigner } from './serve-signer.ts';
import { isSignable } from './signable.ts';

const HEX = '07'.repeat(32);
const HASH = 'ab'.repeat(32);
const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let socket: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-signer-'));
  socket = join(folder, 'signer');
  return () => rmSync(folder, { recursive: true, force: true });
});

function checkpointOf(slot: number): string {
  return checkpointText({
    product: 'X',
    kind: 'minute',
    slot,
    seq: 1n,
    at: slot,
    hash: HASH,
    previous: NO_CHECKPOINT_HASH,
  });
}

function archiveOf(atMs: number): string {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const lines = { firstSeq: 1n, lastSeq: 2n, count: 2, prevHash: HASH, lastHash: HASH, fileHash: HASH };
  return tickArchiveText({ product: 'X', day, ...lines });
}

describe('a history of a time to come', () => {
  it('is not signed: no checkpoint beyond what clocks may differ', () => {
    expect(isSignable(checkpointOf(NOW + MINUTE_MS), NOW)).toBe(true);
    expect(isSignable(checkpointOf(NOW - 400 * DAY_MS + MINUTE_MS), NOW)).toBe(true);
    expect(isSignable(checkpointOf(NOW + 7 * MINUTE_MS), NOW)).toBe(false);
    expect(isSignable(checkpointOf(Date.UTC(2099, 0, 1, 0, 1)), NOW)).toBe(false);
  });

  it('is not signed: no archive of a day that has not ended', () => {
    expect(isSignable(archiveOf(NOW - DAY_MS), NOW)).toBe(true);
    expect(isSignable(archiveOf(NOW), NOW)).toBe(false);
  });
});

describe('the process that signs', () => {
  it('takes a bounded number of connections, and frees those that say nothing', async () => {
    const state = () => ({ state: 'ok', keys: [HEX] });
    const server = await serveSigner(socket, { state, sign: () => new Uint8Array(64) });
    const link = linkToSigner(socket);
    const silent = Array.from({ length: 400 }, () => connect(socket).on('error', () => undefined));
    onTestFinished(async () => {
      await link.close();
      for (const one of silent) one.destroy();
      server.close();
    });
    await vi.waitFor(() => expect(silent.filter(({ readyState }) => readyState === 'open')).toHaveLength(128));
    // After their five seconds.
    await vi.waitFor(async () => expect(await link.read()).toEqual(state()), { interval: 500 });
  });

  it('is not asked for all the looks that it missed when it answers again', async () => {
    const hanging = createServer(() => undefined).listen(socket);
    await once(hanging, 'listening');
    const link = linkToSigner(socket, { callMsMax: 500, lookEveryMs: 5 });
    onTestFinished(async () => {
      await link.close();
      hanging.closeAllConnections();
      hanging.close();
    });
    const key = link.keyOf(new Uint8Array(32).fill(7));
    await vi.waitFor(() => expect(key.away()).toBe('the process that signs does not answer'));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    let asked = 0;
    hanging.removeAllListeners('request');
    hanging.on('request', (_, response) => {
      asked += 1;
      response.end(JSON.stringify({ state: 'ok', keys: [HEX] }));
    });
    await vi.waitFor(() => expect(key.away()).toBeUndefined());
    const from = performance.now();
    const before = asked;
    await new Promise((resolve) => setTimeout(resolve, 200));
    // One look in five milliseconds, and not those of the seconds before.
    expect(asked - before).toBeLessThan((performance.now() - from) / 5 + 5);
  });
});
