/*
 * A note on the edge of the bar while something is wrong with the connection. It comes and goes by itself, so it takes no
 * room: a page that moved would move under a finger.
 */

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { Route, WifiOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useOnline } from '../lib/online.ts';
import { useObservable } from '../lib/observable.ts';
import { formatClock, formatDate, formatDateTime } from '../lib/time.ts';
import { chartKeptAt } from '../services/chart/kept-candles.ts';
import { hosts } from '../services/api/hosts.ts';

export function ShellBanner({ streamLost = false }: { streamLost?: boolean }) {
  const t = useTranslations('common.states');
  const online = useOnline();
  const switching = useObservable(hosts.switching);
  const keptAt = useObservable(chartKeptAt);
  const lost = useLasting(streamLost, 2_000);
  // Old prices always say their age, also when the device is online and only the site does not answer.
  const age = keptAt === null ? '' : t('chartKept', { time: shortTime(keptAt) });
  if (!online) {
    return (
      <Note icon={<WifiOff aria-hidden="true" />}>
        {t('offline')} {age}
      </Note>
    );
  }
  if (switching) {
    return (
      <Note icon={<Route aria-hidden="true" />}>
        {t('switchingHost')} {age}
      </Note>
    );
  }
  if (!lost && keptAt === null) return null;
  return (
    <Note icon={<Spinner />}>
      {lost && t('streamLost')} {age}
    </Note>
  );
}

/**
 * It hangs from the edge of the bar, in the space that every page leaves below it. A trade page has no such space: there it
 * lies between the price and the periods of the chart, and without a bar at the edge of the window.
 */
function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className={cx(
        'ui-enter pointer-events-none fixed inset-x-0 top-[calc(var(--safe-top)+var(--nav-height))] z-30 flex justify-center px-2 print:hidden xl:top-[var(--topnav-height)]',
        'group-has-[[data-workspace]]/shell:max-l:top-[calc(var(--safe-top)+var(--nav-height)+2.75rem)] group-has-[[data-workspace]]/shell:l:max-xl:top-0',
        'group-has-[[data-workspace]]/shell:xl:top-auto group-has-[[data-workspace]]/shell:xl:bottom-1 sideways:group-has-[[data-workspace]]/shell:top-auto! sideways:group-has-[[data-workspace]]/shell:bottom-1',
      )}
    >
      <span className="flex items-center gap-1 rounded-b-control border border-t-0 border-line bg-surface-2 px-2 text-caption text-warn group-has-[[data-workspace]]/shell:rounded-full group-has-[[data-workspace]]/shell:border-t [&>svg]:size-3.5 [&>svg]:shrink-0">
        {icon}
        <span>{children}</span>
      </span>
    </div>
  );
}

/** Of today only the time: the note stays one line. */
function shortTime(moment: number): string {
  return formatDate(moment) === formatDate(Date.now()) ? formatClock(moment) : formatDateTime(moment);
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
