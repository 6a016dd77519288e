import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ReviewItem } from '@candor/contract/verification';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

const APPEARANCE = {
  pending: ['wait', Clock],
  reviewing: ['busy', Clock],
  verified: ['good', CircleCheck],
  rejected: ['bad', CircleX],
} as const;

/** The state of a submission, in the words and colours of the other queues. */
export function ReviewState({ status, isTaken = false }: Pick<ReviewItem, 'status'> & { isTaken?: boolean }) {
  const t = useTranslations('verifications.statuses');
  const reviewing = useTranslations('cashier.stateOf')('reviewing');
  const [tone, icon] = APPEARANCE[status === 'pending' && isTaken ? 'reviewing' : status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {status === 'pending' && isTaken ? reviewing : t(status)}
    </StatusBadge>
  );
}
