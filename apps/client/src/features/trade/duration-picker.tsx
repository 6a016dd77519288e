import { useId } from 'react';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import type { TicketModel } from './use-ticket.ts';
import { useDurationText } from '../../lib/duration.ts';
import { useFigures } from './ticket-words.ts';

type DurationPickerProps = {
  model: TicketModel;
  /** One row that may scroll; otherwise a grid. */
  inRow?: boolean;
  isLabelHidden?: boolean;
  /** 40 px each, in a column that a pointer moves in. */
  isDense?: boolean;
};

const COLUMNS = { 3: 'grid-cols-3', 4: 'grid-cols-4' } as const;

/** Three in a row, unless one would be left alone in the last. */
export function columnsFor(count: number): keyof typeof COLUMNS {
  return count > 1 && count % 3 === 1 ? 4 : 3;
}

/** When the order settles, and what it then pays: radio inputs, so arrow keys move between them. */
export function DurationPicker({ model, inRow = false, isLabelHidden = false, isDense = false }: DurationPickerProps) {
  const t = useTranslations('trade.ticket');
  const name = useId();
  const text = useDurationText();
  const { rate } = useFigures();
  const { ticket, terms, edit } = model;
  return (
    <fieldset className="min-w-0">
      <legend
        className={isLabelHidden ? 'sr-only' : 'mb-2 text-body-s font-medium text-text-2 short:sr-only small:sr-only'}
      >
        {t('duration')}
      </legend>
      <div
        className={
          inRow
            ? 'scroll-quiet -mx-1 flex gap-2 overflow-x-auto p-1'
            : `grid ${COLUMNS[columnsFor(terms.durations.length)]} gap-2 sideways:auto-cols-fr sideways:grid-flow-col sideways:grid-cols-none sideways:gap-1`
        }
      >
        {terms.durations.map((offer) => {
          const isChosen = offer.seconds === ticket.durationSec;
          return (
            <label
              key={offer.seconds}
              className={cx(
                'press relative flex min-h-11 cursor-pointer flex-col items-center justify-center rounded-control border px-1 whitespace-nowrap sideways:px-0',
                // On the narrowest phones half of one shows that more follow.
                inRow ? 'min-w-14.5 flex-1 py-1 s:min-w-13' : isDense ? 'min-h-10! leading-tight' : 'py-1 short:py-0',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen
                  ? 'border-selected bg-selected-tint text-text-1'
                  : 'border-transparent bg-surface-2 text-text-1',
              )}
            >
              <input
                type="radio"
                name={name}
                value={offer.seconds}
                checked={isChosen}
                onChange={() => edit({ type: 'duration', durationSec: offer.seconds })}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <span className="tnum text-body-s font-bold sideways:max-l:text-caption">{text(offer.seconds)}</span>
              <span className={cx('tnum text-caption', isChosen ? 'text-text-1' : 'text-text-3')}>
                {rate(offer.payoutRate)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
