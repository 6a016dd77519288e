import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { formatClock, formatDate } from '../../lib/time.ts';
import { useService } from './support-queries.ts';

/** Whether somebody answers now. Outside the hours it says when a message will be read. */
export function HoursLine() {
  const t = useTranslations('support.hours');
  const { data: service } = useService();
  return (
    <p
      role="status"
      className="flex min-h-9 items-center gap-2 rounded-small bg-surface-2 px-3 py-1.5 text-body-s text-text-2"
    >
      {service !== undefined && (
        <>
          <span
            aria-hidden="true"
            className={cx('size-2 shrink-0 rounded-full', service.isOpen ? 'bg-success' : 'bg-warn')}
          />
          {service.changesAt === null
            ? t(service.isOpen ? 'always' : 'never')
            : service.isOpen
              ? t('open', { until: clockOf(service.changesAt) })
              : t('closed', { when: whenOf(service.changesAt) })}
        </>
      )}
    </p>
  );
}

/** In the person's own zone. */
function clockOf(moment: string): string {
  return formatClock(moment).slice(0, 5);
}

/** With its date, if that is not today. */
function whenOf(moment: string): string {
  const date = formatDate(moment);
  return date === formatDate(Date.now()) ? clockOf(moment) : `${date.slice(5)} ${clockOf(moment)}`;
}
