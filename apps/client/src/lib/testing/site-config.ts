import type { SiteConfigView } from '@candor/contract/identity';

/** What a new practice site answers. */
export const SITE_CONFIG: SiteConfigView = {
  domain: null,
  web_logo: '',
  name: 'Candor',
  mode: 'practice',
  currency: { code: 'CNY', symbol: '¥', decimals: 2 },
  languages: [],
  service_url: null,
  download_url: null,
  webview_hosts: [],
  map_tiles_url: null,
  hosts: [''],
  captcha: { enabled: true },
  colour: null,
  contact: { email: '', phone: '', address: '' },
  footer: { 'zh-Hans': '', 'zh-Hant': '', en: '' },
  maintenance: [],
  registration: { open: true, inviteRequired: false, identityRequired: false },
  timeZone: 'Asia/Shanghai',
  serverTime: '2026-11-21T03:00:00.000Z',
  version: '1.2.3',
};
