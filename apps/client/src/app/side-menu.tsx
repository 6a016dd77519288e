/*
 * The menu that slides in from the left. Its links load when it is opened for the first time. The button that closes it is
 * there at once: a dialog without anything to press would let the focus fall to the body at the next Tab.
 */

import { Suspense, lazy, useEffect } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Modal } from '@candor/ui/modal.tsx';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { maskAccount } from '../lib/format.ts';
import { useAddress } from '../lib/location.ts';
import { useObservable } from '../lib/observable.ts';
import { closeSideMenu, sideMenuOpen } from '../lib/shell-actions.ts';
import { MemberAvatar } from '../services/pictures/member-avatar.tsx';
import { useSession } from '../services/session/session.ts';

const SideMenuContent = lazy(async () => ({ default: (await import('./side-menu-content.tsx')).SideMenuContent }));

export function SideMenu() {
  const open = useObservable(sideMenuOpen);
  const t = useTranslations('shell.menu');
  const address = useAddress();
  // Another page closes it. A page whose button is pressed before this menu is there opens it.
  useEffect(() => closeSideMenu, [address.path]);
  return (
    <Modal
      open={open}
      onClose={closeSideMenu}
      label={t('label')}
      className="ui-side me-auto mt-0 mb-0 h-dvh max-h-none w-[84vw] max-w-[22.5rem] sideways:max-w-[36rem] rounded-e-card bg-sheet p-0 shadow-raised"
    >
      {open && (
        // On a short screen the footer scrolls with the rest instead of taking half of the space.
        <div className="flex h-full flex-col pt-[var(--safe-top)] pb-[var(--safe-bottom)] [@media(max-height:44rem)]:overflow-y-auto">
          <Head />
          <Suspense>
            <SideMenuContent />
          </Suspense>
        </div>
      )}
    </Modal>
  );
}

function Head() {
  const common = useTranslations('common.actions');
  const name = useSession((session) => session.name);
  return (
    <header className="flex items-center gap-3 ps-4 pe-3 pt-4">
      <MemberAvatar className="size-12" />
      <p className="min-w-0 flex-1 truncate text-title-2">{maskAccount(name)}</p>
      <IconButton label={common('close')} onClick={closeSideMenu}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </header>
  );
}
