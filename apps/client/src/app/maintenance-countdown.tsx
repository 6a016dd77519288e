import type { MaintenanceArea, MaintenanceView } from '@candor/contract/notices';
import { maintenanceOf } from '@candor/domain/content/notice';
import { Banner } from '@candor/ui/banner.tsx';
import { Wrench } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { formatCountdown, formatDateTime, zoneLabel } from '../lib/time.ts';
import { useServerNow } from '../services/live/use-server-now.ts';

type Window = Pick<MaintenanceView['items'][number], 'startsAt' | 'endsAt'> & {
  /** Null: no announcement says more. */
  readonly id: string | null;
  readonly title: string | null;
  readonly areas: readonly MaintenanceArea[];
};
type Props = { windows: readonly Window[]; area: MaintenanceArea };

/** What is planned or runs here, until when, and how long that is. It leads to the announcement. */
export function MaintenanceCountdown({ windows, area }: Props) {
  const t = useTranslations('notices.strip');
  const common = useTranslations('common.actions');
  const nowMs = useServerNow();
  const timed = windows.map((window) => ({
    ...window,
    startsAtMs: Date.parse(window.startsAt),
    endsAtMs: Date.parse(window.endsAt),
  }));
  const found = maintenanceOf(timed, area, nowMs);
  if (found === undefined) return null;
  const { phase, untilMs } = found.phase;
  const until = new Date(untilMs).toISOString();
  return (
    <Banner
      tone={phase === 'running' ? 'warn' : 'info'}
      icon={<Wrench aria-hidden="true" strokeWidth={1.75} />}
      action={
        found.window.id !== null && (
          <a
            href={hrefTo(paths.notices(found.window.id))}
            className="inline-flex min-h-11 shrink-0 items-center rounded-control px-1 font-bold text-link"
          >
            {common('details')}
          </a>
        )
      }
    >
      {t(phase, { title: found.window.title ?? t('rest'), time: formatDateTime(until), zone: zoneLabel(until) })}{' '}
      {/* Read out once, not every second. */}
      <span role="timer" aria-live="off" className="tnum font-bold">
        {formatCountdown(untilMs - nowMs)}
      </span>
    </Banner>
  );
}
