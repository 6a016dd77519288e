/*
 * The site's own texts (rules, agreements) by slug and version. They are also read before login, so they are outside the
 * session's cache. The newest version of each stays on the device, for reading without a network.
 */

import { readPage } from '@candor/contract/calls/content';
import { useEffect, useState } from 'react';
import { pageView } from '@candor/contract/content';
import type { PageView } from '@candor/contract/content';
import { isNetworkError } from '@candor/api-client/api-error';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../api/request.ts';

export type SitePageState =
  | { kind: 'loading' }
  | { kind: 'ready'; page: PageView }
  | { kind: 'failed'; error: unknown };

const LOADING: SitePageState = { kind: 'loading' };

/** Texts read in this visit: shown at once on return, and while there is no network. */
const read = new Map<string, PageView>();
const READ_MAX = 40;

/**
 * The text of a slug in the chosen language: the newest version, or the one that is named. An older copy stays while a
 * newer one loads, or fails to load.
 */
export function useSitePage(slug: string, version: number | null = null): SitePageState & { retry: () => void } {
  const chosen = useLanguage();
  const key = `page/${chosen}/${slug}/${version ?? ''}`;
  const [tries, setTries] = useState(0);
  const [latest, setLatest] = useState<{ key: string; state: SitePageState }>({ key, state: LOADING });

  useEffect(() => {
    const left = new AbortController();
    void load({ slug, version, key, signal: left.signal }).then((state) => {
      if (!left.signal.aborted) setLatest({ key, state });
    });
    return () => left.abort();
  }, [slug, version, key, tries]);

  const state = latest.key === key ? latest.state : LOADING;
  const known = read.get(key);
  return {
    ...(state.kind === 'ready' || known === undefined ? state : { kind: 'ready', page: known }),
    retry: () => {
      setLatest({ key, state: LOADING });
      setTries(tries + 1);
    },
  };
}

type Wanted = { slug: string; version: number | null; key: string; signal: AbortSignal };

async function load({ slug, version, key, signal }: Wanted): Promise<SitePageState> {
  try {
    const query = { version: version?.toString() };
    const page = await call(readPage, { params: { slug }, isToken: false, signal, query });
    if (read.size >= READ_MAX) read.clear();
    read.set(key, page);
    if (version === null) tryWriteKept(key, page);
    return { kind: 'ready', page };
  } catch (error) {
    const kept = isNetworkError(error) ? pageView.safeParse(await readKept(key)) : null;
    return kept?.success === true ? { kind: 'ready', page: kept.data } : { kind: 'failed', error };
  }
}
