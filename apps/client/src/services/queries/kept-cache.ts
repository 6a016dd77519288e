/*
 * The query cache, kept in IndexedDB so that the last lists can be read without a network. It belongs to one member and
 * one build of the app, and is deleted when the session ends, in every tab. Prices and charts are not kept: old ones
 * mislead.
 */

import { dehydrate, hydrate } from '@tanstack/react-query';
import type { DehydratedState, QueryClient } from '@tanstack/react-query';
import { readKept, removeKept, tryWriteKept } from '../../lib/kept-store.ts';

const KEY = 'query-cache';
const WRITE_AFTER_MS = 1_000;
const AGE_MAX_MS = 7 * 24 * 60 * 60_000;

/** Another build may use other data shapes; its entry script has another name. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
}

/** Restores what this member saw last, each answer with its age. Data of another member is deleted. */
export async function restoreCache(cache: QueryClient, member: string): Promise<void> {
  const kept = readRecord(await readKept(KEY));
  if (kept === null) return;
  const fresh = Date.now() - kept.savedAtMs < AGE_MAX_MS;
  if (fresh && member !== '' && kept.member === member && kept.build === build()) {
    hydrate(cache, kept.state);
    // Even if the cache is recent: an order may have been placed or settled since it was saved.
    await cache.invalidateQueries({ refetchType: 'none' });
  } else await wipeKeptCache();
}

/** Saves the cache a second after it changed, until the returned function is called. */
export function keepCache(cache: QueryClient, member: () => string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    if (member() === '') return;
    const state = dehydrate(cache, { shouldDehydrateQuery: (query) => query.state.status === 'success' });
    tryWriteKept(KEY, { member: member(), build: build(), savedAtMs: Date.now(), state });
  };
  const stop = cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') timer ??= setTimeout(write, WRITE_AFTER_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

export async function wipeKeptCache(): Promise<void> {
  // If deleting fails, another member still never sees it: restoreCache checks whose it is.
  await removeKept(KEY).catch(() => undefined);
}

type KeptCache = { member: string; build: string; savedAtMs: number; state: DehydratedState };

function readRecord(value: unknown): KeptCache | null {
  if (typeof value !== 'object' || value === null) return null;
  const { member, build: madeBy, savedAtMs, state }: Record<string, unknown> = { ...value };
  if (typeof member !== 'string' || typeof madeBy !== 'string' || typeof savedAtMs !== 'number') return null;
  return isState(state) ? { member, build: madeBy, savedAtMs, state } : null;
}

/** This same build wrote it, so checking its outer shape is enough. */
function isState(state: unknown): state is DehydratedState {
  return typeof state === 'object' && state !== null && 'queries' in state && Array.isArray(state.queries);
}
