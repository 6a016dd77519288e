/*
 * Shows one screen: loads its code and texts, shows a skeleton after 200 ms, a message after 60 s, and an error if it
 * fails.
 */

import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { ErrorState } from '@candor/ui/states.tsx';
import { useTranslations } from 'use-intl';
import { hasTexts, loadTexts, useErrorText } from '../lib/i18n.tsx';
import { HomeBlocks } from '../lib/home-blocks.tsx';
import { isWide } from '../lib/media.ts';
import { PageBlocks } from '../lib/page-blocks.tsx';
import type { RouteName } from '../lib/paths.ts';
import { PAGE_SLOW_AFTER_MS } from '../lib/spec-constants.ts';
import { setPageTitle } from '../lib/tab-title.ts';
import { newVersion } from '../services/app-version/app-version.ts';
import { useSite } from '../services/session/site.ts';
import { loadChunk } from './load-chunk.ts';
import { ROUTE_TABLE } from './route-table.ts';
import { usePageScroll } from './use-page-scroll.ts';

const loaded = new Map<RouteName, ComponentType>();

/** Fetches a screen early. Failures are ignored here; they show when the screen is opened. */
export function preloadPage(route: RouteName): void {
  void loadPage(route).catch(() => undefined);
}

/** Rejects if the code or the texts do not arrive. */
export async function loadPage(route: RouteName): Promise<ComponentType> {
  const { load, texts } = ROUTE_TABLE[route];
  const [component] = await loadChunk(() => Promise.all([load(), loadTexts(texts), loadStyles(route)]));
  loaded.set(route, component);
  return component;
}

/** Login has its styles in the page. Development serves no such page. */
async function loadStyles(route: RouteName): Promise<void> {
  if (import.meta.env.DEV || ROUTE_TABLE[route].load !== ROUTE_TABLE.login.load) await import('../lib/app-styles.ts');
}

function ready(route: RouteName): ComponentType | null {
  return hasTexts(ROUTE_TABLE[route].texts) ? (loaded.get(route) ?? null) : null;
}

type PageState = { kind: 'loading' | 'slow' | 'failed' } | { kind: 'ready'; Component: ComponentType };

/** Mount it with `key={route}`. */
export function PageHost({ route }: { route: RouteName }) {
  const state = usePage(route);
  useTitle(route);
  usePageScroll(state.kind === 'ready');
  if (state.kind === 'ready') {
    const { Component } = state;
    return <Component />;
  }
  return state.kind === 'failed' ? <PageFailed /> : <PageSkeleton route={route} slow={state.kind === 'slow'} />;
}

function usePage(route: RouteName): PageState {
  const [state, setState] = useState<PageState>(() => {
    const Component = ready(route);
    return Component ? { kind: 'ready', Component } : { kind: 'loading' };
  });
  useEffect(() => {
    let left = false;
    const slow = setTimeout(
      () => setState((now) => (now.kind === 'loading' ? { kind: 'slow' } : now)),
      PAGE_SLOW_AFTER_MS,
    );
    loadPage(route)
      .then(
        (Component) => !left && setState((now) => (now.kind === 'ready' ? now : { kind: 'ready', Component })),
        () => {
          if (left) return;
          // The code of this page is gone with its version: the new one has it.
          if (newVersion.get() === 'in-place') location.reload();
          else setState({ kind: 'failed' });
        },
      )
      .finally(() => clearTimeout(slow));
    return () => {
      left = true;
      clearTimeout(slow);
    };
  }, [route]);
  return state;
}

function useTitle(route: RouteName): void {
  const t = useTranslations('common.titles');
  const { name } = useSite();
  const title = t(route);
  useEffect(() => {
    setPageTitle(`${title} · ${name}`);
  }, [title, name]);
}

function PageSkeleton({ route, slow }: { route: RouteName; slow: boolean }) {
  const t = useTranslations('common.states');
  const status = (
    <p role="status" className={slow ? 'mb-4 text-body-s text-text-2' : 'sr-only'}>
      {slow ? t('slow') : t('loading')}
    </p>
  );
  if (route === 'home') return <HomeBlocks>{status}</HomeBlocks>;
  const { shell, frame } = ROUTE_TABLE[route];
  return (
    <PageBlocks hasBar={shell !== 'none' && (route !== 'trade' || !isWide())} frame={frame}>
      {status}
    </PageBlocks>
  );
}

function PageFailed() {
  const t = useTranslations('common');
  const say = useErrorText();
  return (
    <ErrorState
      title={t('states.failed')}
      action={<Button onClick={() => location.reload()}>{t('actions.reload')}</Button>}
    >
      {say('PAGE_LOAD_FAILED')}
    </ErrorState>
  );
}
