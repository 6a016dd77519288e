import { EmptyState } from '@candor/ui/states.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { cx } from '@candor/ui/cx';
import { Check, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { zoneLabel } from '@candor/ui/moments';
import { useChartHost } from './chart-host.ts';
import { changeChartPreferences, useChartPreferences } from './chart-preferences.ts';
import { matchesZone, ZONE_CHOICES, zoneOf } from './chart-zone.ts';

/** The choice of the chart's time zone. */
export function ZoneSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('chart.zone');
  const { zone: chosen } = useChartPreferences();
  const { siteZone, deviceZone, now, kept } = useChartHost();
  const [nowMs] = useState(now);
  const [search, setSearch] = useState('');
  const rows = ZONE_CHOICES.map((choice) => {
    const timeZone = zoneOf(choice, siteZone, deviceZone);
    return { choice, timeZone, name: t(`names.${choice}`), offset: zoneLabel(nowMs, timeZone) };
  });
  const found = rows.filter(({ name, timeZone, offset }) => matchesZone(search, [name, timeZone, offset]));
  const close = () => {
    setSearch('');
    onClose();
  };
  return (
    <Sheet open={open} onClose={close} title={t('title')}>
      <TextField
        type="search"
        label={t('search')}
        reserveLine={false}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onClear={() => setSearch('')}
      />
      {found.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden="true" strokeWidth={1.5} />} title={t('noMatch', { text: search })} />
      )}
      <div role="group" aria-label={t('title')} className="-mx-2 mt-2 flex flex-col">
        {found.map(({ choice, timeZone, name, offset }) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chosen}
            onClick={() => {
              changeChartPreferences(kept, { zone: choice });
              close();
            }}
            className={cx(
              'press flex min-h-12 items-center gap-3 rounded-control px-2 text-start text-body-s -outline-offset-2 hover:bg-surface-2',
              choice === chosen ? 'font-bold text-selected' : 'text-text-1',
            )}
          >
            <span className="min-w-0 flex-1">
              {name}
              {(choice === 'auto' || choice === 'site') && (
                <span className="block text-caption font-normal text-text-3">{timeZone}</span>
              )}
            </span>
            <span className="tnum text-text-2">{offset}</span>
            <Check aria-hidden="true" className={cx('size-4.5', choice !== chosen && 'invisible')} />
          </button>
        ))}
      </div>
    </Sheet>
  );
}
