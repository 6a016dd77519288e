/* The menu that slides in from the left. Its content loads when it is opened for the first time. */

import { Suspense, lazy, useEffect } from 'react';
import { Modal } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useAddress } from '../lib/location.ts';
import { useObservable } from '../lib/observable.ts';
import { closeSideMenu, sideMenuOpen } from '../lib/shell-actions.ts';

const SideMenuContent = lazy(async () => ({ default: (await import('./side-menu-content.tsx')).SideMenuContent }));

export function SideMenu() {
  const open = useObservable(sideMenuOpen);
  const t = useTranslations('shell.menu');
  const address = useAddress();
  useEffect(closeSideMenu, [address.path]);
  return (
    <Modal
      open={open}
      onClose={closeSideMenu}
      label={t('label')}
      className="ui-side me-auto mt-0 mb-0 h-dvh max-h-none w-[84vw] max-w-[22.5rem] rounded-e-sheet bg-sheet p-0 shadow-raised"
    >
      {open && (
        <Suspense>
          <SideMenuContent />
        </Suspense>
      )}
    </Modal>
  );
}
