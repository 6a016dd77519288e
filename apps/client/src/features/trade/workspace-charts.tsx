/*
 * The charts of the desktop's workspace: one, two or four. One of them is active: it shows the product of the address, and the
 * ticket and the keys B and S belong to it. All share the app's one connection and its prices. Loaded with the desktop only.
 */

import { useEffect, useRef } from 'react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { usePrice } from '../../services/live/live.ts';
import { nameOf } from '../../services/market/product-list.ts';
import { shownCells, withActive, withPeriod } from './chart-cells.ts';
import type { ChartCell } from './chart-cells.ts';
import { changeChartCells, useChartCells } from './chart-layout.tsx';
import { TradeChart } from './trade-chart.tsx';

/** With less room there is one chart, and the choice is hidden (trade-wide.tsx). */
const CHARTS_REM = 38;
/** With less room two charts are one above the other. */
const SIDE_BY_SIDE_REM = 44;

type WorkspaceChartsProps = {
  /** Of the address. */
  product: ProductView;
  products: readonly ProductView[];
  onSwitch: (code: string) => void;
};

export function WorkspaceCharts({ product, products, onSwitch }: WorkspaceChartsProps) {
  const t = useTranslations('trade.workspace');
  const state = useChartCells();
  const heads = useRef<(HTMLButtonElement | null)[]>([]);
  const focusDue = useRef<number | null>(null);
  useEffect(() => {
    // The ticket of another product takes the place of this one, and moves the charts: the focus comes along.
    if (focusDue.current !== null) heads.current[focusDue.current]?.focus();
    focusDue.current = null;
  }, [state.active]);
  const room = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(room, CHARTS_REM);
  const isStacked = useIsNarrow(room, SIDE_BY_SIDE_REM);
  const shown = shownCells(
    state,
    product.code,
    products.map(({ code }) => code),
  );

  function pick(at: number) {
    const cell = shown[at];
    if (at === state.active || cell === undefined) return;
    if (heads.current[at] === document.activeElement) focusDue.current = at;
    changeChartCells((cells) => withActive(cells, at, shown));
    if (cell.code !== product.code) onSwitch(cell.code);
  }

  // The place is the same with one chart: it is measured, and the chosen layout returns with the room for it.
  if (state.layout === 1 || isNarrow) {
    return (
      <div ref={room} className="flex min-h-0 flex-1 flex-col">
        <TradeChart product={product} />
      </div>
    );
  }
  return (
    <div ref={room} className="flex min-h-0 flex-1 flex-col">
      <div
        role="group"
        aria-label={t('charts')}
        className={cx(
          'hairline-t grid min-h-0 flex-1 gap-px bg-line',
          (state.layout === 4 || !isStacked) && 'grid-cols-2',
          state.layout === 4 || isStacked ? 'grid-rows-[repeat(2,minmax(0,1fr))]' : 'grid-rows-[minmax(0,1fr)]',
        )}
      >
        {shown.map((cell, at) => (
          <Cell
            key={at}
            cell={cell}
            at={at}
            product={products.find(({ code }) => code === cell.code) ?? product}
            isActive={at === state.active}
            onPick={() => pick(at)}
            headRef={(head) => {
              heads.current[at] = head;
            }}
          />
        ))}
      </div>
    </div>
  );
}

type CellProps = {
  cell: ChartCell;
  at: number;
  product: ProductView;
  isActive: boolean;
  onPick: () => void;
  headRef: (head: HTMLButtonElement | null) => void;
};

function Cell({ cell: { interval, kind }, at, product, isActive, onPick, headRef }: CellProps) {
  const t = useTranslations('trade.workspace');
  const language = useLanguage();
  const price = usePrice(product.code);
  const name = nameOf(product, language);
  return (
    // A click anywhere in the cell picks it, after what was clicked has acted. The keyboard has the button in its head.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={t('cell', { number: at + 1, name })}
      onClick={onPick}
      className={cx(
        'relative flex min-h-0 min-w-0 flex-col bg-bg',
        isActive &&
          'after:pointer-events-none after:absolute after:inset-x-0 after:top-0 after:h-0.5 after:bg-selected',
      )}
    >
      <TradeChart
        product={product}
        cell={{
          period: {
            interval,
            kind,
            onChange: (period) => changeChartCells((cells) => withPeriod(cells, at, period)),
          },
          head: (
            <button
              ref={headRef}
              type="button"
              aria-pressed={isActive}
              aria-label={t('pick', { number: at + 1, name })}
              className={cx(
                'press flex min-h-11 max-w-[60%] shrink-0 items-center gap-2 ps-3 pe-1 text-body-s -outline-offset-2',
                isActive ? 'text-text-1' : 'text-text-2 hover:text-text-1',
              )}
            >
              <span className="min-w-0 truncate font-bold">{product.code}</span>
              <PriceText
                text={formatPrice(price?.price ?? product.last?.price)}
                direction="flat"
                className="tnum"
                {...(price === null ? {} : { flashKey: price.seq })}
              />
            </button>
          ),
        }}
      />
    </section>
  );
}
