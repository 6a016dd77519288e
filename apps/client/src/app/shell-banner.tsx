/*
 * A note on the edge of the bar while something is wrong with the connection. It comes and goes by itself: where a page is
 * scrolled it moves nothing, and what lasts has room at its top, rather than hide the first line.
 */

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { Route, WifiOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { followOnline, isOnline, useOnline } from '../lib/online.ts';
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
  const lostAt = useLostAt();
  if (!online) {
    const asOf = age === '' && lostAt !== null ? t('dataOf', { time: shortTime(lostAt) }) : age;
    return (
      <Note isLasting icon={<WifiOff aria-hidden="true" />}>
        {t('offline')} {asOf}
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

type NoteProps = { icon: ReactNode; isLasting?: boolean; children: ReactNode };

/**
 * It hangs from the edge of the bar. What lasts is on a phone a line as wide as the window, with room of its own above the page;
 * what may be over in a second moves nothing. A trade page has no such room: there it lies between the price and the periods of
 * the chart, and without a bar at the edge of the window.
 */
function Note({ icon, isLasting = false, children }: NoteProps) {
  return (
    <div
      role="status"
      data-shell-note={isLasting ? 'line' : undefined}
      className={cx(
        'ui-enter pointer-events-none fixed inset-x-0 top-[calc(var(--safe-top)+var(--nav-height))] z-30 flex justify-center print:hidden xl:top-[var(--topnav-height)]',
        'group-has-[[data-workspace]]/shell:max-l:top-[calc(var(--safe-top)+var(--nav-height)+2.75rem)] group-has-[[data-workspace]]/shell:l:max-xl:top-0',
        'group-has-[[data-workspace]]/shell:xl:top-auto group-has-[[data-workspace]]/shell:xl:bottom-1 sideways:group-has-[[data-workspace]]/shell:top-auto! sideways:group-has-[[data-workspace]]/shell:bottom-1',
      )}
    >
      <span
        className={cx(
          'flex items-center justify-center gap-2 rounded-b-control border border-t-0 border-line bg-surface-2 px-3 text-caption text-warn [&>svg]:size-4 [&>svg]:shrink-0',
          'group-has-[[data-workspace]]/shell:rounded-full group-has-[[data-workspace]]/shell:border-t',
          isLasting && LINE,
        )}
      >
        {icon}
        <span>{children}</span>
      </span>
    </div>
  );
}

const LINE =
  'group-not-has-[[data-workspace]]/shell:max-xl:min-h-9 group-not-has-[[data-workspace]]/shell:max-xl:w-full group-not-has-[[data-workspace]]/shell:max-xl:rounded-none group-not-has-[[data-workspace]]/shell:max-xl:border-x-0 group-not-has-[[data-workspace]]/shell:max-xl:text-body-s';

/** When the connection was lost, as seen here; null while it is there, and if it was never there. */
function useLostAt(): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(
    () =>
      followOnline(() => {
        const now = Date.now();
        setLostAt((known) => (isOnline() ? null : (known ?? now)));
      }),
    [],
  );
  return lostAt;
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
