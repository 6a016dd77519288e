/* Server data that several features show. Data of a single feature is in its own `*-queries.ts`. */

import { readProfile } from '@candor/contract/calls/account';
import { listProducts, readProduct } from '@candor/contract/calls/market';
import { readMember, readMoney } from '@candor/contract/calls/wallet';
import { listMessages } from '@candor/contract/calls/support';
import { useEffect } from 'react';
import type { Wallet } from '@candor/contract/envelope';
import { listOrders } from '@candor/contract/calls/trading';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/request.ts';
import { seedPrices } from '../live/live.ts';
import { queryKeys } from './query-keys.ts';

export const productsRead = queryOptions({
  queryKey: queryKeys.products,
  queryFn: ({ signal }) => call(listProducts, { signal }),
});

/** All products with their terms; live prices come from `usePrice`. */
export function useProducts() {
  const query = useQuery({ ...productsRead, refetchInterval: 60_000 });
  useEffect(() => {
    if (query.data) seedPrices(query.data);
  }, [query.data]);
  return query;
}

export function useProduct(code: string) {
  const query = useQuery({
    queryKey: queryKeys.product(code),
    queryFn: ({ signal }) => call(readProduct, { params: { code }, signal }),
  });
  useEffect(() => {
    if (query.data) seedPrices([query.data]);
  }, [query.data]);
  return query;
}

export function moneyRead(wallet: Wallet | null) {
  return queryOptions({
    queryKey: queryKeys.money(wallet),
    queryFn: ({ signal }) => call(readMoney, { query: { wallet: wallet ?? undefined }, signal }),
  });
}

/** Balance of a wallet; without one, the site's default (practice in practice mode, cash in live mode). */
export function useMoney(wallet: Wallet | null = null) {
  return useQuery(moneyRead(wallet));
}

export const memberRead = queryOptions({
  queryKey: queryKeys.member,
  queryFn: ({ signal }) => call(readMember, { signal }),
});

/** Invested amount, yesterday's and today's earnings. */
export function useMember() {
  return useQuery({ ...memberRead, select: (data) => data.userInfo });
}

export function useProfile() {
  return useQuery({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => call(readProfile, { signal }),
  });
}

export const openOrdersRead = queryOptions({
  queryKey: queryKeys.openOrders,
  queryFn: ({ signal }) => call(listOrders, { query: { status: 'open', limit: 100 }, signal }),
});

/** The member's open orders, newest first. At most one per product and wallet, so one page holds them. */
export function useOpenOrders() {
  return useQuery({ ...openOrdersRead, select: (page) => page.items });
}

export const supportUnreadRead = queryOptions({
  queryKey: queryKeys.supportUnread,
  queryFn: ({ signal }) => call(listMessages, { query: { limit: 1 }, signal }),
});

/** How many of the site's messages the member has not seen; 0 until that is known. */
export function useUnreadSupport(): number {
  const { data } = useQuery({ ...supportUnreadRead, select: (page) => page.unread });
  return data ?? 0;
}
