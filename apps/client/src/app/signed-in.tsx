/* Everything that only members need: the query cache, the live connection, the shell. */

import { Suspense, lazy, useEffect, useState } from 'react';
import { cx } from '@candor/ui/cx';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { untilLoaded } from '../lib/until-loaded.ts';
import { useObservable } from '../lib/observable.ts';
import { newVersion } from '../services/app-version/app-version.ts';
import { loadTexts, hasTexts } from '../lib/i18n.tsx';
import { useIsSideways, useLayout } from '../lib/media.ts';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import type { RouteName } from '../lib/paths.ts';
import { ActiveOrder } from '../services/active-order/showing/active-order.tsx';
import { readStored } from '@candor/api-client/safe-storage';
import { startLive, useLiveStatus } from '../services/live/live.ts';
import { keepCache, restoreCache, wipeKeptCache } from '../services/queries/kept-cache.ts';
import { useAccountAppearance } from '../services/session/account-appearance.ts';
import { FooterStrip } from '../services/session/footer-strip.tsx';
import { onSessionEnd, session } from '../services/session/session.ts';
import { VISITOR_CHAT_KEY } from '../services/session/storage-keys.ts';
import { ErrorBoundary, PageBoundary } from './error-boundary.tsx';
import { firstCache, forgetFirstCache } from './first-cache.ts';
import { loadChunk } from './load-chunk.ts';
import {
  AgreementAsk,
  AlertNews,
  AwayNews,
  MessageNews,
  ConfirmHost,
  ImportantNotice,
  LateOrders,
  MaintenanceStrip,
  ProofBanner,
  RealityCheck,
} from './late-layers.tsx';
import { useLiveSync } from './live-sync.ts';
import { LogoutDialog } from './logout-dialog.tsx';
import { PageHost } from './page-host.tsx';
import { printInLight } from './print-theme.ts';
import { useProofWalk } from './proof-walk.ts';
import { ROUTE_TABLE } from './route-table.ts';
import type { RouteDefinition } from './route-table.ts';
import { ShellBanner } from './shell-banner.tsx';
import { MobileEnd } from './shell-mobile.tsx';
import { watchTyping } from './typed-text.ts';

/** Phones never load it. Wide screens load it beside this file. */
const desktop = matchMedia('(min-width: 768px)').matches ? loadDesktop() : null;
const DesktopTop = lazy(async () => ({ default: (await (desktop ?? loadDesktop())).DesktopTop }));
const DesktopEnd = lazy(async () => ({ default: (await (desktop ?? loadDesktop())).DesktopEnd }));

const VersionNotice = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./version-notice.tsx')).VersionNotice })),
);

async function loadDesktop() {
  return await import('./shell-desktop.tsx');
}

export type SignedInProps = { route: RouteName };

export function SignedIn({ route }: SignedInProps) {
  const [{ cache, isRestored }] = useState(firstCache);
  const textsReady = useShellTexts();
  const restored = useKeptCache(cache, isRestored);
  const appearanceShown = useAccountAppearance();
  useEffect(() => startLive(), []);
  useEffect(() => watchTyping(), []);
  useEffect(() => printInLight(), []);
  useEffect(() => {
    // Most members never wrote as a visitor: its code loads only for those who did.
    if (readStored(VISITOR_CHAT_KEY) === null) return;
    void import('../features/support/join-visitor.ts').then(({ joinVisitor }) => joinVisitor()).catch(() => undefined);
  }, []);
  return (
    <QueryClientProvider client={cache}>
      {textsReady && restored && appearanceShown && (
        <>
          <Shell route={route} />
          <ErrorBoundary place="over">
            <AlertNews />
          </ErrorBoundary>
          <ErrorBoundary place="over">
            <MessageNews />
          </ErrorBoundary>
          <ErrorBoundary place="over">
            <AwayNews />
          </ErrorBoundary>
          <ErrorBoundary place="over">
            <Layers />
          </ErrorBoundary>
        </>
      )}
    </QueryClientProvider>
  );
}

/** What comes up over a screen, and is never on it when it opens. */
function Layers() {
  const isDrawn = useIsDrawn();
  return (
    isDrawn && (
      <>
        <LogoutDialog />
        <ConfirmHost />
        <RealityCheck />
        <AgreementAsk />
        <ImportantNotice />
      </>
    )
  );
}

function Shell({ route }: SignedInProps) {
  useLiveSync();
  useProofWalk(route);
  const layout = useLayout();
  const isSideways = useIsSideways();
  const definition = ROUTE_TABLE[route];
  const screen = (
    <>
      <PageBoundary key={route}>
        <PageHost route={route} />
      </PageBoundary>
      <ErrorBoundary place="over">
        <ActiveOrder />
      </ErrorBoundary>
    </>
  );
  if (definition.shell === 'none')
    return (
      <main style={WIDE_SIZES} className="flex min-h-dvh flex-col pb-[var(--shell-bottom)]">
        {screen}
      </main>
    );
  // The same elements around the screen in every layout: on a phone that is turned, everything typed stays.
  const isMobile = layout === 'mobile';
  // Held sideways a phone has no height for a bar: its entries are in a rail, on the pages that have them.
  const hasRail = isSideways && isMobile && definition.shell === 'tabs';
  const parts = { definition, rail: layout === 'tablet' };
  return (
    <Suspense>
      <div
        className={cx(
          'group/shell relative flex min-h-dvh flex-col max-xl:has-[[data-shell-note]]:[--shell-note:1.75rem]',
          FRAMES[hasRail ? 'tablet' : layout],
        )}
        style={isMobile && !hasRail ? mobileSizes(definition) : hasRail || parts.rail ? RAIL_SIZES : WIDE_SIZES}
      >
        <ErrorBoundary place="over">{!isMobile && <DesktopTop {...parts} />}</ErrorBoundary>
        <ErrorBoundary place="over">
          <Banners route={route} />
        </ErrorBoundary>
        <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          {screen}
        </main>
        {/*
         * A workspace and a conversation have the whole window: their footer is one scroll below it. The desktop's workspace has
         * the words in its own columns, and nothing to scroll to. While a page loads its height is not known, so the footer
         * waits: it would jump when the page comes.
         */}
        <div className="inset-x-0 top-full group-has-[[data-workspace]]/shell:absolute group-has-[[data-composer]]/shell:absolute group-has-[[data-workspace]]/shell:pb-[var(--shell-bottom)] group-has-[[data-composer]]/shell:pb-[var(--shell-bottom)] group-has-[[data-workspace=desk]]/shell:hidden group-has-[div[aria-busy=true]]/shell:invisible">
          <FooterStrip />
        </div>
        <ErrorBoundary place="over">
          {isMobile ? <MobileEnd definition={definition} rail={hasRail} /> : <DesktopEnd rail={parts.rail} />}
        </ErrorBoundary>
      </div>
    </Suspense>
  );
}

/** It follows the connection. The shell does not: it would draw the whole screen again with every change. */
function Banners({ route }: SignedInProps) {
  const live = useLiveStatus();
  const version = useObservable(newVersion);
  return (
    <>
      <ProofBanner />
      <LateOrders />
      {version !== null && (
        <Suspense>
          <VersionNotice />
        </Suspense>
      )}
      <ShellBanner streamLost={live === 'waiting'} />
      <MaintenanceStrip route={route} />
    </>
  );
}

// The strip of a running order has its room at the end of every page.
const WIDE = 'pb-[var(--shell-bottom)]';
const FRAMES = {
  mobile:
    "[--topnav-height:0px] pb-[calc(var(--shell-bottom)+var(--help-room))] has-[[data-sticky-action]]:[--help-room:0px]! has-[[data-workspace]]:[--help-room:0px]! has-[[data-sticky-action='last']]:pb-[var(--shell-bottom)]",
  tablet: `${WIDE} ps-[var(--rail-width)] print:ps-0 [--topnav-height:0px]`,
  // Sticky parts below the navigation also stay below the ticker.
  desktop: `${WIDE} [--topnav-height:calc(3.5rem+var(--ticker-height,0rem))]`,
} as const;
const WIDE_SIZES = sizesOver('var(--safe-bottom)');
const RAIL_SIZES = { ...WIDE_SIZES, '--shell-start': 'calc(var(--rail-width) + var(--safe-left))' };

/** @param foot what the shell itself has at the bottom of the window; the strip of a running order stands on it */
function sizesOver(foot: string) {
  return { '--shell-foot': foot, '--shell-bottom': `calc(${foot} + var(--strip-room, 0px))` };
}

/** Where no tab bar leads to customer service, the end of a page has room for its button, so that it covers no text. */
const HELP_ROOM = '5.5rem';

function mobileSizes({ shell, tab }: RouteDefinition) {
  const helpRoom = shell === 'tabs' || tab === 'service' ? '0px' : HELP_ROOM;
  const foot = shell === 'tabs' ? 'calc(var(--tabbar-height) + var(--safe-bottom))' : 'var(--safe-bottom)';
  return { ...sizesOver(foot), '--help-room': helpRoom };
}

/**
 * Restores what the member saw last before the first screen reads it. The kept cache is deleted with the session, in
 * every tab. After an expired session it waits for the same member, in memory only.
 */
function useKeptCache(cache: QueryClient, isRestored: boolean): boolean {
  const [restored, setRestored] = useState(isRestored);
  useEffect(() => {
    let stop = () => {};
    let left = false;
    forgetFirstCache();
    void (isRestored ? Promise.resolve() : restoreCache(cache, session.state.get().name))
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
  }, [cache, isRestored]);
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
