/** What a simulated tick names as its source. docs/proof-format.md, "Simulated prices". */
import { assert } from '@candor/domain/assert';

const NAMED = /^(simulator2?):([0-9a-f]{64}):([1-9]\d{0,8})$/;
const PLAIN = /^(simulator2?)$/;

/** Version 1: each leader of the feed began with a seed and a price of its own. Version 2: the path of a day is one. */
export type SimulatorVersion = 1 | 2;

/** The day's commitment (hex) and how much the product moves in a second. */
export type SimulatorSource = { readonly commitment: string; readonly deviationPpb: bigint };

export type ParsedSource = {
  readonly version: SimulatorVersion;
  /** Null if the tick goes on with what an earlier one named. */
  readonly named: SimulatorSource | null;
};

/** @param source null: as the tick before named it. */
export function simulatorSourceText(source: SimulatorSource | null, version: SimulatorVersion = 2): string {
  const name = version === 1 ? 'simulator' : 'simulator2';
  const text = source === null ? name : `${name}:${source.commitment}:${source.deviationPpb}`;
  assert(parseSimulatorSource(text) !== null, 'a commitment is 64 hex digits, a deviation a count');
  return text;
}

/** Null if the source of a tick is no simulator. */
export function parseSimulatorSource(source: string): ParsedSource | null {
  const [, plain] = PLAIN.exec(source) ?? [];
  if (plain !== undefined) return { version: versionOf(plain), named: null };
  const [, name, commitment, deviation] = NAMED.exec(source) ?? [];
  if (name === undefined || commitment === undefined || deviation === undefined) return null;
  return { version: versionOf(name), named: { commitment, deviationPpb: BigInt(deviation) } };
}

function versionOf(name: string): SimulatorVersion {
  return name === 'simulator' ? 1 : 2;
}
