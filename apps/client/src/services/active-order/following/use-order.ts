import { readOrder } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../lib/language.ts';
import { call } from '../../api/request.ts';
import { useLiveStatus } from '../../live/live.ts';
import { serverNow } from '../../live/server-clock.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useProducts } from '../../queries/shared-queries.ts';
import { rereadPauseMs } from './order-phase.ts';

/** An order, kept up to date by live news, and by reading it again if news does not come. */
export function useOrder(id: string, known?: OrderView) {
  const isLiveOpen = useLiveStatus() === 'open';
  return useQuery({
    queryKey: queryKeys.order(id),
    queryFn: ({ signal }) => call(readOrder, { params: { id }, signal }),
    ...(known === undefined ? {} : { initialData: known }),
    refetchInterval: ({ state }) => (state.data ? rereadPauseMs(state.data, serverNow(), isLiveOpen) : false),
    refetchIntervalInBackground: true,
  });
}

/** The product's name in the member's language; its code while the products are not loaded. */
export function useProductName(code: string): string {
  const language = useLanguage();
  const product = useProducts().data?.find((each) => each.code === code);
  return product?.names[language] ?? code;
}
