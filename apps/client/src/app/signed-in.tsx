/* Everything that only members need: the query cache, the live connection, the shell. */

import { Suspense, lazy, useEffect, useState } from 'react';
import { cx } from '@candor/ui/cx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { loadTexts, hasTexts } from '../lib/i18n.tsx';
import { useLayout } from '../lib/media.ts';
import type { RouteName } from '../lib/paths.ts';
import { ActiveOrder } from '../services/active-order/showing/active-order.tsx';
import { ApiError, isNetworkError } from '@candor/api-client/api-error';
import { startLive, useLiveStatus } from '../services/live/live.ts';
import { keepCache, restoreCache, wipeKeptCache } from '../services/queries/kept-cache.ts';
import { FooterStrip } from '../services/session/footer-strip.tsx';
import { onSessionEnd, session } from '../services/session/session.ts';
import { ConfirmHost } from './confirm-host.tsx';
import { loadChunk } from './load-chunk.ts';
import { useLiveSync } from './live-sync.ts';
import { LogoutDialog } from './logout-dialog.tsx';
import { PageHost } from './page-host.tsx';
import { ProofBanner } from './proof-banner.tsx';
import { useProofWalk } from './proof-walk.ts';
import { RealityCheck } from './reality-check.tsx';
import { ROUTE_TABLE } from './route-table.ts';
import type { RouteDefinition } from './route-table.ts';
import { ShellBanner } from './shell-banner.tsx';
import { MobileEnd } from './shell-mobile.tsx';

/** Phones never load it. Wide screens load it beside this file. */
const desktop = matchMedia('(min-width: 768px)').matches ? loadDesktop() : null;
const DesktopTop = lazy(async () => ({ default: (await (desktop ?? loadDesktop())).DesktopTop }));
const DesktopEnd = lazy(async () => ({ default: (await (desktop ?? loadDesktop())).DesktopEnd }));

async function loadDesktop() {
  return await import('./shell-desktop.tsx');
}

const RETRIES_MAX = 2;

export type SignedInProps = { route: RouteName };

export function SignedIn({ route }: SignedInProps) {
  const [cache] = useState(newCache);
  const textsReady = useShellTexts();
  const restored = useKeptCache(cache);
  useEffect(() => startLive(), []);
  return (
    <QueryClientProvider client={cache}>
      {textsReady && restored && (
        <>
          <Shell route={route} />
          <LogoutDialog />
          <ConfirmHost />
          <RealityCheck />
        </>
      )}
    </QueryClientProvider>
  );
}

function Shell({ route }: SignedInProps) {
  useLiveSync();
  useProofWalk(route);
  const layout = useLayout();
  const live = useLiveStatus();
  const definition = ROUTE_TABLE[route];
  const screen = (
    <>
      <PageHost key={route} route={route} />
      <ActiveOrder />
    </>
  );
  const banner = (
    <>
      <ProofBanner />
      <ShellBanner streamLost={live === 'waiting'} />
    </>
  );
  if (definition.shell === 'none') return <main className="flex min-h-dvh flex-col">{screen}</main>;
  // The same elements around the screen in every layout: on a phone that is turned, everything typed stays.
  const isMobile = layout === 'mobile';
  const parts = { definition, rail: layout === 'tablet' };
  return (
    <Suspense>
      <div
        className={cx('flex min-h-dvh flex-col', FRAMES[layout])}
        style={isMobile ? mobileSizes(definition) : WIDE_SIZES}
      >
        {!isMobile && <DesktopTop {...parts} />}
        {banner}
        <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          {screen}
        </main>
        <FooterStrip />
        {isMobile ? <MobileEnd definition={definition} /> : <DesktopEnd {...parts} />}
      </div>
    </Suspense>
  );
}

const WIDE = 'pb-[var(--pill-room,0px)] has-[[data-sticky-action]]:pb-0';
const FRAMES = {
  mobile:
    '[--topnav-height:0px] pb-[calc(var(--shell-bottom)+var(--pill-room,0px))] has-[[data-sticky-action]]:pb-[var(--shell-bottom)]',
  tablet: `${WIDE} ps-[var(--rail-width)] [--topnav-height:0px]`,
  // Sticky parts below the navigation also stay below the ticker.
  desktop: `${WIDE} [--topnav-height:4rem] has-[[data-ticker]]:[--topnav-height:6.25rem]`,
} as const;
const WIDE_SIZES = { '--shell-bottom': 'var(--safe-bottom)' };

function mobileSizes({ shell }: RouteDefinition) {
  const bottom = shell === 'tabs' ? 'calc(var(--tabbar-height) + var(--safe-bottom))' : 'var(--safe-bottom)';
  return { '--shell-bottom': bottom, '--help-lift': 'var(--pill-room, 0px)' };
}

/**
 * Restores what the member saw last before the first screen reads it. The kept cache is deleted with the session, in
 * every tab. After an expired session it waits for the same member, in memory only.
 */
function useKeptCache(cache: QueryClient): boolean {
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    let stop = () => {};
    let left = false;
    void restoreCache(cache, session.state.get().name)
      .catch(() => undefined)
      .then(() => {
        if (left) return;
        stop = keepCache(cache, () => session.state.get().name);
        setRestored(true);
      });
    const release = onSessionEnd((reason) => {
      stop();
      if (reason !== 'expired' && reason !== 'no-device-key') cache.clear();
      void wipeKeptCache();
    });
    return () => {
      left = true;
      stop();
      release();
    };
  }, [cache]);
  return restored;
}

function useShellTexts(): boolean {
  const [ready, setReady] = useState(() => hasTexts(['shell']));
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    loadChunk(() => loadTexts(['shell'])).then(
      () => setReady(true),
      (error: Error) => setFailure(error),
    );
  }, []);
  if (failure) throw failure;
  return ready;
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
