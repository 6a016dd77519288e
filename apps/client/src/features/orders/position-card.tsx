import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { phaseOf } from './held-positions.ts';
import { DirectionChip, OrderStatus } from './order-marks.tsx';
import { useProductName } from './order-words.ts';
import { CurrentPrice, EntryPrice, FloatingResult, PositionRing } from './position-figures.tsx';

type PositionCardProps = {
  order: OrderView;
  nowMs: number;
  /** Used when the detail is beside the list: selects the order instead of leaving the page. */
  onSelect?: () => void;
  selected?: boolean;
};

/** One held position, or its result for ten seconds. The whole card opens the detail. */
export function PositionCard({ order, nowMs, onSelect, selected = false }: PositionCardProps) {
  const className = cx(
    'press block w-full rounded-card border bg-surface-1 p-4 text-start shadow-card',
    selected ? 'border-selected' : 'border-line',
  );
  const inner = <CardFace order={order} nowMs={nowMs} />;
  if (onSelect) {
    return (
      <button type="button" aria-pressed={selected} onClick={onSelect} className={className}>
        {inner}
      </button>
    );
  }
  return (
    <a href={hrefTo(paths.order(order.id))} className={className}>
      {inner}
    </a>
  );
}

function CardFace({ order, nowMs }: { order: OrderView; nowMs: number }) {
  const t = useTranslations('orders');
  const amounts = useAmounts();
  const nameOf = useProductName();
  const phase = phaseOf(order, nowMs);
  const settled = phase === 'settled';
  return (
    <>
      {/* In a narrow column the result goes below the name: neither is cut or broken. */}
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PositionRing order={order} phase={phase} />
        <span className="min-w-0 flex-1 basis-auto">
          <span className="block text-body font-bold break-keep">{nameOf(order.product)}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
            <DirectionChip direction={order.direction} />
            <span className="tnum text-body-s text-text-2">{amounts(order.stake)}</span>
          </span>
        </span>
        <span className="ms-auto shrink-0 text-end">
          <span className="block text-caption text-text-3">{settled ? t('result') : t('closeNowHint')}</span>
          <FloatingResult order={order} phase={phase} className="text-title-2" />
        </span>
      </span>
      <span className="hairline-t mt-3 flex flex-wrap justify-between gap-x-3 gap-y-2 pt-3 text-body-s">
        <Fact name={t('entryPrice')}>
          <EntryPrice order={order} />
        </Fact>
        <Fact name={settled ? t('exitPrice') : t('currentPrice')}>
          <CurrentPrice order={order} nowMs={nowMs} />
        </Fact>
        <span className="text-end">
          <span className="block text-caption text-text-3">{t('settlesAt')}</span>
          {phase === 'running' || phase === 'pending' ? (
            <span className="tnum">{formatClock(order.closesAt)}</span>
          ) : (
            <OrderStatus order={order} phase={phase} />
          )}
        </span>
      </span>
      {phase === 'late' && <span className="mt-2 block text-caption text-text-2">{t('lateHint')}</span>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <span>
      <span className="block text-caption text-text-3">{name}</span>
      {children}
    </span>
  );
}
