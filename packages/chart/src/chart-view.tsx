/* The drawn chart with everything around the canvas: states, crosshair card, summary and table for screen readers. */

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { EmptyState, ErrorState } from '@candor/ui/states.tsx';
import { cx } from '@candor/ui/cx';
import type { LiveTick } from '@candor/contract/live';
import { ChartCandlestick } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatMoney } from '@candor/ui/figures';
import { useChartHost } from './chart-host.ts';
import { INTERVAL_MS, barAfterTick, barAtNow, barsSince, hasVolume, leavesGap } from './bars.ts';
import type { Bar } from './bars.ts';
import { BarCard, BarsTable, useChartWords } from './bar-texts.tsx';
import { loadBars } from './candle-source.ts';
import type { CandleChartProps } from './chart-props.ts';
import type { FirstCandles } from './first-candles.ts';
import { createChart } from './chart-adapter.ts';
import type { ChartHandle } from './chart-adapter.ts';
import type { ChartWords } from './chart-stage.ts';
import { isIndicator, missingFor } from './indicators.ts';
import { attachGestures } from './chart-gestures.ts';
import { readPalette, watchPalette } from './chart-palette.ts';

/** `of` is the product and interval of this state. State of another product or interval is ignored. */
type Phase = { of: string } & ({ kind: 'loading' | 'ready' | 'empty' } | { kind: 'failed'; error: unknown });
/** The newest bars, asked for before there is a chart. */
type EarlyBars = { of: string; answer: ReturnType<typeof loadBars>; first: FirstCandles | null };
type Crosshair = { of: string; bar: Bar; side: 'left' | 'right' };
/** The table of bars. Null bars are still loading: until then the chart holds those of the interval before. */
type BarsShown = { of: string; bars: readonly Bar[] | null; isOpen: boolean };

const TABLE_BARS = 20;

type ChartViewProps = Omit<CandleChartProps, 'height'> & {
  /** Called before the frame that shows it: the chart is blank while its bars load. */
  onLoading: (isLoading: boolean) => void;
  /** The candles that were asked for before this code was there, once; null if there are none. */
  takeFirst: () => FirstCandles | null;
};

export function ChartView({ onLoading, takeFirst, ...props }: ChartViewProps) {
  const { product, decimals, interval, kind, indicators, timeZone, orders, onReady } = props;
  const t = useTranslations('market.chart');
  const host = useChartHost();
  const { language, hollowUp, currencySymbol, onTicks, newestTick, onResync, loadCandles } = host;
  const canvas = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  const [isMade, setMade] = useState(false);
  const remove = useRef<(() => void) | null>(null);
  /** The connection was there again before the chart was: what came between is read once it is. */
  const isBehind = useRef(false);
  const shown = useRef({ product, interval });
  const of = `${product} ${interval}`;
  const [state, setPhase] = useState<Phase>({ of, kind: 'loading' });
  const [pointed, setCrosshair] = useState<Crosshair | null>(null);
  const [table, setTable] = useState<BarsShown | null>(null);
  const [spoken, setSpoken] = useState('');
  // Not every source reports a quantity; an empty pane would say that nothing was traded. Until bars show that there is none,
  // its pane is laid out: one that came with the bars would have everything drawn twice.
  const [withoutVolume, setWithoutVolume] = useState<string | null>(null);
  const say = useChartWords({ decimals, interval, timeZone });
  const phase: Phase = state.of === of ? state : { of, kind: 'loading' };
  const crosshair = pointed?.of === of ? pointed : null;

  const isLoading = phase.kind === 'loading';
  useLayoutEffect(() => onLoading(isLoading), [isLoading, onLoading]);

  const words: ChartWords = {
    keys: t('keys'),
    time: t('time'),
    open: t('open'),
    high: t('high'),
    low: t('low'),
    close: t('close'),
    volume: t('volume'),
  };
  const nameShown = () => `${shown.current.product} ${shown.current.interval}`;
  const lastBars = () => (handle.current?.bars() ?? []).slice(-TABLE_BARS);
  const openTable = () => setTable({ of, bars: phase.kind === 'loading' ? null : lastBars(), isOpen: true });

  /** Gives its bars to a table that was opened while they loaded. */
  function fillTable(name: string) {
    setTable((opened) => (opened?.of === name && opened.bars === null ? { ...opened, bars: lastBars() } : opened));
  }

  function hideCrosshair() {
    handle.current?.hideCrosshair();
    setCrosshair(null);
  }

  const askForBars = useEffectEvent((): EarlyBars => {
    const taken = takeFirst();
    const first = taken?.of === of && taken.ticks() !== null ? taken : null;
    if (first === null) taken?.stop();
    const load = first === null ? loadCandles : async () => await first.candles;
    return { of, answer: loadBars(load, product, interval, null), first };
  });

  /** Draws what came while the first bars were on their way. */
  function drawTicksSince(first: FirstCandles) {
    first.stop();
    for (const tick of first.ticks() ?? []) put(tick);
  }

  function drawNewest() {
    const chart = handle.current;
    const newest = newestTick(shown.current.product);
    const bar = chart && newest && barAtNow(chart.newest(), newest, INTERVAL_MS[shown.current.interval]);
    if (bar) chart.put(bar);
  }

  function put(tick: LiveTick): boolean {
    const chart = handle.current;
    const bar = chart && barAfterTick(chart.newest(), tick, INTERVAL_MS[shown.current.interval]);
    if (bar) chart.put(bar);
    return Boolean(bar);
  }

  const start = useEffectEvent((element: HTMLElement, asked: EarlyBars) => {
    let early: EarlyBars | null = asked;
    let sinceAsked: FirstCandles | null = null;
    return createChart(element, {
      language,
      words,
      look: { palette: readPalette(), kind, hollowUp },
      load: async (beforeMs) => {
        const { answer = null, first = null } = early?.of === nameShown() ? early : {};
        early = null;
        sinceAsked = first;
        return await (answer ?? loadBars(loadCandles, shown.current.product, shown.current.interval, beforeMs));
      },
      onLoaded(bars) {
        setPhase({ of: nameShown(), kind: bars.length === 0 ? 'empty' : 'ready' });
        setWithoutVolume(bars.length === 0 || hasVolume(bars) ? null : shown.current.product);
        fillTable(nameShown());
        if (isBehind.current) void catchUp();
        else if (sinceAsked !== null) drawTicksSince(sinceAsked);
        sinceAsked = null;
        drawNewest();
      },
      onFailed: (error) => setPhase({ of: nameShown(), kind: 'failed', error }),
      onCrosshair: (bar, side) => setCrosshair({ of: nameShown(), bar, side }),
    });
  });
  const showTable = useEffectEvent(() => openTable());
  const ready = useEffectEvent(() =>
    onReady?.({
      scrollToNow: () => handle.current?.scrollToNow(),
      showTable: () => showTable(),
      volumeKnown: () => (handle.current === null || lastBars().length === 0 ? null : hasVolume(handle.current.bars())),
      hideCrosshair,
      extend: (make) => handle.current?.extend(make) ?? null,
    }),
  );
  const move = useEffectEvent((by: number) => {
    const bar = handle.current?.moveCrosshair(by);
    if (bar) setSpoken(say.bar(bar));
  });

  const make = useEffectEvent((element: HTMLElement, asked: EarlyBars) => {
    const chart = start(element, asked);
    handle.current = chart;
    setMade(true);
    const release = attachGestures(element, {
      move: (by) => move(by),
      zoom: chart.zoom,
      isPointing: () => chart.isPointing(),
      leave: hideCrosshair,
    });
    ready();
    return () => {
      release();
      handle.current = null;
      chart.remove();
    };
  });

  useEffect(() => {
    const element = canvas.current;
    if (!element || remove.current !== null) return;
    let left = false;
    // A chart that is made before its bars have come would be drawn twice. Making it and showing bars in it are two tasks:
    // on a slow phone a touch waits for each. If others are chosen meanwhile, it waits for those.
    const asked = askForBars();
    const go = () => {
      if (!left) remove.current = make(element, asked);
    };
    asked.answer.then(go, go);
    return () => {
      left = true;
    };
  }, [product, interval]);

  useEffect(
    () => () => {
      remove.current?.();
      remove.current = null;
      setMade(false);
    },
    [],
  );

  useEffect(() => {
    shown.current = { product, interval };
    if (isMade) handle.current?.show(product, decimals, interval);
  }, [isMade, product, decimals, interval]);

  useEffect(() => {
    if (!isMade) return;
    const look = () => handle.current?.setLook({ palette: readPalette(), kind, hollowUp });
    look();
    return watchPalette(look);
  }, [isMade, kind, hollowUp]);

  const volumeKnown = withoutVolume !== product;
  const indicatorsKey = indicators.filter((name) => missingFor(name, volumeKnown) === null).join(' ');
  useEffect(() => {
    if (isMade) handle.current?.setIndicators(indicatorsKey.split(' ').filter(isIndicator));
  }, [isMade, indicatorsKey]);

  useEffect(() => {
    if (isMade) handle.current?.setTimeZone(timeZone);
  }, [isMade, timeZone]);

  const translate = useEffectEvent(() => handle.current?.setLanguage(language, words));
  useEffect(() => {
    if (isMade) translate();
  }, [isMade, language]);

  const drawOrders = useEffectEvent(() =>
    handle.current?.setOrders(orders, (order) => formatMoney(order.stake, { symbol: currencySymbol })),
  );
  // A page passes new lists with every render; only their content counts.
  const ordersKey = JSON.stringify(orders);
  useEffect(() => {
    if (isMade) drawOrders();
  }, [isMade, ordersKey]);

  const take = useEffectEvent((tick: LiveTick) => {
    if (!handle.current || phase.kind === 'loading' || phase.kind === 'failed') return;
    if (put(tick) && phase.kind === 'empty') setPhase({ of, kind: 'ready' });
  });

  useEffect(() => onTicks(product, (tick) => take(tick)), [product, onTicks]);

  const resync = useEffectEvent(() => void catchUp());
  useEffect(() => onResync(() => resync()), [onResync]);

  /** Adds bars missed while the connection was down, without moving the part that the member looks at. */
  async function catchUp() {
    const wanted = shown.current;
    isBehind.current = handle.current === null;
    const last = handle.current?.bars().at(-1);
    if (!last) {
      handle.current?.reload();
      return;
    }
    try {
      const { bars } = await loadBars(loadCandles, wanted.product, wanted.interval, null);
      if (shown.current !== wanted) return;
      if (leavesGap(bars, last)) handle.current?.reload();
      else handle.current?.putAll(barsSince(bars, last));
    } catch {
      // The badge already shows that the connection is lost; the next resync tries again.
    }
  }

  function retry() {
    setPhase({ of, kind: 'loading' });
    handle.current?.reload();
  }

  const drawn = phase.kind === 'ready';

  return (
    <figure className="absolute inset-0 m-0" aria-label={t('label', { product })}>
      <div ref={canvas} className={cx('absolute inset-0', !drawn && 'invisible')} />
      {phase.kind === 'empty' && (
        <Cover>
          <EmptyState icon={<ChartCandlestick aria-hidden="true" strokeWidth={1.5} />} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
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
            {host.messageOf(phase.error)}
          </ErrorState>
        </Cover>
      )}
      {drawn && crosshair && (
        <BarCard
          bar={crosshair.bar}
          side={crosshair.side}
          decimals={decimals}
          interval={interval}
          timeZone={timeZone}
        />
      )}
      {drawn && indicators.some((name) => missingFor(name, volumeKnown) === 'volume') && (
        <p className="absolute end-20 bottom-8 rounded-control bg-surface-2 px-2 py-1 text-caption text-text-2">
          {t('noVolume')}
        </p>
      )}
      {drawn && host.isReconnecting && (
        <span
          role="status"
          className="ui-late absolute start-2 bottom-8 rounded-control bg-surface-2 px-2 py-1 text-caption text-warn"
        >
          {t('reconnecting')}
        </span>
      )}
      <figcaption className="sr-only">
        {drawn && <ChartSummary key={of} read={() => say.chart(handle.current?.bars() ?? [])} />}
        <button type="button" onClick={openTable}>
          {t('table.open')}
        </button>
      </figcaption>
      <span role="status" className="sr-only">
        {spoken}
      </span>
      <BarsTable
        open={table?.isOpen ?? false}
        bars={phase.kind === 'failed' ? [] : (table?.bars ?? null)}
        onClose={() => setTable(table && { ...table, isOpen: false })}
        decimals={decimals}
        interval={interval}
        timeZone={timeZone}
      />
    </figure>
  );
}

const SUMMARY_EVERY_MS = 10_000;

/** The chart in one sentence. Updated now and then, never announced by itself. */
function ChartSummary({ read }: { read: () => string }) {
  const [text, setText] = useState('');
  const renew = useEffectEvent(() => setText(read()));
  useEffect(() => {
    const first = setTimeout(() => renew(), 0);
    const timer = setInterval(() => renew(), SUMMARY_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return <p>{text}</p>;
}

function Cover({ children }: { children: ReactNode }) {
  return <div className="absolute inset-0 flex items-center justify-center overflow-auto bg-bg">{children}</div>;
}
