/* How many charts the workspace shows: remembered per member on this device. */

import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Columns2, Grid2x2, Square } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { createAccountChoice } from '../../services/session/account-choice.ts';
import { CHART_LAYOUTS, readChartCells, withLayout } from './chart-cells.ts';
import type { ChartCells } from './chart-cells.ts';

const ONE_CHART = readChartCells(undefined);
const choice = createAccountChoice('desk-charts', readChartCells);

export const changeChartCells = choice.change;

export function useChartCells(): ChartCells {
  return choice.useChoice() ?? ONE_CHART;
}

const ICONS = { 1: Square, 2: Columns2, 4: Grid2x2 } as const;

/** @param product the active one */
export function ChartLayoutChoice({ product, className }: { product: string; className?: string }) {
  const t = useTranslations('trade.workspace');
  const { layout } = useChartCells();
  return (
    <div role="group" aria-label={t('charts')} className={cx('items-center', className)}>
      {CHART_LAYOUTS.map((each) => {
        const Icon = ICONS[each];
        return (
          <IconButton
            key={each}
            label={t(`layout.${each}`)}
            aria-pressed={each === layout}
            onClick={() => changeChartCells((cells) => withLayout(cells, each, product))}
            className={cx('w-9!', each === layout && 'text-selected!')}
          >
            <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          </IconButton>
        );
      })}
    </div>
  );
}
