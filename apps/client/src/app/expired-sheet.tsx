import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useObservable } from '../lib/observable.ts';
import { expiryUntold, interruption } from '../services/session/interruption.ts';

/** Says once why there is a login form now, and that nothing was lost. */
export function ExpiredSheet() {
  const t = useTranslations('common.expired');
  const open = useObservable(expiryUntold);
  const kept = useObservable(interruption) !== null;
  const close = () => expiryUntold.set(false);
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('title')}
      footer={
        <Button block onClick={close}>
          {t('login')}
        </Button>
      }
    >
      <p className="text-body-s text-text-2">{kept ? t('kept') : t('text')}</p>
    </Sheet>
  );
}
