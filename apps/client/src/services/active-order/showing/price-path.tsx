/*
 * The price since entry as a small chart with the entry line. It reads the published ticks once, starting at the
 * entry's second, and then draws every new tick.
 */

import { listTicks } from '@candor/contract/calls/market';
import { useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { TICKS_MAX } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../api/request.ts';
import { usePrice, useTicks } from '../../live/live.ts';
import { isSettled } from '../following/order-phase.ts';
import { plotPath } from './plot-path.ts';
import type { PathPoint } from './plot-path.ts';

const LEAD_MS = 4_000;

export function PricePath({ order, className }: { order: OrderView; className?: string }) {
  const t = useTranslations('trade.order');
  const points = usePathPoints(order);
  const plot = plotPath(points, {
    fromMs: Date.parse(order.entryAt) - LEAD_MS,
    toMs: Date.parse(order.closesAt),
    entry: order.entryPrice === null ? null : { atMs: Date.parse(order.entryAt), price: Number(order.entryPrice) },
  });
  return (
    <figure aria-label={t('path')} className={cx('relative overflow-hidden rounded-control bg-surface-2', className)}>
      {plot !== null && (
        <>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute start-0 top-2 h-[calc(100%-1rem)] w-[calc(100%-0.5rem)] overflow-visible"
          >
            {plot.entry !== null && (
              <>
                {/* The ground goes on below the room that the last point needs at the edge. */}
                <rect width="110" height="50" y={order.direction === 'up' ? 0 : 50} className="fill-win opacity-8" />
                <line
                  x2="110"
                  y1={plot.entry.y}
                  y2={plot.entry.y}
                  vectorEffect="non-scaling-stroke"
                  strokeDasharray="4 4"
                  className="stroke-series"
                />
              </>
            )}
            <polyline
              points={plot.line}
              fill="none"
              strokeWidth="1.75"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-text-1"
            />
          </svg>
          <Dot at={plot.last} className="bg-text-1" />
          {plot.entry !== null && <Dot at={plot.entry} className="bg-series" />}
        </>
      )}
    </figure>
  );
}

/** Outside the stretched drawing, so that it stays round. */
function Dot({ at, className }: { at: { x: number; y: number }; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('absolute -ms-1 -mt-1 size-2 rounded-full ring-2 ring-surface-2', className)}
      style={{ left: `calc((100% - 0.5rem) * ${at.x / 100})`, top: `calc(0.5rem + (100% - 1rem) * ${at.y / 100})` }}
    />
  );
}

function usePathPoints(order: OrderView): PathPoint[] {
  const newest = usePrice(order.product);
  const [heard, setHeard] = useState<PathPoint[]>([]);
  const closesAtMs = Date.parse(order.closesAt);
  useTicks(order.product, (tick) => {
    const atMs = Date.parse(tick.at);
    if (atMs <= closesAtMs && tick.status === 'OK')
      setHeard((known) => [...known, { atMs, price: Number(tick.price) }]);
  });
  const published = useQuery({
    // Once settled, the whole path is read, so that it does not depend on which ticks this screen received.
    queryKey: ['orders', 'path', order.id, isSettled(order)],
    enabled: newest !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (newest === null) return [];
      // There is one tick a second, so the seconds since entry give the number of ticks to go back.
      const sinceEntry = Math.ceil((Date.parse(newest.at) - Date.parse(order.entryAt) + LEAD_MS) / 1_000);
      const fromSeq = Math.max(0, newest.seq - Math.min(Math.max(sinceEntry, 1), TICKS_MAX - 1));
      const ticks = await call(listTicks, {
        params: { code: order.product },
        query: { fromSeq, toSeq: newest.seq },
        signal,
      });
      return ticks
        .filter((tick) => tick.status === 'OK')
        .map((tick) => ({ atMs: Date.parse(tick.at), price: Number(tick.price) }));
    },
  });
  const lastPublishedMs = published.data?.at(-1)?.atMs ?? 0;
  return [...(published.data ?? []), ...heard.filter((point) => point.atMs > lastPublishedMs)];
}
