/*
 * The query cache of a member. The one of the first screen is filled while the skeleton of the page still stands: the screen is
 * then drawn once, with its figures, instead of empty first and again with every answer.
 */

import { QueryClient } from '@tanstack/react-query';
import { ApiError, isNetworkError } from '@candor/api-client/api-error';
import { language } from '../lib/language.ts';
import type { RouteName } from '../lib/paths.ts';
import { firstRunRead } from '../services/first-run/first-run.ts';
import { seedPrices } from '../services/live/live.ts';
import { bannersRead, maintenanceRead, noticesNowRead } from '../services/notices/notice-queries.ts';
import { restoreCache } from '../services/queries/kept-cache.ts';
import {
  memberRead,
  moneyRead,
  openOrdersRead,
  productsRead,
  supportUnreadRead,
} from '../services/queries/shared-queries.ts';
import { restoreAppearanceEarly } from '../services/session/account-appearance.ts';
import { currentToken, session } from '../services/session/session.ts';

const RETRIES_MAX = 2;

let first: { token: string | null; cache: QueryClient } | null = null;

/** What this member saw last is in it, and what the page asked for is on its way. */
export async function fillFirstCache(route: RouteName): Promise<{ reads: Promise<unknown> }> {
  const cache = newCache();
  const token = currentToken();
  await Promise.all([restoreCache(cache, session.state.get().name).catch(() => undefined), restoreAppearanceEarly()]);
  first = { token, cache };
  return { reads: readFirst(cache, route) };
}

/** The cache for the screens of a session that begins: the filled one, if it is this session's. */
export function firstCache(): { cache: QueryClient; isRestored: boolean } {
  if (first !== null && first.token === currentToken()) return { cache: first.cache, isRestored: true };
  return { cache: newCache(), isRestored: false };
}

/** It is in use now: the screens of a later session begin with an empty one. */
export function forgetFirstCache(): void {
  first = null;
}

/** The same as in vite-boot.ts, as the screens read it. */
async function readFirst(cache: QueryClient, route: RouteName): Promise<void> {
  const spoken = language.get();
  const reads = [
    cache.prefetchQuery(productsRead),
    cache.prefetchQuery(openOrdersRead),
    cache.prefetchQuery(supportUnreadRead),
    cache.prefetchQuery(noticesNowRead(spoken)),
    cache.prefetchQuery(maintenanceRead(spoken)),
  ];
  if (route === 'home')
    reads.push(
      cache.prefetchQuery(moneyRead(null)),
      cache.prefetchQuery(memberRead),
      cache.prefetchQuery(firstRunRead),
      cache.prefetchQuery(bannersRead(spoken)),
    );
  if (route === 'trade') reads.push(cache.prefetchQuery(moneyRead('practice')));
  await Promise.all(reads);
  seedPrices(cache.getQueryData(productsRead.queryKey) ?? []);
}

function newCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 30 * 60_000,
        networkMode: 'always',
        // A refusal stays a refusal. Retry only when no answer arrived.
        retry: (count, error) => count < RETRIES_MAX && (isNetworkError(error) || !(error instanceof ApiError)),
        retryDelay: (count) => Math.min(1_000 * 2 ** count, 8_000),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
