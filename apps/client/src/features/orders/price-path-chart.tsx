/* The price path from entry to close: a line, the entry level, the winning side tinted, and a slider to read it. */

import { useEffect, useId, useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { formatClock } from '../../lib/time.ts';
import { useTicks } from '../../services/live/live.ts';
import { usePricePath } from './order-queries.ts';
import { drawPath, extendPath, labelSide } from './price-path.ts';
import type { Drawing, PathPoint } from './price-path.ts';

export function PricePathChart({ order }: { order: OrderView }) {
  const t = useTranslations('orders.path');
  const query = usePricePath(order);
  const live = useLivePoints(order);
  const settled = order.status !== 'open';
  const known = query.data?.points ?? [];
  const points = settled ? known : extendPath(known, live);
  const drawing = drawPath(order, points);
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-body-s font-bold">{t('title')}</span>
        {query.data && <span className="text-caption text-text-3">{t(query.data.source)}</span>}
      </figcaption>
      {drawing ? (
        <Drawn order={order} points={points} drawing={drawing} />
      ) : query.isError ? (
        <div className="flex h-45 items-center justify-center rounded-control bg-surface-2">
          <PartFailed onRetry={() => void query.refetch()} />
        </div>
      ) : query.isLoading ? (
        <Skeleton className="h-45" />
      ) : (
        <p className="flex h-45 items-center justify-center rounded-control bg-surface-2 px-4 text-center text-body-s text-text-3">
          {settled ? t('none') : t('pending')}
        </p>
      )}
    </figure>
  );
}

/** Ticks that arrive while the page is open; the recorded ones are read once. */
function useLivePoints(order: OrderView): PathPoint[] {
  const [points, setPoints] = useState<PathPoint[]>([]);
  const fromMs = Date.parse(order.entryAt);
  const untilMs = Date.parse(order.closesAt);
  const open = order.status === 'open';
  useTicks(order.product, ({ at, price, status }) => {
    const atMs = Date.parse(at);
    if (!open || status !== 'OK' || atMs < fromMs || atMs > untilMs) return;
    setPoints((before) => [...before, { atMs, price }]);
  });
  return points;
}

const LABEL_AT = { above: '-mt-1 -translate-y-full', below: 'mt-1' } as const;

type DrawnProps = { order: OrderView; points: readonly PathPoint[]; drawing: Drawing };

function Drawn({ order, points, drawing }: DrawnProps) {
  const t = useTranslations('orders.path');
  const settled = order.status !== 'open';
  const last = points.length - 1;
  const replay = useReplay(last);
  const shownIndex = Math.min(replay.index ?? last, last);
  const place = drawing.places[shownIndex];
  const point = points[shownIndex];
  const sliderId = useId();
  if (place === undefined || point === undefined) return null;
  const label = t('at', { time: formatClock(point.atMs), price: formatPrice(point.price) });
  return (
    <>
      <div className="relative h-45 overflow-hidden rounded-control bg-surface-2">
        <WinningSide order={order} entryY={drawing.entryY} />
        <span
          className="absolute inset-x-0 border-t border-dashed border-series"
          style={{ top: `${drawing.entryY}%` }}
          aria-hidden="true"
        />
        <span
          className={cx(
            'tnum absolute start-4 z-10 rounded-control bg-surface-2/80 px-1 text-caption text-text-1',
            LABEL_AT[labelSide(drawing, drawing.entryY, 'start')],
          )}
          style={{ top: `${drawing.entryY}%` }}
        >
          {t('entry', { price: formatPrice(order.entryPrice) })}
        </span>
        {settled && shownIndex === last && order.exitPrice !== null && (
          <span
            className={cx(
              'tnum absolute end-4 z-10 rounded-control bg-surface-2/80 px-1 text-caption text-text-1',
              LABEL_AT[labelSide(drawing, place.y, 'end')],
            )}
            style={{ top: `${place.y}%` }}
          >
            {t('exit', { price: formatPrice(order.exitPrice) })}
          </span>
        )}
        {/* Space for half a marker at both ends, so that markers are on the line. */}
        <div className="absolute inset-x-2 inset-y-0">
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
          >
            <Line d={drawing.line} className={settled ? 'opacity-30' : ''} />
          </svg>
          {settled && (
            <svg
              aria-hidden="true"
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="absolute inset-0 size-full"
              // The replayed part is highlighted against the part still to come.
              style={{ clipPath: `inset(0 ${100 - place.x}% 0 0)` }}
            >
              <Line d={drawing.line} />
            </svg>
          )}
          <Marker x={0} y={drawing.entryY} tone="bg-series" />
          <Marker x={place.x} y={place.y} tone={settled ? resultTone(order.status) : 'bg-text-1'} />
        </div>
      </div>
      <div className="tnum flex justify-between text-caption text-text-3">
        <span>{formatClock(order.entryAt)}</span>
        <span className="text-text-2">{label}</span>
        <span>{formatClock(order.closesAt)}</span>
      </div>
      {settled && last > 0 && (
        <div className="flex items-center gap-2">
          <IconButton label={t(replay.isPlaying ? 'pause' : 'play')} onClick={replay.toggle} className="-ms-2 shrink-0">
            {replay.isPlaying ? (
              <Pause aria-hidden="true" className="size-5" strokeWidth={1.75} />
            ) : (
              <Play aria-hidden="true" className="size-5" strokeWidth={1.75} />
            )}
          </IconButton>
          <label htmlFor={sliderId} className="sr-only">
            {t('replay')}
          </label>
          <input
            id={sliderId}
            type="range"
            min={0}
            max={last}
            value={shownIndex}
            aria-valuetext={label}
            onChange={(event) => replay.seek(event.currentTarget.valueAsNumber)}
            className="h-11 w-full cursor-pointer accent-[var(--selected)]"
          />
        </div>
      )}
    </>
  );
}

function Line({ d, className }: { d: string; className?: string }) {
  return (
    <path
      d={d}
      fill="none"
      stroke="var(--text-2)"
      strokeWidth={1.5}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      className={className}
    />
  );
}

/** A buy-up order wins above the entry, a buy-down order below it. */
function WinningSide({ order, entryY }: { order: OrderView; entryY: number }) {
  const up = order.direction === 'up';
  return (
    <span
      aria-hidden="true"
      className={cx('absolute inset-x-0 bg-win opacity-[0.09]', up ? 'top-0' : 'bottom-0')}
      style={{ height: `${up ? entryY : 100 - entryY}%` }}
    />
  );
}

function Marker({ x, y, tone }: { x: number; y: number; tone: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface-2', tone)}
      style={{ left: `${x}%`, top: `${y}%` }}
    />
  );
}

function resultTone(status: OrderView['status']): string {
  return status === 'won' ? 'bg-win' : status === 'lost' ? 'bg-lose' : 'bg-flat';
}

/**
 * A whole replay takes this long, no matter how many points it has. With few points, one point takes at most this long.
 */
const WHOLE_MS = 8_000;
const STEP_MS_MAX = 400;

type Replay = {
  /** The shown point; null is the last one. */
  index: number | null;
  isPlaying: boolean;
  /** Plays from the current point (from the start if it is at the end), or stops. */
  toggle: () => void;
  seek: (index: number) => void;
};

/** @param last the number of the last point */
function useReplay(last: number): Replay {
  const [index, setIndex] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const isRunning = isPlaying && index !== null && index < last;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setIndex((now) => Math.min((now ?? 0) + 1, last)), stepMs(last));
    return () => clearInterval(timer);
  }, [isRunning, last]);
  return {
    index,
    isPlaying: isRunning,
    toggle() {
      setPlaying(!isRunning);
      if (!isRunning && (index === null || index >= last)) setIndex(0);
    },
    seek(chosen) {
      setPlaying(false);
      setIndex(chosen);
    },
  };
}

function stepMs(last: number): number {
  return Math.min(STEP_MS_MAX, WHOLE_MS / Math.max(1, last));
}
