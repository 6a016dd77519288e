import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useObservable } from '../lib/observable.ts';
import { logoutAsked } from '../lib/shell-actions.ts';
import { endSession } from '../services/session/session.ts';

/** Asks once; the safe answer has the focus. */
export function LogoutDialog() {
  const open = useObservable(logoutAsked);
  const t = useTranslations('shell.logout');
  const common = useTranslations('common.actions');
  const close = () => logoutAsked.set(false);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('title')}
      actions={
        <>
          <Button variant="secondary" size="medium" onClick={close}>
            {common('cancel')}
          </Button>
          <Button
            variant="destructive"
            size="medium"
            onClick={() => {
              close();
              endSession('logout');
            }}
          >
            {t('confirm')}
          </Button>
        </>
      }
    >
      {t('text')}
    </Dialog>
  );
}
