import { startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { endOfPress } from './app/end-of-press.ts';
import { followTranslation } from '@candor/ui/translated-nodes';
import { loadChunk } from './app/load-chunk.ts';
import { loadPage, preloadPage } from './app/page-host.tsx';
import { enterApp, preloadSignedIn, prepareFirstScreen, Router } from './app/router.tsx';
import { Providers } from './app/providers.tsx';
import { StartupFailure } from './app/startup.tsx';
import { loadTexts } from './lib/i18n.tsx';
import { boundDomain, currentAddress, startLocation } from './lib/location.ts';
import { routeOf } from './lib/paths.ts';
import { copyDisplay, restoreDisplay } from './lib/preferences.ts';
import { setPreload } from './lib/shell-actions.ts';
import { formatDate } from './lib/time.ts';
import { readHostsOfPage } from './services/api/hosts.ts';
import { startDeviceKeys } from './services/session/device-keys.ts';
import { startInstallOffer } from './services/install/install-offer.ts';
import { startDrafts } from './services/session/drafts.ts';
import { startInterruptions } from './services/session/interruption.ts';
import { loadProfile, startSession } from './services/session/load-profile.ts';
import { currentToken, onSessionEnd } from './services/session/session.ts';
import { loadSite } from './services/session/site.ts';

const OFFLINE_COPY_AFTER_MS = 10_000;
const FIRST_PARTS_MS_MAX = 300;
/** Longer than anything fades in. */
const FIRST_SCREEN_MS = 1_000;

// A task of its own: the modules have just been run, and on a slow phone a touch waits for both.
setTimeout(() => {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  followTranslation();
  readHostsOfPage();
  startSession();
  startDeviceKeys();
  startDrafts();
  startInterruptions();
  startLocation();
  startInstallOffer();
  setPreload(() => {
    preloadSignedIn();
    preloadPage('home');
  });
  onSessionEnd(copyDisplay);
  const texts = restoreDisplay().then(() => loadChunk(() => loadTexts(['common'])));
  if (currentToken() === null) preloadPage('login');
  else {
    preloadSignedIn();
    preloadPage(routeOf(currentAddress().path) ?? 'notFound');
  }
  void start(createRoot(container), texts);
});

/**
 * Configuration first, then guards, then the first screen. If that fails, the only thing shown is a way to try again.
 */
async function start(root: Root, texts: Promise<void>): Promise<void> {
  try {
    const [site] = await Promise.all([loadSite(), texts]);
    boundDomain.set(site.domain);
    // The browser's first look at a time zone takes a while. It comes soon, while the first page is on its way.
    if (currentToken() !== null) setTimeout(formatDate, 0, Date.now(), site.timeZone);
    enterApp(currentAddress(), currentToken() !== null);
    // Old names and roles stay until the profile answers; only a missing session key changes the screen.
    void loadProfile().catch(() => undefined);
    await firstPage();
    // The press may have led to another page.
    if (await endOfPress(document.body)) await firstPage();
    const app = (
      <Providers>
        <Router />
        <FirstScreen />
      </Providers>
    );
    // In steps, so that a slow phone answers a touch meanwhile. Login has something to press, and is replaced at once.
    if (currentToken() === null) root.render(app);
    else startTransition(() => root.render(app));
    nameCode(site.domain);
    registerServiceWorker();
  } catch (error) {
    await texts.catch(() => undefined);
    root.render(
      <Providers>
        <StartupFailure error={error} onRetry={async () => await start(root, texts)} />
      </Providers>,
    );
  }
}

/**
 * A page that needs no session replaces, in one step, the login screen that came with the document: its code and texts
 * are loaded before it is rendered. So does the first page of a member, with the answers that the document asked for; what
 * comes later than the shell by more than a moment is left to the shell, which shows a skeleton in its place.
 */
async function firstPage(): Promise<void> {
  const route = routeOf(currentAddress().path) ?? 'notFound';
  const page = loadPage(route).catch(() => undefined);
  if (currentToken() === null) {
    await page;
    return;
  }
  const [prepared] = await Promise.all([
    prepareFirstScreen(route).catch(() => null),
    loadTexts(['shell']).catch(() => undefined),
  ]);
  const late = new Promise((resolve) => setTimeout(resolve, FIRST_PARTS_MS_MAX));
  await Promise.race([Promise.all([page, prepared?.reads]), late]);
}

/** What replaces the skeleton is the first thing to be seen: it does not fade in (styles.css). What comes later does. */
function FirstScreen() {
  useEffect(() => {
    const timer = setTimeout(() => delete document.documentElement.dataset['first'], FIRST_SCREEN_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** The app that is installed from here must start with the code, or its first page would be 404. */
function nameCode(domain: string | null): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link === null || domain === null || currentAddress().domain !== domain) return;
  link.href = `/manifest.webmanifest?domain=${encodeURIComponent(domain)}`;
}

/**
 * The worker fetches the whole app, so that it works without a network. That waits until the first screen and its data
 * are there. Afterwards the same call only asks for a new version.
 */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = async () => (await import('./app/worker.ts')).startWorker();
  setTimeout(() => void start().catch(() => undefined), OFFLINE_COPY_AFTER_MS);
  onSessionEnd(() => {
    void import('./services/push/push.ts').then(({ leavePush }) => leavePush()).catch(() => undefined);
  });
}
