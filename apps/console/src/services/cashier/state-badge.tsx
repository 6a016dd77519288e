import { CircleCheck, CircleMinus, CircleX, Clock, LoaderCircle, Undo2, UserRound, Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '../queue/status-badge.tsx';

/** As members see it: what is being decided has one colour, with whom it is says the icon. */
const APPEARANCE = {
  recharging: ['busy', LoaderCircle],
  pending: ['wait', Clock],
  reviewing: ['wait', UserRound],
  seconding: ['wait', Users],
  approved: ['good', CircleCheck],
  rejected: ['bad', CircleX],
  cancelled: ['quiet', CircleMinus],
  none: ['busy', Clock],
  sent: ['busy', LoaderCircle],
  arrived: ['good', CircleCheck],
  returning: ['wait', Undo2],
  returned: ['warn', Undo2],
} as const;

export type ReviewState = keyof typeof APPEARANCE;

/** The state of a deposit, a withdrawal or a payment. */
export function StateBadge({ state }: { state: ReviewState }) {
  const t = useTranslations('cashier.stateOf');
  const [tone, icon] = APPEARANCE[state];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(state)}
    </StatusBadge>
  );
}

export function isReviewState(text: string): text is ReviewState {
  return text in APPEARANCE;
}
