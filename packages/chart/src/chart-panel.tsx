/*
 * The chart with its strip: intervals, indicators, table. Everything beyond the plain chart loads on demand.
 * Needs the texts of `market`.
 */

import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { cx } from '@candor/ui/cx';
import { useLayer } from '@candor/ui/modal-layers.tsx';
import { ChartSpline, Maximize2, Minimize2, PencilLine, Table2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { zoneLabel } from '@candor/ui/moments';
import { CandleChart } from './candle-chart.tsx';
import { ChartHostContext, useChartHost } from './chart-host.ts';
import type { ChartHost } from './chart-host.ts';
import { ChartControls, NewestButton } from './chart-controls.tsx';
import type { ChartPeriod } from './chart-controls.tsx';
import type { ChartOrder } from './chart-orders.ts';
import { useChartPreferences } from './chart-preferences.ts';
import type { CandleChartHandle } from './chart-props.ts';
import { zoneOf } from './chart-zone.ts';
import { drawingsKey, hasDrawings } from './drawings/kept-drawings.ts';
import { enterFullScreen } from './full-screen.ts';
import { shownOf, SUB_PANES_MAX } from './indicators.ts';

type LoadTexts = ChartHost['loadTexts'];

/** Created once per app, so that a loaded sheet shows at once in the next chart. */
const lazyPartsOf = new WeakMap<LoadTexts, ReturnType<typeof lazyParts>>();

/** The parts that load on demand, each with its texts. */
function lazyParts(loadTexts: LoadTexts) {
  async function withTexts<T>(load: () => Promise<T>): Promise<T> {
    const [module] = await Promise.all([load(), loadTexts(['chart'])]);
    return module;
  }
  return {
    IndicatorSheet: lazy(async () => ({
      default: (await withTexts(() => import('./indicator-sheet.tsx'))).IndicatorSheet,
    })),
    DrawingTools: lazy(async () => ({
      default: (await withTexts(() => import('./drawings/drawing-tools.tsx'))).DrawingTools,
    })),
    ZoneSheet: lazy(async () => ({ default: (await withTexts(() => import('./zone-sheet.tsx'))).ZoneSheet })),
  };
}

function useLazyParts() {
  const { loadTexts } = useChartHost();
  const parts = lazyPartsOf.get(loadTexts) ?? lazyParts(loadTexts);
  lazyPartsOf.set(loadTexts, parts);
  return parts;
}

/** One of several charts: it has its own period, a head in its strip, and leaves the tools to the full screen. */
export type ChartCellProps = { period: ChartPeriod; head: ReactNode };

type ChartPanelProps = {
  /** Product code. */
  product: string;
  decimals: number;
  orders: readonly ChartOrder[];
  /** Any CSS length, or "fill": the rest of the height in a flex column. */
  height?: string;
  cell?: ChartCellProps;
  /** Stands above the chart while it fills the screen: there the page around it cannot be seen. */
  fullHead?: (leave: () => void) => ReactNode;
};

type Sheets = { indicators: boolean; volumeKnown: boolean };

export function ChartPanel({ host, ...props }: ChartPanelProps & { host: ChartHost }) {
  return (
    <ChartHostContext value={host}>
      <Panel {...props} />
    </ChartHostContext>
  );
}

function Panel({ product, decimals, orders, height, cell, fullHead }: ChartPanelProps) {
  const t = useTranslations('market.chart');
  const { siteZone, deviceZone, isNarrow } = useChartHost();
  const { IndicatorSheet, DrawingTools, ZoneSheet } = useLazyParts();
  const preferences = useChartPreferences();
  const { indicators, zone } = preferences;
  const { interval, kind } = cell?.period ?? preferences;
  const timeZone = zoneOf(zone, siteZone, deviceZone);
  const chart = useRef<CandleChartHandle | null>(null);
  // Null until the sheet is opened for the first time.
  const [sheets, setSheets] = useState<Sheets | null>(null);
  const [zoneSheet, setZoneSheet] = useState<boolean | null>(null);
  const subPanesMax = isNarrow ? SUB_PANES_MAX.phone : SUB_PANES_MAX.wide;
  const panel = useRef<HTMLDivElement>(null);
  const [full, setFull] = useState(false);
  useFullScreen(panel, full, () => setFull(false));
  const FullIcon = full ? Minimize2 : Maximize2;
  const { keptAs, drawing, count, setDrawing, setCount } = useDrawing(product);
  const [ready, setReady] = useState<{ product: string; handle: CandleChartHandle } | null>(null);
  const drawButton = useRef<HTMLButtonElement>(null);
  const fills = full || height === 'fill';
  // A chart that fills a column reaches its edges; elsewhere icons and words align with the gutter.
  const hasGutter = full || height !== 'fill';
  // A small chart has no room for the tools; they come with the full screen.
  const hasTools = cell === undefined || full;
  return (
    <div
      ref={panel}
      {...(full ? { role: 'dialog', 'aria-modal': true, 'aria-label': t('label', { product }) } : {})}
      className={cx(
        'flex min-w-0 flex-col',
        fills && 'min-h-0 flex-1',
        full &&
          'fixed inset-0 z-50 h-dvh bg-bg ps-[max(1rem,env(safe-area-inset-left))] pe-[max(1rem,env(safe-area-inset-right))] pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]',
      )}
    >
      {full && fullHead?.(() => setFull(false))}
      <div className="@container">
        <div className={cx('flex items-center', cell === undefined || full ? 'flex-wrap justify-end' : '')}>
          {!full && cell?.head}
          <ChartControls
            className={cx('min-w-0 flex-1', hasGutter && '-ms-2')}
            isFull={full}
            {...(cell === undefined ? {} : { period: cell.period })}
          />
          {hasTools && (
            <>
              <IconButton
                ref={drawButton}
                label={count === 0 ? t('draw') : t('drawn', { count })}
                aria-expanded={drawing === 'open'}
                disabled={keptAs === null}
                onClick={() => setDrawing(drawing === 'open' ? 'seen' : 'open')}
                className={cx(drawing === 'open' && 'text-selected!')}
              >
                <PencilLine aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
              <IconButton
                label={t('indicators')}
                onClick={() => setSheets({ indicators: true, volumeKnown: chart.current?.volumeKnown() ?? true })}
              >
                <ChartSpline aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
              {/* Not the name of the button in the figure: two of one name cannot be told apart. */}
              <IconButton label={t('table.tool')} onClick={() => chart.current?.showTable()}>
                <Table2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
            </>
          )}
          <IconButton
            label={t(full ? 'leaveFullScreen' : 'fullScreen')}
            aria-expanded={full}
            onClick={() => setFull(!full)}
            className={cx(hasGutter && '-me-2')}
          >
            <FullIcon aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
      {keptAs !== null && drawing !== 'none' && ready?.product === product && (
        <Suspense fallback={drawing === 'open' && <div className="min-h-11" />}>
          <DrawingTools
            key={keptAs}
            keptAs={keptAs}
            chart={ready.handle}
            decimals={decimals}
            timeZone={timeZone}
            open={drawing === 'open'}
            onClose={() => {
              setDrawing('seen');
              drawButton.current?.focus();
            }}
            onCount={setCount}
            panel={panel}
          />
        </Suspense>
      )}
      <div
        className={cx('relative', fills && (cell === undefined ? 'min-h-[min(10rem,20dvh)] flex-1' : 'min-h-0 flex-1'))}
      >
        <div className={cx(fills && 'absolute inset-0')}>
          <CandleChart
            key={product}
            product={product}
            decimals={decimals}
            interval={interval}
            kind={kind}
            indicators={shownOf(indicators, subPanesMax)}
            timeZone={timeZone}
            orders={orders}
            {...(fills ? { height: '100%' } : height === undefined ? {} : { height })}
            onReady={(handle) => {
              chart.current = handle;
              setReady({ product, handle });
            }}
          />
        </div>
        {ready?.product === product && <NewestButton chart={ready.handle} />}
        <ZoneButton timeZone={timeZone} onPress={() => setZoneSheet(true)} />
      </div>
      {zoneSheet !== null && (
        <Suspense>
          <ZoneSheet open={zoneSheet} onClose={() => setZoneSheet(false)} />
        </Suspense>
      )}
      {sheets && (
        <Suspense>
          <IndicatorSheet
            open={sheets.indicators}
            onClose={() => setSheets({ ...sheets, indicators: false })}
            subPanesMax={subPanesMax}
            volumeKnown={sheets.volumeKnown}
          />
        </Suspense>
      )}
    </div>
  );
}

/** `none`: nothing to draw, nothing loaded; `seen`: existing drawings are shown; `open`: the tools are shown too. */
type Drawing = 'none' | 'seen' | 'open';

/** This member's drawings on this product. Their code loads if there are any, or when the tools are opened. */
function useDrawing(product: string) {
  const { account, kept } = useChartHost();
  const keptAs = account === '' ? null : drawingsKey(account, product);
  const [state, setState] = useState<{ of: string | null; drawing: Drawing; count: number } | null>(null);
  const { drawing, count } = state?.of === keptAs && state !== null ? state : { drawing: 'none' as const, count: 0 };
  useEffect(() => {
    if (keptAs === null) return;
    let isGone = false;
    void hasDrawings(kept, keptAs).then((has) => {
      if (has && !isGone) setState((now) => (now?.of === keptAs ? now : { of: keptAs, drawing: 'seen', count: 0 }));
    });
    return () => {
      isGone = true;
    };
  }, [kept, keptAs]);
  return {
    keptAs,
    drawing,
    count,
    setDrawing: (next: Drawing) => setState({ of: keptAs, drawing: next, count }),
    setCount: (next: number) => setState((now) => now && { ...now, count: next }),
  };
}

/** Placed where the two axes meet, because there are no figures there. */
function ZoneButton({ timeZone, onPress }: { timeZone: string; onPress: () => void }) {
  const t = useTranslations('market.chart');
  const [nowMs] = useState(useChartHost().now);
  const label = zoneLabel(nowMs, timeZone);
  return (
    <button
      type="button"
      aria-label={t('zone', { zone: label })}
      title={t('zone', { zone: label })}
      onClick={onPress}
      className="tnum absolute end-0 bottom-0 z-10 flex min-h-11 min-w-11 items-end justify-end rounded-control pe-1 text-caption text-text-3 -outline-offset-2 hover:text-text-1"
    >
      {label}
    </button>
  );
}

/** The button that opened it stays in place and keeps the focus. Back leaves, and Escape unless something inside uses it. */
function useFullScreen(panel: RefObject<HTMLDivElement | null>, full: boolean, onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useLayer(full, onLeave);
  useEffect(() => {
    if (!full || !panel.current) return;
    const exit = enterFullScreen(panel.current, () => leave());
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) leave();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      exit();
    };
  }, [full, panel]);
}
