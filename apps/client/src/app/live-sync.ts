/* Live news and resyncs, written into the query cache that the screens read. */

import { useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { useMemberEvents, useResync } from '../services/live/live.ts';
import { loadSite } from '../services/session/site.ts';
import { queryKeys } from '../services/queries/query-keys.ts';
import { readAgain, readAgainInTurn } from '../services/queries/read-again.ts';

export function useLiveSync(): void {
  const cache = useQueryClient();

  useMemberEvents((event) => {
    switch (event.type) {
      case 'order': {
        cache.setQueryData(queryKeys.order(event.order.id), event.order);
        readAgain(cache, { queryKey: queryKeys.openOrders });
        // A first order ends the guide of newcomers.
        readAgain(cache, { queryKey: queryKeys.firstRun, predicate: isWithoutOrder });
        readAgain(cache, { queryKey: [...queryKeys.orders, 'list'] });
        readAgain(cache, { queryKey: [...queryKeys.orders, 'summary'] });
        readAgain(cache, { queryKey: queryKeys.member });
        break;
      }
      case 'money': {
        readAgain(cache, { queryKey: queryKeys.moneyAll });
        readAgain(cache, { queryKey: ['transfers'] });
        break;
      }
      case 'account': {
        readAgain(cache, { queryKey: ['account'] });
        readAgain(cache, { queryKey: queryKeys.profile });
        // A card or a verified name changes what may be withdrawn.
        readAgain(cache, { queryKey: queryKeys.withdrawalTerms });
        break;
      }
      case 'holding':
      case 'savings': {
        readAgain(cache, { queryKey: [event.type] });
        readAgain(cache, { queryKey: queryKeys.investSummary });
        // What is invested, and what was earned today.
        readAgain(cache, { queryKey: queryKeys.member });
        break;
      }
      case 'price_alert':
      case 'market_open': {
        readAgain(cache, { queryKey: queryKeys.alerts });
        break;
      }
      case 'notice':
        // An announcement is news for every member at once, so their reads are spread.
        setTimeout(() => readAgain(cache, { queryKey: ['notice'] }), Math.random() * NOTICE_SPREAD_MS);
        break;
      case 'site':
        // As an announcement: news for every member at once.
        setTimeout(() => void loadSite().catch(() => undefined), Math.random() * NOTICE_SPREAD_MS);
        break;
      case 'deposit':
      case 'withdrawal':
      case 'support':
        readAgain(cache, { queryKey: [event.type] });
    }
  });

  // The first screen reads while the connection is still being made. What another device did meanwhile is not among
  // the news. While a connection was down, everything may have been missed.
  useResync((missed) => readAgainInTurn(cache, missed === 'all' ? {} : { predicate: hasNews }));
}

const NOTICE_SPREAD_MS = 1_000;

/** First words of the query keys that news for the member change. */
const NEWS: ReadonlySet<unknown> = new Set([
  queryKeys.orders[0],
  queryKeys.moneyAll[0],
  queryKeys.member[0],
  queryKeys.profile[0],
  'transfers',
  'deposit',
  'withdrawal',
  'account',
  'holding',
  'savings',
  queryKeys.investSummary[0],
  queryKeys.alerts[0],
  'notice',
  'support',
]);

function isWithoutOrder({ state: { data } }: Query): boolean {
  return typeof data === 'object' && data !== null && 'order' in data && data.order === null;
}

function hasNews({ queryKey }: Query): boolean {
  return NEWS.has(queryKey[0]);
}
