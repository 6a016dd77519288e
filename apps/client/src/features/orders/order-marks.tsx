/* The small signs of an order: direction, wallet, result. */

import type { OrderView } from '@candor/contract/trading';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { useTranslations } from 'use-intl';
import { Status } from '../../lib/status.tsx';
import type { StatusName } from '../../lib/status.tsx';
import type { Phase } from './held-positions.ts';

export function DirectionChip({ direction }: { direction: OrderView['direction'] }) {
  const t = useTranslations('common.direction');
  return (
    <StatusChip tone={direction} icon={direction}>
      {t(direction)}
    </StatusChip>
  );
}

export function OrderStatus({ order, phase }: { order: OrderView; phase: Phase }) {
  return <Status of={statusOf(order.status, phase)} />;
}

function statusOf(status: OrderView['status'], phase: Phase): StatusName {
  if (status !== 'open') return status;
  return phase === 'settling' || phase === 'late' ? 'settling' : 'counting';
}
