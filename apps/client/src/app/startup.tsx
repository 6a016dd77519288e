/* The app does not start without its configuration. This screen is shown instead. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { ErrorState } from '@candor/ui/states.tsx';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { useOnline } from '../lib/online.ts';
import { ChunkError } from './load-chunk.ts';

type StartupFailureProps = {
  error: unknown;
  /** Resolves when the next try is over; on success the app replaces this screen. */
  onRetry: () => Promise<void>;
};

export function StartupFailure({ error, onRetry }: StartupFailureProps) {
  const t = useTranslations('common');
  const [trying, setTrying] = useState(false);
  const online = useOnline();
  // Anything else is a fault of ours: the network shall not be blamed for it.
  const isNetwork = error instanceof ApiError || error instanceof ChunkError;
  return (
    <main className="flex min-h-dvh items-center justify-center bg-[image:var(--aurora)]">
      <ErrorState
        title={t(isNetwork ? 'states.networkError' : 'states.pageBroken')}
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
        {t(!isNetwork ? 'states.brokenHint' : online ? 'states.serverOut' : 'states.deviceOffline')}
      </ErrorState>
    </main>
  );
}
