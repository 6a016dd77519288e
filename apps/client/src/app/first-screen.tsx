/*
 * The login screen as markup, and the skeleton that a member sees until the app is there. They are rendered during the
 * build and put into index.html (vite-first-screen.ts), so that they paint before any script arrives. The login screen is
 * the page itself, so the two never drift apart.
 */

import type { ReactElement } from 'react';
import type { Language } from '@candor/contract/languages';
import { UiTextsProvider } from '@candor/ui/ui-texts.tsx';
import { IntlProvider } from 'use-intl';
import { PageBlocks } from '../lib/page-blocks.tsx';
import { LoginPage } from '../features/session/login-page.tsx';
import { language } from '../lib/language.ts';
import type { Texts } from '../lib/messages.ts';
import { site, siteOf } from '../services/session/site.ts';

/** What a new site answers before it is configured. The script then replaces it with the real configuration. */
const NEW_SITE = {
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
  serverTime: '1970-01-01T00:00:00.000Z',
  version: '',
} as const;

type FirstTexts = Pick<Texts, 'common' | 'session'>;

/** @param texts the uncompiled files of `shown` */
export function firstScreen(shown: Language, texts: FirstTexts): ReactElement {
  site.set(siteOf({ ...NEW_SITE, hosts: [...NEW_SITE.hosts], languages: [], webview_hosts: [], maintenance: [] }));
  language.set(shown);
  const { actions, states } = texts.common;
  return (
    <IntlProvider locale={shown} messages={texts} timeZone="UTC">
      <UiTextsProvider texts={{ ...actions, copied: '', failed: states.failed, loading: states.loading }}>
        <main className="flex min-h-dvh flex-col">
          <LoginPage />
        </main>
      </UiTextsProvider>
    </IntlProvider>
  );
}

/**
 * The skeleton, which login.css gives the heights of home where boot.ts says so, and a text of each weight that nobody sees: the browser finds and opens its fonts for it while it waits for
 * the app. With the first screen it would take a slow phone 30 ms.
 */
export function memberScreen(): ReactElement {
  return (
    <>
      <p aria-hidden="true" className="invisible absolute">
        涨跌 0.00 <span className="font-medium">涨跌 0.00</span> <span className="font-bold">涨跌 0.00</span>{' '}
        <span className="font-bold">涨跌 0.00</span>
      </p>
      <PageBlocks hasBar />
    </>
  );
}
