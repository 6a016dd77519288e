/*
 * The site's configuration: read on every start, before anything is shown. On a first visit the app does not start
 * without it.
 */

import { readSiteConfig } from '@candor/contract/calls/identity';
import { parseEnvelope } from '@candor/contract/envelope';
import { LANGUAGES } from '@candor/contract/languages';
import { siteConfigView, siteTimeView } from '@candor/contract/identity';
import type { SiteConfigView } from '@candor/contract/identity';
import { currency } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { observable } from '@candor/api-client/observable';
import { offered } from '../../lib/language.ts';
import { useObservable } from '../../lib/observable.ts';
import { isNetworkError } from '@candor/api-client/api-error';
import { noteFirstTrip } from '../api/first-trip.ts';
import { hosts } from '../api/hosts.ts';
import { call } from '../api/request.ts';
import { setServerTime } from '../live/server-clock.ts';

/** The configuration, with the currency for reading and writing amounts. */
export type Site = Omit<SiteConfigView, 'currency'> & { currency: SiteCurrency };

/** `symbol` goes before an amount. */
export type SiteCurrency = Currency & { readonly symbol: string };

export const site = observable<Site | null>(null);

/** @throws AssertionError if no currency can have these decimals. */
export function siteOf(config: SiteConfigView): Site {
  const { code, symbol, decimals } = config.currency;
  return { ...config, currency: { ...currency(code, decimals), symbol } };
}

const KEPT_KEY = 'site';
const EARLY_MS_MAX = 5_000;

/** Asks the server; without a network, a browser that has visited before uses its stored copy. */
export async function loadSite(): Promise<Site> {
  const sentAtMs = Date.now();
  try {
    const config =
      (await readEarlyConfig()) ?? timed(await call(readSiteConfig, { isToken: false }), sentAtMs, Date.now());
    tryWriteKept(KEPT_KEY, config);
    return takeSite(config);
  } catch (error) {
    const kept = isNetworkError(error) ? siteConfigView.safeParse(await readKept(KEPT_KEY)) : null;
    if (!kept?.success) throw error;
    // A returning visitor may look at what they saw last; the next connection loads the current configuration.
    window.addEventListener('online', () => void loadSite().catch(() => undefined), { once: true });
    return takeSite(kept.data);
  }
}

/** Asks the site what time it is: the clock of this device was set, or stood still. @throws ApiError */
export async function readServerTime(): Promise<void> {
  const sentAtMs = Date.now();
  // Of the configuration only the time is read: it may come from a newer site.
  const { serverTime } = await call({ ...readSiteConfig, answer: siteTimeView }, { isToken: false });
  setServerTime(serverTime, sentAtMs, Date.now());
}

declare global {
  /** The configuration that the page asked for before this code was there (boot.ts). */
  var candorEarlyConfig: { sentAtMs: number; receivedAtMs: number; answer: Promise<unknown> } | undefined;
}

/** Used once. If it failed, or is late, the request layer asks again. */
async function readEarlyConfig(): Promise<SiteConfigView | null> {
  const early = globalThis.candorEarlyConfig;
  globalThis.candorEarlyConfig = undefined;
  if (early === undefined) return null;
  const late = new Promise((resolve) => setTimeout(() => resolve(null), EARLY_MS_MAX));
  const read = siteConfigView.safeParse(parseEnvelope(await Promise.race([early.answer, late]))?.data);
  if (!read.success) return null;
  noteFirstTrip(early.receivedAtMs - early.sentAtMs);
  return timed(read.data, early.sentAtMs, early.receivedAtMs);
}

function timed(config: SiteConfigView, sentAtMs: number, receivedAtMs: number): SiteConfigView {
  setServerTime(config.serverTime, sentAtMs, receivedAtMs);
  return config;
}

function takeSite(config: SiteConfigView): Site {
  const taken = siteOf(config);
  hosts.set(config.hosts);
  site.set(taken);
  showLook(config);
  offered.set(config.languages.length === 0 ? LANGUAGES : config.languages);
  rememberCaptcha(config.captcha.enabled);
  return taken;
}

const TOKENS = ['--primary', '--primary-pressed', '--on-primary'] as const;

/**
 * The colour of main buttons, at once and for the next start: boot.ts shows it, and the name, before the first paint. The page itself may be
 * an older copy of the service worker's.
 */
function showLook({ name, web_logo: logo, colour }: SiteConfigView): void {
  const root = document.documentElement.style;
  const values = [colour?.primary, colour?.pressed, colour?.label];
  for (const [at, token] of TOKENS.entries()) {
    const value = values[at];
    if (value === undefined) root.removeProperty(token);
    else root.setProperty(token, value);
  }
  try {
    const style = TOKENS.map((token) => [token, root.getPropertyValue(token)]).filter(([, value]) => value !== '');
    localStorage.setItem('look', JSON.stringify([name, logo, style.map((pair) => pair.join(':')).join(';')]));
  } catch {
    // Without storage the page shows what the server wrote into it.
  }
}

/** For the login screen that paints before the configuration is known (boot.ts). */
function rememberCaptcha(enabled: boolean): void {
  try {
    localStorage.setItem('captcha', enabled ? 'on' : 'off');
  } catch {
    // Without storage the field is shown until the configuration says otherwise.
  }
}

/** The configuration; known on every page, because no page is shown before it. */
export function useSite(): Site {
  const config = useObservable(site);
  if (config === null) throw new Error('a page was rendered before the site configuration was loaded');
  return config;
}
