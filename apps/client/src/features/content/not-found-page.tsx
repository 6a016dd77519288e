/*
 * Unknown addresses and missing entry parameters. On a site that is bound to a code every link without the code leads back
 * here, so that the page offers none and says what is needed.
 */

import { Button, buttonClass } from '@candor/ui/button.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Compass } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { boundDomain, hrefTo, navigate, useAddress } from '../../lib/location.ts';
import { useObservable } from '../../lib/observable.ts';
import { ROUTES, paths } from '../../lib/paths.ts';
import { useSession } from '../../services/session/session.ts';
import { closestRoute } from './closest-route.ts';

export function NotFoundPage() {
  const t = useTranslations('content.notFound');
  const titles = useTranslations('common.titles');
  const actions = useTranslations('common.actions');
  const { path, domain } = useAddress();
  const lacksCode = useObservable(boundDomain) !== null && domain === null;
  const signedIn = useSession((session) => session.token !== null);
  const suggestion = signedIn && path !== ROUTES.notFound ? closestRoute(path) : null;
  return (
    <div className="gutter flex flex-1 flex-col items-center justify-center bg-[image:var(--aurora)]">
      <p aria-hidden="true" className="tnum -mb-6 text-display tracking-widest text-text-disabled sideways:mb-1">
        404
      </p>
      <EmptyState
        icon={<Compass aria-hidden="true" strokeWidth={1.5} />}
        title={
          <span role="heading" aria-level={1}>
            {t(lacksCode ? 'codeTitle' : 'title')}
          </span>
        }
        action={
          !lacksCode && (
            <div className="flex flex-wrap justify-center gap-3">
              <Button onClick={() => navigate(paths.home(), { replace: true })}>{actions('home')}</Button>
              <a href={hrefTo(paths.webview())} className={buttonClass('secondary')}>
                {actions('contact')}
              </a>
            </div>
          )
        }
      >
        {t(lacksCode ? 'codeText' : 'text')}
        {suggestion !== null && !lacksCode && (
          <a href={hrefTo(ROUTES[suggestion])} className="mt-2 block py-2 font-bold text-link">
            {t('suggestion', { page: titles(suggestion) })}
          </a>
        )}
      </EmptyState>
    </div>
  );
}
