/**
 * Public randomness: drand's quicknet, run by many organisations together, publishes a round every three seconds, and nobody knows one
 * before. docs/proof-format.md, "Public randomness". Signatures are checked in `verify-round.ts`, which loads a library.
 */
import { assert } from '@candor/domain/assert';

export const QUICKNET = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisMs: 1_692_803_367_000,
  periodMs: 3000,
} as const;

/** A second takes the newest round that is at least this old, so that there is one for each second, and no choice. */
export const ROUND_AGE_MS_MIN = 3000;
/** And so a round is never as old as this when it is used. */
export const ROUND_AGE_MS_MAX = ROUND_AGE_MS_MIN + QUICKNET.periodMs;

export type BeaconRound = {
  readonly round: number;
  /** 48 bytes, lower-case hex. */
  readonly signature: string;
};

/** When the network publishes a round, epoch ms. */
export function roundTime(round: number): number {
  assert(Number.isSafeInteger(round) && round > 0, 'rounds count from one');
  return QUICKNET.genesisMs + (round - 1) * QUICKNET.periodMs;
}

/** The newest round that is published at a moment (epoch ms). */
export function newestRound(at: number): number {
  return Math.floor((at - QUICKNET.genesisMs) / QUICKNET.periodMs) + 1;
}

/** The one round of a second. */
export function roundOfSecond(at: number): number {
  return newestRound(at - ROUND_AGE_MS_MIN);
}
