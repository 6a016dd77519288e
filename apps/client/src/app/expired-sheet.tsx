import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { useObservable } from '../lib/observable.ts';
import { expiryUntold, interruption } from '../services/session/interruption.ts';

/** Says once why there is a login form now, and that nothing was lost. */
export function ExpiredSheet() {
  const t = useTranslations('common.expired');
  const why = useObservable(expiryUntold);
  const kept = useObservable(interruption) !== null;
  const close = () => expiryUntold.set(null);
  return (
    <Sheet
      open={why !== null}
      onClose={close}
      title={t(why === 'no-device-key' ? 'deviceTitle' : 'title')}
      footer={
        <Button block onClick={close}>
          {t('login')}
        </Button>
      }
    >
      <p className="text-body-s text-text-2">
        {why === 'no-device-key' && t('deviceText')} {kept ? t('kept') : t('text')}
      </p>
    </Sheet>
  );
}
