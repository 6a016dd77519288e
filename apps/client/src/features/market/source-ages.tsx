/* What each exchange last said, for live prices: whether it gives new ones, and how old its last is. */

import { listPriceSources } from '@candor/contract/calls/market';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../services/api/request.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

const NAMES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  okx: 'OKX',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
};
const LOOK_MS = 5_000;

/** What the newest price of each product was made of, and when we asked. */
export function usePriceSources() {
  return useQuery({
    queryKey: queryKeys.priceSources,
    // Ages are those of the moment of the answer: a later look makes them anew.
    queryFn: async ({ signal }) => {
      const products = await call(listPriceSources, { signal });
      return { at: serverNow(), products };
    },
    refetchInterval: LOOK_MS,
  });
}

export function SourceAges({ product }: { product: string }) {
  const t = useTranslations('market.sources');
  const { data } = usePriceSources();
  const sources = data?.products.find((each) => each.product === product)?.sources ?? [];
  if (data === undefined || sources.length === 0) return null;
  return (
    <ul aria-label={t('title')} className="mt-2 flex flex-col text-body-s">
      {sources.map(({ source, state, pricedAt }) => (
        <li key={source} className="flex min-h-9 items-center justify-between gap-4">
          <span>{NAMES[source] ?? source}</span>
          <span className="tnum text-end text-text-2">
            {pricedAt === null || state === 'closed'
              ? t(state)
              : t(state === 'up' ? 'upAgo' : 'silentFor', {
                  seconds: Math.max(0, Math.round((data.at - Date.parse(pricedAt)) / 1000)),
                })}
          </span>
        </li>
      ))}
    </ul>
  );
}
