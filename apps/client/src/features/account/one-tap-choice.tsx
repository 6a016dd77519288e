import { lazy, Suspense, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { changeOneTap, useOneTap } from '../../services/one-tap/one-tap.ts';
import { useSession } from '../../services/session/session.ts';
import { useSite } from '../../services/session/site.ts';
import { Choice, Toggle } from './display-choice.tsx';

const OneTapSheet = lazy(() =>
  import('../../services/one-tap/one-tap-sheet.tsx').then((module) => ({ default: module.OneTapSheet })),
);

/** One-tap orders: switched on with a limit, in the sheet that explains them; switched off at once. */
export function OneTapChoice() {
  const t = useTranslations('trade.oneTap');
  const account = useSession((state) => state.name);
  const { symbol } = useSite().currency;
  const choice = useOneTap();
  const [isShown, setShown] = useState(false);
  return (
    <Choice title={t('settings')}>
      <Toggle
        title={t('title')}
        hint={choice.isOn ? t('onHint', { limit: formatMoney(choice.limit, { symbol }) }) : t('offHint')}
        checked={choice.isOn}
        onChange={(isOn) => {
          if (isOn) setShown(true);
          else changeOneTap(account, { ...choice, isOn: false });
        }}
      />
      {choice.isOn && (
        <Button variant="secondary" size="medium" block className="mt-2" onClick={() => setShown(true)}>
          {t('change')}
        </Button>
      )}
      {isShown && (
        <Suspense fallback={null}>
          <OneTapSheet open onClose={() => setShown(false)} />
        </Suspense>
      )}
    </Choice>
  );
}
