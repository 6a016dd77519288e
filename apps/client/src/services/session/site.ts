/*
 * The site's configuration: read once at startup, before anything is shown, and again on every start. On a first visit
 * the app does not start without it.
 */

import { PATHS } from '@candor/contract/routes';
import { siteConfigView } from '@candor/contract/identity';
import type { SiteConfigView } from '@candor/contract/identity';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { observable, useObservable } from '../../lib/observable.ts';
import { isNetworkError } from '../api/api-error.ts';
import { setHosts } from '../api/hosts.ts';
import { get } from '../api/request.ts';
import { setServerTime } from '../live/server-clock.ts';

export const site = observable<SiteConfigView | null>(null);

const KEPT_KEY = 'site';

/** Asks the server; without a network, a browser that has been here before answers from memory. */
export async function loadSite(): Promise<SiteConfigView> {
  const sentAtMs = Date.now();
  try {
    const config = await get(PATHS.siteConfig, siteConfigView, { isToken: false });
    setServerTime(config.serverTime, sentAtMs, Date.now());
    tryWriteKept(KEPT_KEY, config);
    return takeSite(config);
  } catch (error) {
    const kept = isNetworkError(error) ? siteConfigView.safeParse(await readKept(KEPT_KEY)) : null;
    if (!kept?.success) throw error;
    // Whoever was here before may look at what they saw last; the next connection brings the present configuration.
    window.addEventListener('online', () => void loadSite().catch(() => undefined), { once: true });
    return takeSite(kept.data);
  }
}

function takeSite(config: SiteConfigView): SiteConfigView {
  setHosts(config.hosts);
  site.set(config);
  rememberCaptcha(config.captcha.enabled);
  return config;
}

/** For the login screen that paints before the configuration is known (public/boot.js). */
function rememberCaptcha(enabled: boolean): void {
  try {
    localStorage.setItem('captcha', enabled ? 'on' : 'off');
  } catch {
    // Without storage the field stands there until the configuration says otherwise.
  }
}

/** The configuration; known on every page, as no page is shown before it. */
export function useSite(): SiteConfigView {
  const config = useObservable(site);
  if (config === null) throw new Error('a page was rendered before the site configuration was loaded');
  return config;
}
