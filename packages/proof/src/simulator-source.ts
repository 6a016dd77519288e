/** What a simulated tick names as its source. docs/proof-format.md, "Simulated prices". */
import { assert } from '@candor/domain/assert';
import type { BeaconRound } from './beacon.ts';

const OLDER = /^simulator(?::([0-9a-f]{64}):([1-9]\d{0,8}))?$/;
const CURRENT = /^simulator2(?::([0-9a-f]{64}):([1-9]\d{0,8}))?(?::([1-9]\d{0,14}):([0-9a-f]{96}))?$/;

/** Version 1: each leader of the feed began with a seed and a price of its own. Version 2: the path of a day is one. */
export type SimulatorVersion = 1 | 2;

/** The day's commitment (hex) and how much the product moves in a second. */
export type SimulatorSource = { readonly commitment: string; readonly deviationPpb: bigint };

export type ParsedSource = {
  readonly version: SimulatorVersion;
  /** Null if the tick goes on with what an earlier one named. */
  readonly named: SimulatorSource | null;
  /** The round of public randomness; null if there is none, and always in version 1. */
  readonly round: BeaconRound | null;
};

/** @param source null: as the tick before named it. */
export function simulatorSourceText(
  source: SimulatorSource | null,
  version: SimulatorVersion = 2,
  round: BeaconRound | null = null,
): string {
  const name = version === 1 ? 'simulator' : 'simulator2';
  const named = source === null ? '' : `:${source.commitment}:${source.deviationPpb}`;
  const text = `${name}${named}${round === null ? '' : `:${round.round}:${round.signature}`}`;
  assert(parseSimulatorSource(text) !== null, 'a commitment is 64 hex digits, a deviation a count, a round signed');
  return text;
}

/** Null if the source of a tick is no simulator. */
export function parseSimulatorSource(source: string): ParsedSource | null {
  const older = OLDER.exec(source);
  if (older !== null) return { version: 1, named: namedIn(older), round: null };
  const current = CURRENT.exec(source);
  if (current === null) return null;
  const [, , , round, signature] = current;
  const isSigned = round !== undefined && signature !== undefined;
  return { version: 2, named: namedIn(current), round: isSigned ? { round: Number(round), signature } : null };
}

function namedIn([, commitment, deviation]: readonly (string | undefined)[]): SimulatorSource | null {
  return commitment === undefined || deviation === undefined ? null : { commitment, deviationPpb: BigInt(deviation) };
}
