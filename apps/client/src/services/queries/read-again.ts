import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

const waiting = new WeakSet<Query>();

/**
 * Reads what these filters name again, because news came. TanStack Query restarts a read that is under way only if a screen
 * shows it and it has older data. Any other read may have been answered before the news, and its answer would count as
 * fresh, so it is read again after its answer.
 */
export function readAgain(cache: QueryClient, filters: InvalidateQueryFilters): void {
  void cache.invalidateQueries(filters);
  for (const query of cache.getQueryCache().findAll(filters)) {
    const isUnderWay = query.state.fetchStatus === 'fetching';
    const isRestarted = query.isActive() && query.state.data !== undefined;
    if (isUnderWay && !isRestarted && !waiting.has(query)) void repeat(cache, query);
  }
}

/** The same, each read as a task of its own: many that begin at once keep a slow phone from answering a touch. */
export function readAgainInTurn(cache: QueryClient, filters: InvalidateQueryFilters): void {
  for (const { queryKey } of cache.getQueryCache().findAll(filters))
    setTimeout(() => readAgain(cache, { queryKey, exact: true }));
}

async function repeat(cache: QueryClient, query: Query): Promise<void> {
  waiting.add(query);
  try {
    // The read that is under way: a query never starts a second one beside it.
    await query.fetch();
    await cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } catch {
    // The screen shows the failure and offers another try.
  } finally {
    waiting.delete(query);
  }
}
