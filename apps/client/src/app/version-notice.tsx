import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '@candor/ui/banner.tsx';
import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { Sparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { isVersionAway } from '../lib/floating-layer.ts';
import { useObservable } from '../lib/observable.ts';
import { newVersion, takeNewVersion } from '../services/app-version/app-version.ts';
import { frontNow } from './measure-front.ts';
import { hasTypedText } from './typed-text.ts';
import { useFreeMoment } from './use-free-moment.ts';

const LOOK_MS = 1_000;

/**
 * Offers the new version of the app. It comes up in a quiet moment, steps aside by the rules of floating-layer.ts, and
 * reloads only when the member says so. If typed text would be lost, it asks once more.
 */
export function VersionNotice() {
  const t = useTranslations('common.appVersion');
  const found = useObservable(newVersion);
  const isFree = useFreeMoment();
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const look = useEffectEvent(() => {
    // Its own question must not take away the button that gets the focus back.
    if (isAsking) return;
    if (isVersionAway(frontNow())) setShown(false);
    else if (isFree()) setShown(true);
  });
  useEffect(() => {
    if (found === null) return;
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [found]);
  if (found === null || !isShown) return null;
  return (
    <>
      <Banner tone="info" icon={<Sparkles aria-hidden="true" />}>
        <span className="flex flex-wrap items-center gap-x-3">
          {t(found)}
          <Button variant="text" size="medium" onClick={() => (hasTypedText() ? setAsking(true) : takeNewVersion())}>
            {t('take')}
          </Button>
        </span>
      </Banner>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('unsent.title')}
        actions={
          <>
            <Button variant="secondary" size="medium" onClick={() => setAsking(false)}>
              {t('unsent.stay')}
            </Button>
            <Button variant="destructive" size="medium" onClick={takeNewVersion}>
              {t('unsent.leave')}
            </Button>
          </>
        }
      >
        {t('unsent.text')}
      </Dialog>
    </>
  );
}
