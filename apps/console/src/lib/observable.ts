import { useSyncExternalStore } from 'react';
import type { Observable } from '@candor/api-client/observable';

/** Follows a value that is kept outside React. */
export function useObservable<T>(source: Pick<Observable<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(source.subscribe, source.get, source.get);
}
