/*
 * The navigation guards, as pure decisions. They run at three moments, in this order: the launch of the app, the load
 * of a page, the show of a page. The first one that redirects ends the pass, and the target is checked again from the
 * start.
 *
 * Words: `boundDomain` is the code the site is bound to now (getconf), `backDomain` the stored copy of it,
 * `addressDomain` the code in the address. On an unbound site a stored copy is ignored, a missing session leads to
 * login, and a token without a domain is fine. The pages that are open without a session may also be the first page: an
 * invitation link leads straight to registration.
 */

import { ROUTES } from '../lib/paths.ts';

export type GuardFacts = {
  hasToken: boolean;
  boundDomain: string | null;
  backDomain: string | null;
  addressDomain: string | null;
  path: string;
};

export type GuardAction =
  | { kind: 'stay' }
  | {
      kind: 'redirect';
      path: string;
      domain: string | null;
      clearToken: boolean;
      /** The target is shown as it is: the guards do not check it again. */
      final: boolean;
    };

const STAY: GuardAction = { kind: 'stay' };

const LOGIN_PATHS: readonly string[] = [ROUTES.root, ROUTES.login];
const OPEN_PATHS: readonly string[] = [...LOGIN_PATHS, ROUTES.register, ROUTES.forgot, ROUTES.webview, ROUTES.notFound];

function redirect(path: string, domain: string | null, extras: { clearToken?: boolean; final?: boolean } = {}) {
  return { kind: 'redirect', path, domain, clearToken: false, final: false, ...extras } as const;
}

export function decideLaunch(facts: GuardFacts): GuardAction {
  const { hasToken, boundDomain, addressDomain, path } = facts;
  if (!hasToken) return OPEN_PATHS.includes(path) ? STAY : redirect(ROUTES.login, addressDomain);
  if (boundDomain === null) return STAY;
  if (addressDomain !== null) return path === ROUTES.login ? STAY : redirect(ROUTES.login, addressDomain);
  return redirect(ROUTES.root, null, { clearToken: true });
}

export function decideLoad(facts: GuardFacts): GuardAction {
  const { hasToken, boundDomain, addressDomain, path } = facts;
  const backDomain = boundDomain === null ? null : facts.backDomain;
  if (path === ROUTES.notFound) return STAY;
  if (backDomain !== null && addressDomain === null) return redirect(ROUTES.notFound, null);
  if (hasToken) return LOGIN_PATHS.includes(path) ? redirect(ROUTES.home, addressDomain) : STAY;
  if (OPEN_PATHS.includes(path)) return STAY;
  if (boundDomain === null || addressDomain !== null) return redirect(ROUTES.login, addressDomain);
  return redirect(ROUTES.notFound, null, { clearToken: true });
}

/**
 * A page shown under another domain than the site's leads to login, under the site's own domain. The redirect is final.
 * Otherwise a signed-in visitor would be sent on to home, and would skip the check that just failed.
 */
export function decideShow(facts: GuardFacts): GuardAction {
  const { boundDomain, addressDomain, path } = facts;
  if (path === ROUTES.notFound || LOGIN_PATHS.includes(path)) return STAY;
  if (boundDomain === null || addressDomain === boundDomain) return STAY;
  return redirect(ROUTES.login, addressDomain === null ? null : boundDomain, { final: true });
}

export type Entry = {
  path: string;
  domain: string | null;
  redirected: boolean;
  clearToken: boolean;
  final: boolean;
};

/** Follows the guards to the page that is really shown. It always ends: see the test over every combination. */
export function resolveEntry(facts: GuardFacts, moment: 'launch' | 'navigation'): Entry {
  let now = facts;
  const entry: Entry = {
    path: facts.path,
    domain: facts.addressDomain,
    redirected: false,
    clearToken: false,
    final: false,
  };
  let action = moment === 'launch' ? decideLaunch(now) : STAY;
  if (action.kind === 'stay') action = decideLoad(now);
  if (action.kind === 'stay') action = decideShow(now);
  while (action.kind === 'redirect') {
    entry.path = action.path;
    entry.domain = action.domain;
    entry.redirected = true;
    entry.clearToken ||= action.clearToken;
    entry.final = action.final;
    if (action.final) break;
    now = { ...now, path: entry.path, addressDomain: entry.domain, hasToken: now.hasToken && !entry.clearToken };
    action = decideLoad(now);
    if (action.kind === 'stay') action = decideShow(now);
  }
  return entry;
}
