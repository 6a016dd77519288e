/*
 * The site's configuration: read once at startup, before anything is shown, and again on every start. Without it the app
 * does not start.
 */

import { PATHS } from '@candor/contract/routes';
import { siteConfigView } from '@candor/contract/identity';
import type { SiteConfigView } from '@candor/contract/identity';
import { observable, useObservable } from '../../lib/observable.ts';
import { setHosts } from '../api/hosts.ts';
import { get } from '../api/request.ts';
import { setServerTime } from '../live/server-clock.ts';

export const site = observable<SiteConfigView | null>(null);

export async function loadSite(): Promise<SiteConfigView> {
  const sentAtMs = Date.now();
  const config = await get(PATHS.siteConfig, siteConfigView, { isToken: false });
  setServerTime(config.serverTime, sentAtMs, Date.now());
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
