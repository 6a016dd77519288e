/**
 * Public randomness behind the simulated prices of a receipt. Whoever runs the site knows the seed of the day, so only a round of
 * randomness that nobody knew before makes a price that they could not know either. docs/proof-format.md, "Public randomness".
 */
import { decidingTicks } from '@candor/domain/trading/settle-order';
import { roundOfSecond } from './beacon.ts';
import type { BeaconRound } from './beacon.ts';
import type { ProofCrypto } from './crypto-port.ts';
import type { ReadReceipt } from './read-receipt.ts';
import { parseSimulatorSource } from './simulator-source.ts';
import type { TracedReport } from './source-reports.ts';

/** A report names another round than the one of its second, or one that the network did not sign. */
export type RoundProblem = 'ROUND_WRONG';

export async function checkRounds(read: ReadReceipt, crypto: ProofCrypto): Promise<RoundProblem | null> {
  for (const { at, round } of simulatedTicks(read)) {
    if (round === null) continue;
    if (round.round !== roundOfSecond(at)) return 'ROUND_WRONG';
    // Only a receipt that names rounds needs the library.
    const { verifyRound } = await import('./verify-round.ts');
    if (!(await verifyRound(round, crypto))) return 'ROUND_WRONG';
  }
  return null;
}

/** How many of the prices at entry and exit are simulated without such a round. A deciding tick with a price of its own is one of both. */
export function foreseeablePrices(read: ReadReceipt): number {
  return simulatedTicks(read).filter(({ status, round }) => status === 'OK' && round === null).length;
}

type SimulatedTick = { readonly at: number; readonly status: string; readonly round: BeaconRound | null };

function simulatedTicks({ receipt, order, ticks }: ReadReceipt): SimulatedTick[] {
  const reports = new Map(receipt.sources);
  if (receipt.sources === undefined) return [];
  return decidingTicks(ticks, order)
    .filter(({ feed }) => feed === 'simulated')
    .map(({ seq, at, status }) => ({ at, status, round: roundIn(reports.get(Number(seq)) ?? []) }));
}

function roundIn(reports: readonly TracedReport[]): BeaconRound | null {
  return (
    reports.map(({ source }) => parseSimulatorSource(source)?.round ?? null).find((round) => round !== null) ?? null
  );
}
