import './styles.css';
import { createRoot } from 'react-dom/client';
import { preloadPage } from './app/page-host.tsx';
import { enterApp, preloadSignedIn, Router } from './app/router.tsx';
import { Providers } from './app/providers.tsx';
import { StartupFailure } from './app/startup.tsx';
import { loadTexts } from './lib/i18n.tsx';
import { boundDomain, currentAddress, startLocation } from './lib/location.ts';
import { restoreDisplay } from './lib/preferences.ts';
import { setPreload } from './lib/shell-actions.ts';
import { readHostsOfPage } from './services/api/hosts.ts';
import { startDrafts } from './services/session/drafts.ts';
import { startInterruptions } from './services/session/interruption.ts';
import { currentToken, loadProfile, startSession } from './services/session/session.ts';
import { loadSite } from './services/session/site.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

readHostsOfPage();
startSession();
startDrafts();
startInterruptions();
startLocation();
setPreload(() => {
  preloadSignedIn();
  preloadPage('home');
});

const texts = restoreDisplay().then(() => loadTexts(['common']));
void start();

/** Configuration first, then guards, then the first screen. On failure nothing starts but the way to try again. */
async function start(): Promise<void> {
  try {
    const [site] = await Promise.all([loadSite(), texts]);
    boundDomain.set(site.domain);
    enterApp(currentAddress(), currentToken() !== null);
    // Stale names and roles stand until the profile answers; only a missing session key changes the screen.
    void loadProfile().catch(() => undefined);
    root.render(
      <Providers>
        <Router />
      </Providers>,
    );
    registerServiceWorker();
  } catch {
    await texts.catch(() => undefined);
    root.render(
      <Providers>
        <StartupFailure onRetry={start} />
      </Providers>,
    );
  }
}

function registerServiceWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }
}
