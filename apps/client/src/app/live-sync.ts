/* Live news and resyncs, written into the query cache that the screens read. */

import { useQueryClient } from '@tanstack/react-query';
import { useMemberEvents, useResync } from '../services/live/live.ts';
import { queryKeys } from '../services/queries/query-keys.ts';

export function useLiveSync(): void {
  const cache = useQueryClient();

  useMemberEvents((event) => {
    switch (event.type) {
      case 'order': {
        cache.setQueryData(queryKeys.order(event.order.id), event.order);
        void cache.invalidateQueries({ queryKey: queryKeys.openOrders });
        void cache.invalidateQueries({ queryKey: [...queryKeys.orders, 'list'] });
        void cache.invalidateQueries({ queryKey: [...queryKeys.orders, 'summary'] });
        void cache.invalidateQueries({ queryKey: queryKeys.member });
        break;
      }
      case 'money': {
        void cache.invalidateQueries({ queryKey: queryKeys.moneyAll });
        void cache.invalidateQueries({ queryKey: ['transfers'] });
        break;
      }
      case 'deposit':
      case 'withdrawal':
      case 'holding':
      case 'notice':
      case 'support':
        void cache.invalidateQueries({ queryKey: [event.type] });
    }
  });

  // Everything missed while the connection was down is read again by HTTP.
  useResync(() => void cache.invalidateQueries());
}
