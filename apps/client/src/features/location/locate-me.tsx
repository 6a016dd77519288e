/* The place of the device. What it is for is said before the browser asks for the permission. */

import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { LocateFixed } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Coordinates } from './coordinates.ts';
import { locate } from './locate.ts';
import type { LocateFailure } from './locate.ts';

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
            variant="accent"
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
