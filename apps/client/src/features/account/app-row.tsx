import { lazy, Suspense, useState } from 'react';
import { ListRow } from '@candor/ui/list.tsx';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useObservable } from '../../lib/observable.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { installed } from '../../services/install/install-offer.ts';
import { useSite } from '../../services/session/site.ts';

const AppSheet = lazy(() =>
  untilLoaded(() => import('./app-sheet.tsx')).then((module) => ({ default: module.AppSheet })),
);

/** 下载 App. In the installed app there is nothing to download, unless the site has an app of its own. */
export function AppRow() {
  const t = useTranslations('account');
  const isInstalled = useObservable(installed);
  const { download_url: address } = useSite();
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  return (
    <>
      <ListRow
        icon={<Download aria-hidden="true" strokeWidth={1.75} />}
        title={t('download')}
        {...(isInstalled ? { detail: t('app.installed') } : {})}
        {...(isInstalled && address === null ? {} : { onPress: () => setState('open') })}
      />
      {state !== 'new' && (
        <Suspense>
          <AppSheet open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
