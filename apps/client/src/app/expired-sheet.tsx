import type { ApiError } from '@candor/api-client/api-error';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { paths } from '../lib/paths.ts';
import { useErrorText } from '../lib/i18n.tsx';
import { hrefTo } from '../lib/location.ts';
import { useObservable } from '../lib/observable.ts';
import { expiryUntold, freezeUntold, interruption } from '../services/session/interruption.ts';

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

/** Says why an operator froze the account. Nothing that was open is kept: the member cannot go on with it. */
export function FrozenSheet({ refusal }: { refusal: ApiError }) {
  const t = useTranslations('common.expired');
  const actions = useTranslations('common.actions');
  const say = useErrorText();
  const close = () => freezeUntold.set(null);
  return (
    <Sheet
      open
      onClose={close}
      title={t('frozenTitle')}
      footer={
        <div className="flex flex-col gap-2">
          <a href={hrefTo(paths.webview())} onClick={close} className={buttonClass('primary', 'large', true)}>
            {actions('contact')}
          </a>
          <Button variant="secondary" block onClick={close}>
            {actions('close')}
          </Button>
        </div>
      }
    >
      <p className="text-body-s text-text-2">
        {say(refusal.key, refusal.params)} {t('frozenText')}
      </p>
    </Sheet>
  );
}
