/* The place of the device. What it is for is said before the browser asks for the permission. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { LocateFixed } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Coordinates } from './coordinates.ts';
import { rounded } from './coordinates.ts';

type State = 'offered' | 'explained' | 'asking' | LocateFailure;

export function LocateMe({ onFound }: { onFound: (at: Coordinates) => void }) {
  const t = useTranslations('location.locate');
  const actions = useTranslations('common.actions');
  const [state, setState] = useState<State>('offered');

  async function ask() {
    setState('asking');
    const found = await locate();
    if (typeof found === 'string') {
      setState(found);
      return;
    }
    setState('offered');
    onFound(found);
  }

  if (state === 'offered')
    return (
      <Button
        variant="secondary"
        size="medium"
        block
        icon={<LocateFixed aria-hidden="true" className="size-5" />}
        onClick={() => setState('explained')}
      >
        {t('offer')}
      </Button>
    );
  const failure = state === 'explained' || state === 'asking' ? null : state;
  return (
    <div className="rounded-card border border-line bg-surface-1 p-4">
      <p role={failure === null ? undefined : 'alert'} className="text-body-s text-text-2">
        {failure === null ? t('why') : t(`failed.${failure}`)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {failure !== 'unsupported' && (
          <Button
            variant="outline"
            size="small"
            loading={state === 'asking'}
            loadingText={t('asking')}
            onClick={() => void ask()}
          >
            {failure === null ? t('allow') : actions('retry')}
          </Button>
        )}
        <Button variant="text" size="small" onClick={() => setState('offered')}>
          {t('notNow')}
        </Button>
      </div>
    </div>
  );
}

/* Where the device is, asked of the browser. The browser asks the member; nothing is sent to the server. */

/** Keys of `location.locate.failed`. */
type LocateFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

const TIMEOUT_MS = 10_000;
const AGE_MS_MAX = 60_000;
const REASONS: Readonly<Record<number, LocateFailure>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Browsers locate on secure connections only. */
function locate(): Promise<Coordinates | LocateFailure> {
  if (!('geolocation' in navigator) || !globalThis.isSecureContext) return Promise.resolve('unsupported');
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      ({ code }) => resolve(REASONS[code] ?? 'unavailable'),
      { timeout: TIMEOUT_MS, maximumAge: AGE_MS_MAX },
    );
  });
}
