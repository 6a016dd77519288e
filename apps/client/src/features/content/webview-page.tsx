/*
 * A web page inside the app, also customer service. The frame is sandboxed: it cannot reach this app, its storage or
 * the session. Without an address it shows the site's service address. If the site has none, a member is led to the
 * messages to the site, and a visitor sees a message.
 */

import { useEffect, useState } from 'react';
import { buttonClass } from '@candor/ui/button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import {
  ExternalLink,
  Headset,
  LockKeyhole,
  MessagesSquare,
  RotateCw,
  ShieldCheck,
  TriangleAlert,
  X,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, navigate, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../services/session/session.ts';
import { useSite } from '../../services/session/site.ts';
import { webAddress } from './web-address.ts';

/** If no load event fires within this time, the page probably refuses to be framed. */
const SLOW_AFTER_MS = 10_000;

export function WebviewPage() {
  const t = useTranslations('content.webview');
  const titles = useTranslations('common.titles');
  const { params } = useAddress();
  const { service_url: service } = useSite();
  const asked = params.get('url');
  const url = webAddress(asked ?? service, location.origin);
  const [round, setRound] = useState(0);
  const signedIn = useSession((session) => session.token !== null);
  const leadsOn = asked === null && url === null && signedIn;
  useEffect(() => {
    if (leadsOn) navigate(paths.service(), { replace: true });
  }, [leadsOn]);
  if (leadsOn) return null;
  return (
    <div className="flex flex-1 flex-col">
      <header className="hairline-b sticky top-0 z-20 bg-bg/88 pt-[var(--safe-top)] backdrop-blur-lg xl:top-[var(--topnav-height)]">
        <div className="flex h-[var(--nav-height)] items-center gap-1 px-2">
          <IconButton label={t('close')} onClick={() => goBack(signedIn ? paths.home() : paths.login())}>
            <X aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
          </IconButton>
          <div className="min-w-0 flex-1 text-center">
            <h1 className="truncate text-body font-semibold">{titles('webview')}</h1>
            {url && (
              <p className="flex items-center justify-center gap-1 text-caption text-text-3">
                <LockKeyhole aria-hidden="true" className="size-3" />
                <span className="truncate">{url.host}</span>
              </p>
            )}
          </div>
          {url ? (
            <IconButton label={t('refresh')} onClick={() => setRound(round + 1)}>
              <RotateCw aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </IconButton>
          ) : (
            <span className="size-11" />
          )}
        </div>
      </header>
      {url ? <Frame key={round} url={url} /> : <NoAddress refused={asked !== null} />}
      {asked === null && (
        <p className="hairline-t gutter flex min-h-11 items-center justify-center gap-2 py-2 text-center text-caption text-text-2">
          <ShieldCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
          {t('safety')}
        </p>
      )}
      {asked === null && signedIn && (
        <a href={hrefTo(paths.service())} className={buttonClass('text', 'small', true)}>
          <MessagesSquare aria-hidden="true" className="size-4" />
          {t('messages')}
        </a>
      )}
    </div>
  );
}

function Frame({ url }: { url: URL }) {
  const t = useTranslations('content.webview');
  const [state, setState] = useState<'loading' | 'slow' | 'loaded'>('loading');
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="relative flex flex-1 flex-col">
      {state === 'loading' && <div className="ui-pulse absolute inset-x-0 top-0 h-0.5 bg-accent" />}
      <iframe
        src={url.href}
        title={t('frame', { host: url.host })}
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
        onLoad={() => setState('loaded')}
        className="min-h-[60dvh] w-full flex-1 border-0 bg-surface-1"
      />
      <div className="gutter flex flex-wrap items-center justify-center gap-3 py-2">
        {state === 'slow' && (
          <p role="status" className="text-body-s text-warn">
            {t('slow')}
          </p>
        )}
        <a href={url.href} target="_blank" rel="noreferrer" className={buttonClass('text', 'small')}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('openOutside')}
        </a>
      </div>
    </div>
  );
}

function NoAddress({ refused }: { refused: boolean }) {
  const t = useTranslations('content.webview');
  return (
    <div className="flex flex-1 items-center justify-center">
      {refused ? (
        <EmptyState icon={<TriangleAlert aria-hidden="true" strokeWidth={1.5} />} title={t('refused')}>
          {t('refusedText')}
        </EmptyState>
      ) : (
        <EmptyState icon={<Headset aria-hidden="true" strokeWidth={1.5} />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      )}
    </div>
  );
}
