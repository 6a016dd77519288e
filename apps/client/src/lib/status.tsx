/* The only table of statuses for the whole product: word, tone and icon of each. */

import { StatusChip } from '@candor/ui/status-chip.tsx';
import type { ChipIcon, ChipTone } from '@candor/ui/status-chip.tsx';
import { useTranslations } from 'use-intl';

const STATUSES = {
  recharging: ['info', 'ring'],
  reviewing: ['warn', 'clock'],
  pendingReview: ['warn', 'clock'],
  approved: ['success', 'check'],
  credited: ['success', 'check'],
  rejected: ['danger', 'cross'],
  cancelled: ['neutral', 'minus'],
  awaitingRepayment: ['info', 'hourglass'],
  repaid: ['success', 'check'],
  notVerified: ['warn', 'shield'],
  verified: ['success', 'shield'],
  verificationPending: ['warn', 'clock'],
  verificationRejected: ['danger', 'cross'],
  trading: ['success', 'dot'],
  closed: ['neutral', 'dot'],
  forbidden: ['danger', 'dot'],
  tied: ['neutral', 'equal'],
  voided: ['neutral', 'minus'],
  settling: ['info', 'ring'],
  payoutToCome: ['info', 'hourglass'],
  payoutSent: ['info', 'ring'],
  payoutArrived: ['success', 'check'],
  payoutReturned: ['warn', 'back'],
  placing: ['info', 'ring'],
  counting: ['info', 'ring'],
  won: ['win', 'plus'],
  lost: ['lose', 'minus'],
} as const satisfies Record<string, readonly [ChipTone, ChipIcon]>;

export type StatusName = keyof typeof STATUSES;

export function Status({ of: name }: { of: StatusName }) {
  const t = useTranslations('common.status');
  const [tone, icon] = STATUSES[name];
  return (
    <StatusChip tone={tone} icon={icon}>
      {t(name)}
    </StatusChip>
  );
}
