/* The drawn chart with everything around the canvas: states, crosshair card, summary and table for readers. */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@candor/ui/states.tsx';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useDisplay } from '../../lib/preferences.ts';
import { messageOf } from '../api/api-error.ts';
import { useLiveStatus, useResync, useTicks } from '../live/live.ts';
import { useSite } from '../session/site.ts';
import { INTERVAL_MS, barAfterTick, barsSince, leavesGap } from './bars.ts';
import type { Bar } from './bars.ts';
import { BarCard, BarsTable, useChartSummary } from './bar-texts.tsx';
import { loadBars } from './candle-source.ts';
import type { CandleChartProps } from './candle-chart.tsx';
import { createChart } from './chart-adapter.ts';
import type { ChartHandle, ChartWords } from './chart-adapter.ts';
import { readPalette, watchPalette } from './chart-palette.ts';
import { createPaintLimit } from './paint-limit.ts';
import { useTouchScroll } from './use-touch-scroll.ts';

type Phase = { kind: 'loading' } | { kind: 'ready' } | { kind: 'empty' } | { kind: 'failed'; error: unknown };
type Crosshair = { bar: Bar; side: 'left' | 'right' };

const PAINT_EVERY_MS = 100;

export function ChartView(props: Omit<CandleChartProps, 'height'>) {
  const { product, decimals, interval, kind, indicators, orders, onReady } = props;
  const t = useTranslations('market.chart');
  const language = useLanguage();
  const { hollowUp } = useDisplay();
  const { currency } = useSite();
  const live = useLiveStatus();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  const shown = useRef({ product, interval });
  const [phase, setPhase] = useState<Phase>({ kind: 'loading' });
  const [crosshair, setCrosshair] = useState<Crosshair | null>(null);
  const [tableBars, setTableBars] = useState<readonly Bar[] | null>(null);
  const [spoken, setSpoken] = useState('');
  const [paint] = useState(() => createPaintLimit<Bar>(PAINT_EVERY_MS, (bar) => handle.current?.put(bar)));
  const summarize = useChartSummary(decimals, interval);
  useTouchScroll(frame);

  const words: ChartWords = {
    time: t('time'),
    open: t('open'),
    high: t('high'),
    low: t('low'),
    close: t('close'),
    volume: t('volume'),
  };

  const start = useEffectEvent((element: HTMLElement) =>
    createChart(element, {
      language,
      words,
      look: { palette: readPalette(), kind, hollowUp },
      load: (beforeMs) => loadBars(shown.current.product, shown.current.interval, beforeMs),
      onLoaded: (bars) => setPhase({ kind: bars.length === 0 ? 'empty' : 'ready' }),
      onFailed: (error) => setPhase({ kind: 'failed', error }),
      onCrosshair: (bar, side) => setCrosshair({ bar, side }),
    }),
  );
  const ready = useEffectEvent(() =>
    onReady?.({
      scrollToNow: () => handle.current?.scrollToNow(),
      showTable: () => setTableBars([...(handle.current?.bars() ?? [])].slice(-20)),
    }),
  );

  useEffect(() => {
    if (!canvas.current) return;
    const chart = start(canvas.current);
    handle.current = chart;
    ready();
    return () => {
      paint.cancel();
      handle.current = null;
      chart.remove();
    };
  }, [paint]);

  useEffect(() => {
    shown.current = { product, interval };
    paint.cancel();
    setPhase({ kind: 'loading' });
    setCrosshair(null);
    handle.current?.show(product, decimals, interval);
  }, [product, decimals, interval, paint]);

  useEffect(() => {
    const look = () => handle.current?.setLook({ palette: readPalette(), kind, hollowUp });
    look();
    return watchPalette(look);
  }, [kind, hollowUp]);

  useEffect(
    () => handle.current?.setIndicators({ ma: indicators.ma, vol: indicators.vol }),
    [indicators.ma, indicators.vol],
  );

  const relabel = useEffectEvent(() => handle.current?.setLanguage(language, words));
  useEffect(() => relabel(), [language]);

  const drawOrders = useEffectEvent(() =>
    handle.current?.setOrders(orders, (order) => formatMoney(order.stake, { symbol: currency.symbol })),
  );
  // Lists come anew with every render of a page; only what they say counts.
  const ordersKey = JSON.stringify(orders);
  useEffect(() => drawOrders(), [ordersKey, product, interval]);

  useTicks(product, (tick) => {
    const bars = handle.current?.bars();
    if (phase.kind === 'loading' || phase.kind === 'failed' || !bars) return;
    const bar = barAfterTick(paint.waiting() ?? bars.at(-1) ?? null, tick, INTERVAL_MS[interval]);
    if (bar === null) return;
    paint.put(bar);
    if (phase.kind === 'empty') setPhase({ kind: 'ready' });
  });

  useResync(() => void catchUp());

  /** Fills what was missed while the connection was down, without moving what the member looks at. */
  async function catchUp() {
    const wanted = shown.current;
    const last = handle.current?.bars().at(-1);
    if (!last) {
      handle.current?.reload();
      return;
    }
    try {
      const { bars } = await loadBars(wanted.product, wanted.interval, null);
      if (shown.current !== wanted) return;
      if (leavesGap(bars, last)) handle.current?.reload();
      else for (const bar of barsSince(bars, last)) handle.current?.put(bar);
    } catch {
      // The badge tells already that the connection is gone; the next resync comes here again.
    }
  }

  function retry() {
    setPhase({ kind: 'loading' });
    handle.current?.reload();
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -10,
      PageDown: 10,
      End: Number.MAX_SAFE_INTEGER,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const bar = handle.current?.moveCrosshair(step);
      if (bar) setSpoken(summarize.bar(bar));
    } else if (event.key === '+' || event.key === '=') handle.current?.zoom(1.2);
    else if (event.key === '-') handle.current?.zoom(0.83);
    else if (event.key === 'Escape' && crosshair) hideCrosshair();
    else return;
    event.preventDefault();
  }

  function hideCrosshair() {
    handle.current?.hideCrosshair();
    setCrosshair(null);
  }

  const drawn = phase.kind === 'ready';
  const reconnecting = live === 'waiting';

  return (
    <figure className="absolute inset-0 m-0" aria-label={t('label', { product })}>
      <div
        ref={frame}
        role="application"
        aria-label={t('keys')}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => crosshair && hideCrosshair()}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setCrosshair(null)}
        onTouchStart={() => setCrosshair(null)}
        className="absolute inset-0 touch-pan-y rounded-small -outline-offset-2"
      >
        <div ref={canvas} className={cx('absolute inset-0 [&>div]:touch-pan-y!', !drawn && 'invisible')} />
      </div>
      {phase.kind === 'loading' && <CandleSkeleton label={t('loading')} />}
      {phase.kind === 'empty' && (
        <Cover>
          <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
        </Cover>
      )}
      {phase.kind === 'failed' && (
        <Cover>
          <ErrorState
            title={t('failed')}
            action={
              <Button size="small" variant="secondary" onClick={retry}>
                {t('retry')}
              </Button>
            }
          >
            {messageOf(phase.error, language)}
          </ErrorState>
        </Cover>
      )}
      {drawn && crosshair && (
        <BarCard bar={crosshair.bar} side={crosshair.side} decimals={decimals} interval={interval} />
      )}
      {drawn && reconnecting && (
        <span
          role="status"
          className="ui-late absolute start-2 bottom-8 rounded-chip bg-surface-2 px-2 py-1 text-caption text-warn"
        >
          {t('reconnecting')}
        </span>
      )}
      <figcaption className="sr-only">
        {drawn && <ChartSummary read={() => summarize.chart(handle.current?.bars() ?? [])} />}
        <button type="button" onClick={() => setTableBars([...(handle.current?.bars() ?? [])].slice(-20))}>
          {t('table.open')}
        </button>
      </figcaption>
      <span role="status" className="sr-only">
        {spoken}
      </span>
      <BarsTable bars={tableBars} onClose={() => setTableBars(null)} decimals={decimals} interval={interval} />
    </figure>
  );
}

const SUMMARY_EVERY_MS = 10_000;

/** The chart in one sentence; renewed now and then, never announced by itself. */
function ChartSummary({ read }: { read: () => string }) {
  const [text, setText] = useState(read);
  const renew = useEffectEvent(() => setText(read()));
  useEffect(() => {
    const timer = setInterval(() => renew(), SUMMARY_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <p>{text}</p>;
}

function Cover({ children }: { children: React.ReactNode }) {
  return <div className="absolute inset-0 flex items-center justify-center overflow-auto bg-bg">{children}</div>;
}

const SKELETON_HEIGHTS = [34, 46, 40, 58, 52, 66, 60, 44, 50, 38, 56, 70, 62, 74, 64, 52, 58, 46, 40, 54, 62, 68];

function CandleSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="absolute inset-0 flex items-center justify-around px-2 pe-14 pb-6">
      {SKELETON_HEIGHTS.map((height, index) => (
        <div
          key={index}
          style={{ height: `${height * 0.7}%`, marginTop: `${(index % 5) * 6 - 12}%` }}
          className="w-[2.4%]"
        >
          <Skeleton className="size-full rounded-[2px]!" />
        </div>
      ))}
    </div>
  );
}
