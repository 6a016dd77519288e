import { Button } from '@candor/ui/button.tsx';
import { Checkbox } from '@candor/ui/checkbox.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useChartHost } from './chart-host.ts';
import { changeChartPreferences, toggleIndicator, useChartPreferences } from './chart-preferences.ts';
import { missingFor, offered, shownOf } from './indicators.ts';
import type { IndicatorName } from './indicators.ts';

type IndicatorSheetProps = {
  open: boolean;
  onClose: () => void;
  subPanesMax: number;
  /** False if the bars have no volume. */
  volumeKnown: boolean;
};

/** The choice of indicators: over the bars and below them, each with one sentence. */
export function IndicatorSheet({ open, onClose, subPanesMax, volumeKnown }: IndicatorSheetProps) {
  const t = useTranslations('chart');
  const { kept } = useChartHost();
  const { indicators, uses } = useChartPreferences();
  // The order stays the same while the sheet is open; otherwise rows would jump under the finger.
  const [order] = useState(() => ({ main: offered('main', uses), sub: offered('sub', uses) }));
  const chosen = shownOf(indicators, subPanesMax);
  const rows = (names: readonly IndicatorName[]) =>
    names.map((name) => (
      <IndicatorRow
        key={name}
        name={name}
        chosen={chosen.includes(name)}
        missing={missingFor(name, volumeKnown)}
        onToggle={() => toggleIndicator(kept, name, subPanesMax)}
      />
    ));
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('sheet.title')}
      footer={
        <Button
          variant="secondary"
          block
          disabled={chosen.length === 0}
          onClick={() => changeChartPreferences(kept, { indicators: [] })}
        >
          {t('sheet.reset')}
        </Button>
      }
    >
      {(['main', 'sub'] as const).map((pane) => (
        <fieldset key={pane} className="mb-4 min-w-0">
          <legend className="text-body-s font-bold text-text-1">{t(`sheet.${pane}`)}</legend>
          {pane === 'sub' && <p className="text-caption text-text-3">{t('sheet.subHint', { count: subPanesMax })}</p>}
          {rows(order[pane].first)}
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-body-s text-text-2 hover:text-text-1 [&::-webkit-details-marker]:hidden">
              {t('sheet.more')}
              <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" strokeWidth={1.75} />
            </summary>
            {rows(order[pane].more)}
          </details>
        </fieldset>
      ))}
    </Sheet>
  );
}

type IndicatorRowProps = {
  name: IndicatorName;
  chosen: boolean;
  missing: ReturnType<typeof missingFor>;
  onToggle: () => void;
};

function IndicatorRow({ name, chosen, missing, onToggle }: IndicatorRowProps) {
  const t = useTranslations('chart');
  return (
    <Checkbox
      checked={chosen}
      onChange={onToggle}
      // A value that no source reports will not be there for another product either.
      disabled={missing === 'turnover'}
      label={
        <span className="block py-1">
          <span className="block font-bold text-text-1">{name}</span>
          <span className="block text-caption text-text-2">{t(`indicators.${name}`)}</span>
          {missing !== null && <span className="block text-caption text-warn">{t(`missing.${missing}`)}</span>}
        </span>
      }
    />
  );
}
