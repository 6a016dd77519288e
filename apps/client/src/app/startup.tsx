/* The app does not start without its configuration. This screen is shown instead. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { ErrorState } from '@candor/ui/states.tsx';
import { useTranslations } from 'use-intl';
import { useDeviceOnline } from '../lib/media.ts';

/** @param onRetry resolves when the next try is over; on success the app replaces this screen */
export function StartupFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  const t = useTranslations('common');
  const [trying, setTrying] = useState(false);
  const online = useDeviceOnline();
  return (
    <main className="flex min-h-dvh items-center justify-center bg-[image:var(--aurora)]">
      <ErrorState
        title={t('states.networkError')}
        action={
          <Button
            loading={trying}
            onClick={() => {
              setTrying(true);
              void onRetry().finally(() => setTrying(false));
            }}
          >
            {t('actions.retry')}
          </Button>
        }
      >
        {online ? t('states.serverOut') : t('states.deviceOffline')}
      </ErrorState>
    </main>
  );
}
