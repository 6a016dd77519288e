/* The figures of one held position that change with the price or the clock. Cards and table rows use them. */

import type { OrderView } from '@candor/contract/trading';
import { CountdownRing } from '@candor/ui/countdown-ring.tsx';
import { cx } from '@candor/ui/cx';
import { PriceText } from '@candor/ui/price-text.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { Equal, Minus, Plus, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SignedMoney } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { formatPrice, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useLiveStatus, usePrice } from '../../services/live/live.ts';
import { closeNow } from './close-now.ts';
import type { Phase } from './held-positions.ts';

const DELAYED_AFTER_MS = 5_000;
const STALE_AFTER_MS = 15_000;

/** The ring during the countdown, a spinner while the result is on its way, then the sign of the result. */
export function PositionRing({ order, phase, size = 3.5 }: { order: OrderView; phase: Phase; size?: number }) {
  const t = useTranslations('orders');
  if (phase === 'settled') return <ResultSign status={order.status} size={size} />;
  if (phase === 'settling' || phase === 'late') {
    return (
      <span style={box(size)} className="inline-flex shrink-0 items-center justify-center text-info">
        <Spinner className="size-1/2!" />
      </span>
    );
  }
  return (
    <CountdownRing
      startsAtMs={Date.parse(order.entryAt)}
      endsAtMs={Date.parse(order.closesAt)}
      now={serverNow}
      size={size}
      width={size > 5 ? 6 : 3}
      label={t('remaining')}
    />
  );
}

const SIGNS = { won: Plus, lost: Minus, tied: Equal, voided: Undo2, open: Minus };

function ResultSign({ status, size }: { status: OrderView['status']; size: number }) {
  const Sign = SIGNS[status];
  return (
    <span
      style={box(size)}
      className={cx(
        'ui-enter inline-flex shrink-0 items-center justify-center rounded-full ui-tint [--tint-on:transparent]',
        status === 'won' ? 'text-win' : status === 'lost' ? 'text-lose' : 'text-flat',
      )}
    >
      <Sign aria-hidden="true" strokeWidth={1.75} className="size-1/2" />
    </span>
  );
}

function box(size: number) {
  return { width: `${size}rem`, height: `${size}rem` };
}

/** The current price, dimmed and marked as late when it is late; after settlement the exit price. */
export function CurrentPrice({ order, nowMs }: { order: OrderView; nowMs: number }) {
  const t = useTranslations('common.states');
  const live = usePrice(order.status === 'open' ? order.product : null);
  const connected = useLiveStatus() === 'open';
  if (order.status !== 'open') return <span className="tnum">{formatPrice(order.exitPrice)}</span>;
  if (live === null) return <span className="tnum">{UNKNOWN_FIGURE}</span>;
  const ageMs = nowMs - Date.parse(live.at);
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <PriceText
        text={formatPrice(live.price)}
        direction={live.direction}
        flashKey={live.seq}
        stale={!connected || ageMs > STALE_AFTER_MS}
      />
      {ageMs > DELAYED_AFTER_MS && <span className="text-caption text-warn">{t('delayed')}</span>}
    </span>
  );
}

/** 待定 until the entry tick arrives. */
export function EntryPrice({ order }: { order: OrderView }) {
  const t = useTranslations('orders');
  if (order.entryPrice !== null) return <span className="tnum">{formatPrice(order.entryPrice)}</span>;
  return <span className="text-text-2">{order.status === 'open' ? t('pendingEntry') : UNKNOWN_FIGURE}</span>;
}

type FloatingResultProps = { order: OrderView; phase: Phase; className?: string };

/**
 * The result if the order closed now; once settled, the real result. In between it shows nothing: the close is past,
 * and the current price no longer matters.
 */
export function FloatingResult({ order, phase, className }: FloatingResultProps) {
  const { currency } = useSite();
  const live = usePrice(order.status === 'open' ? order.product : null);
  const counts = phase === 'pending' || phase === 'running';
  const profit = order.profit ?? (counts ? closeNow(order, live?.price ?? null, currency)?.profit : undefined);
  if (profit === undefined) return <span className={cx('tnum text-flat', className)}>{UNKNOWN_FIGURE}</span>;
  return (
    <SignedMoney
      worded={order.profit === null ? 'open' : 'settled'}
      text={profit}
      {...(className === undefined ? {} : { className })}
    />
  );
}

export function PositionSkeleton() {
  return (
    <div className="rounded-card border border-line bg-surface-1 p-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-14 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-6 w-2/5" />
        </div>
        <Skeleton className="h-6 w-20" />
      </div>
      <Skeleton className="mt-4 h-10 w-full" />
    </div>
  );
}
