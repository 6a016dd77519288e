import type { SiteConfigView } from '@candor/contract/identity';
import { siteColour } from '@candor/domain/site/site-colour';
import type { OutsidePages } from '../../platform/config/config.ts';
import type { Site } from '../../services/site/site.ts';

/** Of the member client, as its specification names it. The release of the product has its own (platform/version.ts). */
const APP_VERSION = '1.1.0';

export type Licence = NonNullable<SiteConfigView['licence']>;

export interface SiteSettings {
  captcha: boolean;
  /** Base addresses the client may use; empty means the page's own origin. */
  hosts: readonly string[];
  outside: OutsidePages;
  licence: Licence | undefined;
}

/** What a client must know before anyone has logged in. */
export function siteConfigView(
  site: Site,
  { captcha, hosts, outside, licence }: SiteSettings,
  nowMs: number,
): SiteConfigView {
  return {
    domain: site.domain,
    web_logo: site.webLogo,
    name: site.name,
    mode: site.mode,
    currency: { code: site.currency.code, symbol: site.currencySymbol, decimals: site.currency.decimals },
    languages: [...site.languages],
    service_url: outside.chatUrl ?? null,
    download_url: outside.appUrl ?? null,
    webview_hosts: [...outside.webviewHosts],
    map_tiles_url: outside.mapTilesUrl ?? null,
    hosts: hosts.length === 0 ? [''] : [...hosts],
    captcha: { enabled: captcha },
    registration: {
      open: site.registrationOpen,
      inviteRequired: site.inviteRequired,
      identityRequired: site.identityRequired,
    },
    colour: site.primaryColour === null ? null : siteColour(site.primaryColour),
    contact: site.contact,
    footer: site.footer,
    maintenance: site.maintenance.filter(({ until }) => Date.parse(until) > nowMs),
    timeZone: site.timeZone,
    serverTime: new Date(nowMs).toISOString(),
    version: APP_VERSION,
    ...(licence === undefined ? {} : { licence }),
  };
}
