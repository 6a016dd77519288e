/** Whether the sources of a product give new prices, from what its newest tick says of them. Pure. */
import type { Category } from '@candor/contract/market';
import type { PriceSourcesView } from '@candor/contract/price-evidence';
import { parseSimulatorSource } from '@candor/proof/simulator-source';
import { sessionAt } from '@candor/domain/market/sessions';
import { parseCalendar } from '../../services/quotes/terms-json.ts';
import type { PriceSourcesRow } from './price-source-store.ts';
import { SIMULATOR } from './sources/simulator.ts';
import { STALE_AFTER_MS } from './sources/source.ts';

type ProductSources = PriceSourcesView[number];

export function priceSourcesView(row: PriceSourcesRow, nowMs: number): ProductSources {
  const { product, category, feed, listing } = row;
  const isOpen = sessionAt(parseCalendar(row.calendar), nowMs).open;
  const told = row.sources.map(({ source, receivedAt, verdict }) => ({
    // A simulated tick names the version of the simulator and the commitment to its seed.
    source: source.replace(/^simulator2?(:.*)?$/, SIMULATOR),
    state: stateOf({ isOpen, isStale: verdict === 'stale', ageMs: nowMs - Date.parse(receivedAt), category }),
    pricedAt: receivedAt,
  }));
  const missing = feed === 'live' ? Object.keys(listing) : [];
  return {
    product,
    feed,
    round: roundOf(row),
    sources: [
      ...told,
      ...missing
        .filter((name) => told.every(({ source }) => source !== name))
        .map((source) => ({ source, state: isOpen ? ('missing' as const) : ('closed' as const), pricedAt: null })),
    ],
  };
}

function roundOf({ sources }: PriceSourcesRow): number | null {
  const rounds = sources.map(({ source }) => parseSimulatorSource(source)?.round ?? null);
  return rounds.find((round) => round !== null)?.round ?? null;
}

interface Told {
  readonly isOpen: boolean;
  readonly isStale: boolean;
  readonly ageMs: number;
  readonly category: Category;
}

function stateOf({ isOpen, isStale, ageMs, category }: Told): 'up' | 'silent' | 'closed' {
  if (!isOpen) return 'closed';
  return isStale || ageMs > STALE_AFTER_MS[category] ? 'silent' : 'up';
}
