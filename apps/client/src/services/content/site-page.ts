/*
 * The site's own texts (rules, agreements) by slug. They are also read before login, so they are outside the session's
 * cache.
 */

import { useEffect, useState } from 'react';
import { pageView } from '@candor/contract/content';
import type { PageView } from '@candor/contract/content';
import { PATHS } from '@candor/contract/routes';
import { useLanguage } from '../../lib/language.ts';
import { get } from '../api/request.ts';

export type SitePageState =
  | { kind: 'loading' }
  | { kind: 'ready'; page: PageView }
  | { kind: 'failed'; error: unknown };

const LOADING: SitePageState = { kind: 'loading' };

/** Texts read in this visit, by language and slug: shown at once on return, and while there is no network. */
const read = new Map<string, PageView>();

/** The text of a slug in the chosen language. An older copy stays while a newer one loads, or fails to load. */
export function useSitePage(slug: string): SitePageState & { retry: () => void } {
  const chosen = useLanguage();
  const key = `${chosen} ${slug}`;
  const [tries, setTries] = useState(0);
  const [latest, setLatest] = useState<{ key: string; state: SitePageState }>({ key, state: LOADING });

  useEffect(() => {
    const left = new AbortController();
    get(PATHS.contentPage(slug), pageView, { isToken: false, signal: left.signal }).then(
      (page) => {
        read.set(key, page);
        setLatest({ key, state: { kind: 'ready', page } });
      },
      (error: unknown) => {
        if (!left.signal.aborted) setLatest({ key, state: { kind: 'failed', error } });
      },
    );
    return () => left.abort();
  }, [slug, key, tries]);

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
