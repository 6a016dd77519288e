import { pagesWith } from '@candor/api-client/call';
import { call } from './request.ts';

/** What an endless list needs to read the pages of a call: `useInfiniteQuery({ queryKey, ...pagesOf(listOrders, { query }) })`. */
export const pagesOf = pagesWith(call);
