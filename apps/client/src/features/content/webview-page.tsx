/*
 * A web page of another site inside the app, also a chat of the site's choice. The frame is sandboxed: it cannot reach this
 * app, its storage or the session. Only hosts of the site's configuration are framed; the page's policy holds it too. Every
 * other address is announced, and opens in the browser only when the visitor presses. Needs no session.
 */

import { Fragment, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { ExternalLink, LockKeyhole, RotateCw, ShieldCheck, TriangleAlert, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../services/session/session.ts';
import { useSite } from '../../services/session/site.ts';
import { chatAddress, webAddress } from './web-address.ts';
import type { RefusedBecause } from './web-address.ts';

/** If no load event fires within this time, the page probably refuses to be framed. */
const SLOW_AFTER_MS = 10_000;

export function WebviewPage() {
  const t = useTranslations('content.webview');
  const { params } = useAddress();
  const { service_url: service, webview_hosts: hosts } = useSite();
  const language = useLanguage();
  const asked = params.get('url');
  const chat = service === null ? null : chatAddress(service, { language, theme: shownTheme() });
  // Without either, webview.tsx shows the chat that is built in.
  const address = webAddress(asked ?? chat ?? '', { ownOrigin: location.origin, hosts });
  const [round, setRound] = useState(0);
  const signedIn = useSession((session) => session.token !== null);
  const back = () => goBack(signedIn ? paths.home() : paths.login());
  const url = address.kind === 'frame' ? address.url : null;
  return (
    <div className="flex flex-1 flex-col">
      <Bar host={url?.host ?? null} onClose={back} onRefresh={() => setRound(round + 1)} />
      {url !== null && <Frame key={`${url.href} ${round}`} url={url} onRetry={() => setRound(round + 1)} />}
      {address.kind === 'outside' && <Outside url={address.url} onBack={back} />}
      {address.kind === 'refused' && <Refused because={address.because} onBack={back} />}
      {asked === null && (
        <p className="hairline-t gutter flex min-h-11 items-center justify-center gap-2 py-2 text-center text-caption text-text-2">
          <ShieldCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
          {t('safety')}
        </p>
      )}
    </div>
  );
}

/** The theme that is shown, where the choice is "system" too. */
function shownTheme(): string {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
}

type BarProps = { host: string | null; onClose: () => void; onRefresh: () => void };

function Bar({ host, onClose, onRefresh }: BarProps) {
  const t = useTranslations('content.webview');
  const titles = useTranslations('common.titles');
  return (
    <header className="hairline-b sticky top-0 z-20 bg-bg/88 pt-[var(--safe-top)] backdrop-blur-lg xl:top-[var(--topnav-height)]">
      <div className="flex h-[var(--nav-height)] items-center gap-1 px-2">
        <IconButton label={t('close')} onClick={onClose}>
          <X aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        </IconButton>
        <div className="min-w-0 flex-1 text-center">
          <h1 className="truncate text-body font-bold">{titles('webview')}</h1>
          {host !== null && (
            <p className="flex items-center justify-center gap-1 text-caption text-text-3">
              <LockKeyhole aria-hidden="true" className="size-3 shrink-0" />
              <span className="truncate">{host}</span>
            </p>
          )}
        </div>
        {host === null ? (
          <span className="size-11" />
        ) : (
          <IconButton label={t('refresh')} onClick={onRefresh}>
            <RotateCw aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
    </header>
  );
}

function Frame({ url, onRetry }: { url: URL; onRetry: () => void }) {
  const t = useTranslations('content.webview');
  const actions = useTranslations('common.actions');
  const online = useOnline();
  const [state, setState] = useState<'loading' | 'slow' | 'loaded'>('loading');
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="relative flex flex-1 flex-col">
      {state === 'loading' && <div role="progressbar" className="ui-pulse absolute inset-x-0 top-0 h-0.5 bg-info" />}
      <iframe
        src={url.href}
        title={t('frame', { host: url.host })}
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
        onLoad={() => setState('loaded')}
        className="min-h-[50dvh] w-full flex-1 border-0 bg-surface-1"
      />
      <div className="gutter flex flex-wrap items-center justify-center gap-x-3 gap-y-1 py-2">
        {(state === 'slow' || !online) && (
          <p role="status" className="w-full text-center text-body-s text-warn">
            {t(online ? 'slow' : 'offline')}
          </p>
        )}
        {state === 'slow' && (
          <Button variant="text" size="small" onClick={onRetry}>
            {actions('retry')}
          </Button>
        )}
        <OpenOutside url={url} variant={state === 'slow' ? 'secondary' : 'text'} />
        {state === 'slow' && (
          <a href={hrefTo(paths.service())} className={buttonClass('text', 'small')}>
            {t('messages')}
          </a>
        )}
      </div>
    </div>
  );
}

function OpenOutside({ url, variant }: { url: URL; variant: 'text' | 'secondary' | 'primary' }) {
  const t = useTranslations('content.webview');
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" className={buttonClass(variant, 'small')}>
      <ExternalLink aria-hidden="true" className="size-4" />
      {t('openOutside')}
    </a>
  );
}

/** Where the visitor would go, whole, before they go there. */
function Outside({ url, onBack }: { url: URL; onBack: () => void }) {
  const t = useTranslations('content.webview');
  const actions = useTranslations('common.actions');
  const { name } = useSite();
  return (
    <Middle>
      <EmptyState
        icon={<ExternalLink aria-hidden="true" strokeWidth={1.5} />}
        title={t('leaving', { site: name })}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="secondary" size="small" onClick={onBack}>
              {actions('back')}
            </Button>
            <OpenOutside url={url} variant="primary" />
          </div>
        }
      >
        <p className="text-body font-bold wrap-anywhere text-text-1">
          <bdi>
            {url.host.split('.').map((part, at) => (
              <Fragment key={at}>
                {at > 0 && (
                  <>
                    <wbr />.
                  </>
                )}
                {part}
              </Fragment>
            ))}
          </bdi>
        </p>
        <p className="mt-1 line-clamp-3 text-caption wrap-anywhere text-text-3">{url.href}</p>
        <p className="mt-3">{t('leavingText')}</p>
      </EmptyState>
    </Middle>
  );
}

function Refused({ because, onBack }: { because: RefusedBecause; onBack: () => void }) {
  const t = useTranslations('content.webview');
  const actions = useTranslations('common.actions');
  return (
    <Middle>
      <EmptyState
        icon={<TriangleAlert aria-hidden="true" strokeWidth={1.5} />}
        title={t('refused')}
        action={
          <Button variant="secondary" size="medium" onClick={onBack}>
            {actions('back')}
          </Button>
        }
      >
        {t(`because.${because}`)}
      </EmptyState>
    </Middle>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="gutter flex flex-1 items-center justify-center">{children}</div>;
}
