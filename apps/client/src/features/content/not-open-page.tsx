/* For screens this site has not opened: says so calmly, and links back. */

import { Button } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, useAddress } from '../../lib/location.ts';
import { paths, routeOf } from '../../lib/paths.ts';

export function NotOpenPage() {
  const t = useTranslations('content.notOpen');
  const titles = useTranslations('common.titles');
  const actions = useTranslations('common.actions');
  const title = titles(routeOf(useAddress().path) ?? 'notFound');
  const back = () => goBack(paths.home());
  return (
    <Page bar={<NavBar title={title} onBack={back} />} className="flex items-center justify-center">
      <EmptyState
        icon={<Lock aria-hidden="true" strokeWidth={1.5} />}
        title={t('title')}
        action={
          <Button variant="secondary" size="medium" onClick={back}>
            {actions('back')}
          </Button>
        }
      >
        {t('text', { page: title })}
      </EmptyState>
    </Page>
  );
}
