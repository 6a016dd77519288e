/* Which screen is shown: the guards decide on every change of the address or the session. */

import { Activity, Suspense, lazy, useEffect, useLayoutEffect, useState } from 'react';
import type { ComponentType } from 'react';
import {
  HeldAddress,
  boundDomain,
  currentAddress,
  redirectTo,
  useAddress,
  useAppEpoch,
  useSettled,
} from '../lib/location.ts';
import { useObservable } from '../lib/observable.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { ROUTES, routeOf } from '../lib/paths.ts';
import type { RouteName } from '../lib/paths.ts';
import { expiryUntold, freezeUntold, interruption, memberRound } from '../services/session/interruption.ts';
import { endSession, useSession } from '../services/session/session.ts';
import { storeBinding, storedBackDomain } from '../services/session/storage-keys.ts';
import { keepReturn, returnPath, takeReturn } from '../services/session/return-path.ts';
import { dropSecondPress } from './double-press.ts';
import { keepFocus } from './focus-keeper.ts';
import { resolveEntry } from './guards.ts';
import type { Entry } from './guards.ts';
import { loadChunk } from './load-chunk.ts';
import { PageBoundary } from './error-boundary.tsx';
import { PageHost } from './page-host.tsx';
import type { SignedInProps } from './signed-in.tsx';

const ExpiredSheet = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./expired-sheet.tsx')).ExpiredSheet })),
);
const FrozenSheet = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./expired-sheet.tsx')).FrozenSheet })),
);

/** Known after it has been loaded once, so that it can be rendered at once. */
let loadedSignedIn: ComponentType<SignedInProps> | null = null;

/** What every screen of a member needs. */
export function loadSignedIn() {
  return loadChunk(async () => {
    const [{ SignedIn }] = await Promise.all([import('./signed-in.tsx'), import('../lib/app-styles.ts')]);
    loadedSignedIn = SignedIn;
    return SignedIn;
  });
}

/**
 * Prepares the first screen of a member. `reads` is done once the answers that the page asked for are in its cache.
 */
export async function prepareFirstScreen(route: RouteName): Promise<{ reads: Promise<unknown> }> {
  const [{ fillFirstCache }] = await Promise.all([import('./first-cache.ts'), loadSignedIn()]);
  return await fillFirstCache(route);
}

/** Fetches it early: while a visitor types, or before the first screen of a member. */
export function preloadSignedIn(): void {
  void loadSignedIn().catch(() => undefined);
}

/** Follows the launch guards, before the first render. */
export function enterApp(address: { path: string; domain: string | null }, hasToken: boolean): void {
  const bound = boundDomain.get();
  const entry = resolveEntry(
    { hasToken, boundDomain: bound, backDomain: storedBackDomain(), addressDomain: address.domain, path: address.path },
    'launch',
  );
  carryOut(entry);
  storeBinding(bound, entry.domain);
}

function carryOut(entry: Entry): void {
  if (entry.clearToken) endSession('logout');
  if (!entry.redirected) return;
  // Whoever has to log in sees the page they asked for afterwards. A member ends at home in two cases, and goes on to that
  // page: a site with a code sends everyone by way of login when the app starts, and another tab may have logged in.
  const asked = currentAddress();
  if (entry.path === ROUTES.login && !entry.final) keepReturn(asked, null);
  const wanted = entry.path === ROUTES.home ? (returnPath(asked) ?? takeReturn(null)) : null;
  redirectTo(wanted ?? entry.path, entry.domain, entry.final);
}

export function Router() {
  useEffect(keepFocus, []);
  useEffect(dropSecondPress, []);
  const address = useAddress();
  const settled = useSettled();
  const epoch = useAppEpoch();
  const round = useObservable(memberRound);
  const expired = useObservable(expiryUntold);
  const frozen = useObservable(freezeUntold);
  const bound = useObservable(boundDomain);
  const hasToken = useSession((session) => session.token !== null);
  const entry = resolveEntry(
    { hasToken, boundDomain: bound, backDomain: bound, addressDomain: address.domain, path: address.path },
    'navigation',
  );
  const redirected = entry.redirected && !settled;
  const { path, domain, clearToken, final } = entry;

  useLayoutEffect(() => {
    if (redirected) carryOut({ path, domain, clearToken, final, redirected });
  }, [redirected, path, domain, clearToken, final]);

  const route = routeOf(address.path) ?? 'notFound';
  const signedIn = hasToken && !isEntry(route);
  // While the guards redirect, no page is shown, but an interrupted screen stays mounted, with everything typed on it.
  return (
    <>
      <SignedInScreens key={`${epoch}.${round}`} route={signedIn && !redirected ? route : null} />
      {!signedIn && !redirected && (
        <main className="flex min-h-dvh flex-col">
          <PageBoundary key={route}>
            <PageHost route={route} />
          </PageBoundary>
        </main>
      )}
      {expired && (
        <Suspense>
          <ExpiredSheet />
        </Suspense>
      )}
      {frozen && (
        <Suspense>
          <FrozenSheet refusal={frozen} />
        </Suspense>
      )}
    </>
  );
}

/** The screens of a member; hidden with all their state while an expired session waits for the same member. */
function SignedInScreens({ route }: { route: RouteName | null }) {
  const interrupted = useObservable(interruption);
  const shown = route ?? (interrupted && (routeOf(interrupted.address.path) ?? 'notFound'));
  useEffect(() => {
    if (route !== null) interruption.set(null);
  }, [route]);
  return (
    shown && (
      <Activity mode={route === null ? 'hidden' : 'visible'}>
        <HeldAddress value={route === null ? (interrupted?.address ?? null) : null}>
          <SignedInHost route={shown} />
        </HeldAddress>
      </Activity>
    )
  );
}

/** Entry screens: they do not depend on a session. */
function isEntry(route: RouteName): boolean {
  return route === 'root' || route === 'login' || route === 'register' || route === 'forgot';
}

/** The query cache, the live connection and the shell load only when there is a session. */
function SignedInHost({ route }: { route: RouteName }) {
  const [SignedIn, setSignedIn] = useState(() => loadedSignedIn);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    loadSignedIn().then(
      (component) => setSignedIn(() => component),
      (error: Error) => setFailure(error),
    );
  }, []);
  if (failure) throw failure;
  return SignedIn && <SignedIn route={route} />;
}
