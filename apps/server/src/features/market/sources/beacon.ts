/**
 * Rounds of public randomness from a relay of drand's quicknet. It asks in the background, and only for the newest round; nothing
 * waits for it. A round is used only if the network signed it. Without a relay there are none, and the log says so once.
 */
import { setTimeout } from 'node:timers/promises';
import { QUICKNET, newestRound, roundOfSecond, roundTime } from '@candor/proof/beacon';
import type { BeaconRound } from '@candor/proof/beacon';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { nodeCrypto } from '../../../services/receipts/node-crypto.ts';

export interface Beacon {
  /** The round of a whole second, if it has come. */
  readonly roundAt: (atMs: number) => BeaconRound | null;
  /** Resolves when the rounds can be checked; it waits for no relay. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface BeaconOptions {
  /** Of the relay, without a slash at its end. */
  readonly url: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Waits, or ends early when the beacon is stopped. A test waits less. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const ROUNDS_KEPT = 8;
const ASKING_MS_MAX = 2000;
const ANSWER_BYTES_MAX = 4096;
/** After a round is due: until then a relay does not have it. */
const RELAY_DELAY_MS = 300;
const RETRY_MS = 500;
/** So often for a relay that does not answer. */
const AWAY_RETRY_MS = 30_000;
const AWAY_AFTER = 20;
/** A check takes tens of milliseconds of the thread that publishes. It is made between two seconds, never at one. */
const CHECK_FROM_MS = 100;
const SPARE_MS = 100;
const SECOND_MS = 1000;

const answerSchema = z.object({ round: z.int().check(z.positive()), signature: z.string() });

export function createBeacon({ url, clock, log, pause = sleep }: BeaconOptions): Beacon {
  const rounds = new Map<number, string>();
  let running: AbortController | undefined;
  // The address may hold a secret, in its path or before its host.
  const { host } = new URL(url);
  let failures = 0;
  let costMs = 0;

  const take = async (verify: Verify, signal: AbortSignal): Promise<void> => {
    const answer = answerSchema.parse(await askRelay(`${url}/${QUICKNET.chainHash}/public/latest`, signal));
    const newest = newestRound(clock.now());
    // A relay may be behind. What is ahead of the clock is nothing that a price may be made of.
    if (answer.round > newest + 1 || rounds.has(answer.round)) return;
    await pause(waitBeforeCheckMs(clock.now() % SECOND_MS, costMs), signal);
    const from = performance.now();
    const isSigned = await verify(answer);
    costMs = performance.now() - from;
    if (!isSigned) throw new Error(`round ${answer.round} is not signed by the network`);
    rounds.set(answer.round, answer.signature);
    for (const oldest of rounds.keys()) {
      if (rounds.size <= ROUNDS_KEPT) break;
      rounds.delete(oldest);
    }
  };

  const follow = async (verify: Verify, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await take(verify, signal);
        if (!rounds.has(newestRound(clock.now()))) throw new Error('the relay does not have the newest round yet');
        if (failures >= AWAY_AFTER) log.info({ host }, 'beacon: the relay answers again');
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (failures === AWAY_AFTER)
          log.warn(
            { reason: reasonOf(error), host },
            'beacon: no public randomness; the operator could know simulated prices',
          );
      }
      await pause(waitMs(clock.now(), rounds, failures), signal);
    }
  };

  return {
    roundAt: (atMs) => {
      const round = roundOfSecond(atMs);
      const signature = rounds.get(round);
      return signature === undefined ? null : { round, signature };
    },
    start: async () => {
      const { verifyRound } = await import('@candor/proof/verify-round');
      const verify: Verify = async (round) => await verifyRound(round, nodeCrypto);
      // The first check prepares tables, for most of a second: better now than between two ticks.
      await verify({ round: 1, signature: WARM_UP });
      const from = performance.now();
      await verify({ round: 2, signature: WARM_UP });
      costMs = performance.now() - from;
      running = new AbortController();
      void follow(verify, running.signal);
    },
    stop: async () => {
      running?.abort();
      await Promise.resolve();
    },
  };
}

type Verify = (round: BeaconRound) => Promise<boolean>;

/** Any point of the group: this one is the signature of another round. */
const WARM_UP = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

/** Until the next round may be there. */
function waitMs(nowMs: number, rounds: ReadonlyMap<number, string>, failures: number): number {
  if (failures >= AWAY_AFTER) return AWAY_RETRY_MS;
  const newest = newestRound(nowMs);
  return rounds.has(newest) ? roundTime(newest + 1) + RELAY_DELAY_MS - nowMs : RETRY_MS;
}

/** @throws if there is no answer in time, or it is large, or no JSON */
async function askRelay(url: string, stopped: AbortSignal): Promise<unknown> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(ASKING_MS_MAX)]);
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!response.ok || response.body === null) {
    // Nobody reads it: without this the connection stays open.
    await response.body?.cancel();
    throw new Error(`the relay answers ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer of the relay is too large');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/**
 * How long a check waits, so that it ends before the next second even if it takes twice as long as the last one.
 * @param sinceMs since the whole second
 */
export function waitBeforeCheckMs(sinceMs: number, costMs: number): number {
  const until = Math.max(CHECK_FROM_MS, SECOND_MS - SPARE_MS - 2 * costMs);
  if (sinceMs < CHECK_FROM_MS) return CHECK_FROM_MS - sinceMs;
  return sinceMs > until ? SECOND_MS + CHECK_FROM_MS - sinceMs : 0;
}

/** Its words alone: the error of a call may name the whole address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause
    ? String(cause.code)
    : error.name === 'Error'
      ? error.message
      : error.name;
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(Math.max(0, ms), undefined, { signal, ref: false }).catch(() => undefined);
}
