import { useTranslations } from 'use-intl';
import type { OperatorOrderLine } from '@candor/contract/console-orders';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

const TONES = { open: 'busy', won: 'good', lost: 'quiet', tied: 'quiet', voided: 'warn' } as const;

export function OrderState({ order: { status } }: { order: Pick<OperatorOrderLine, 'status'> }) {
  const t = useTranslations('orders.stateOf');
  return <StatusBadge tone={TONES[status]}>{t(status)}</StatusBadge>;
}
