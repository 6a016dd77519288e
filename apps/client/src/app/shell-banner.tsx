/* One line at the top while something is wrong with the connection. */

import { useEffect, useState } from 'react';
import { Banner } from '@candor/ui/banner.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { Route, WifiOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useOnline } from '../lib/online.ts';
import { useObservable } from '../lib/observable.ts';
import { formatDateTime } from '../lib/time.ts';
import { chartKeptAt } from '../services/chart/kept-candles.ts';
import { hosts } from '../services/api/hosts.ts';

export function ShellBanner({ streamLost = false }: { streamLost?: boolean }) {
  const t = useTranslations('common.states');
  const online = useOnline();
  const switching = useObservable(hosts.switching);
  const keptAt = useObservable(chartKeptAt);
  const lost = useLasting(streamLost, 2_000);
  // Old prices always say their age, also when the device is online and only the site does not answer.
  const age = keptAt === null ? '' : t('chartKept', { time: formatDateTime(keptAt) });
  if (!online) {
    return (
      <Banner tone="warn" icon={<WifiOff aria-hidden="true" />}>
        {t('offline')} {age}
      </Banner>
    );
  }
  if (switching) {
    return (
      <Banner tone="info" icon={<Route aria-hidden="true" />}>
        {t('switchingHost')} {age}
      </Banner>
    );
  }
  if (!lost && keptAt === null) return null;
  return (
    <Banner tone="warn" icon={<Spinner />}>
      {lost && t('streamLost')} {age}
    </Banner>
  );
}

/** True once `value` has been true for a while: short breaks are not worth a message. */
function useLasting(value: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(value), value ? ms : 0);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return lasting && value;
}
