import type { SiteStateView } from '@candor/contract/console-site-state';

type Source = SiteStateView['sources'][number];

/**
 * One line a source, with its newest price. The simulator names each of its seeds, and a market that closed keeps the seed of
 * its last price: all of them are the simulator, which is called `null`.
 */
export function sourceRows(
  sources: readonly Source[],
): readonly (Omit<Source, 'source'> & { source: string | null })[] {
  const rows = new Map<string | null, Omit<Source, 'source'>>();
  for (const { source, receivedAt, products } of sources) {
    const name = /^simulator\d*(:|$)/.test(source) ? null : source;
    const known = rows.get(name);
    rows.set(name, {
      receivedAt:
        known !== undefined && Date.parse(known.receivedAt) > Date.parse(receivedAt) ? known.receivedAt : receivedAt,
      products: products + (known?.products ?? 0),
    });
  }
  return [...rows].map(([source, row]) => ({ source, ...row }));
}
