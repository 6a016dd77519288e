import { useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Page } from '@candor/contract/envelope';

/**
 * The version of an item as the queue last read it, while a dialog about it is open; `opened` until the queue has read it
 * again. An item never goes back to an earlier version, so an older reading counts for nothing.
 */
export function useQueuedVersion(path: string, id: string, opened: number): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      let newest = opened;
      for (const { state } of cache.findAll({ queryKey: ['queue', path] }))
        for (const item of itemsOf(state.data)) if (item.id === id) newest = Math.max(newest, item.version);
      return newest;
    },
  );
}

type Item = { readonly id: string; readonly version: number };

/** The items of a list or of one reading. */
function itemsOf(data: unknown): readonly Item[] {
  if (isOne(data)) return [data];
  return isList(data) ? data.pages.flatMap(({ items }) => items).filter(isOne) : [];
}

function isOne(data: unknown): data is Item {
  return (
    typeof data === 'object' &&
    data !== null &&
    'id' in data &&
    typeof data.id === 'string' &&
    'version' in data &&
    typeof data.version === 'number'
  );
}

function isList(data: unknown): data is InfiniteData<Page<unknown>> {
  return typeof data === 'object' && data !== null && 'pages' in data;
}
