import { Text, Timeline } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useReasonWords } from '../reason/reason-words.ts';
import { isReviewState } from './state-badge.tsx';
import { useMomentText } from '../moments/moments.tsx';

type Step = {
  readonly state: string;
  readonly at: string;
  readonly reason: string | null;
  readonly note: string | null;
  readonly by: { readonly username: string } | null;
};

/** What happened, when, and by whom. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const momentText = useMomentText();
  const t = useTranslations('cashier');
  const reasonText = useReasonWords();
  return (
    <Timeline active={steps.length - 1} bulletSize={12} lineWidth={2} color="accent.8">
      {steps.map(({ state, at, reason, note, by }, index) => (
        <Timeline.Item
          key={`${index}:${state}`}
          title={isReviewState(state) ? t(`stateOf.${state}`) : state}
          styles={{ itemTitle: { fontSize: 'var(--mantine-font-size-sm)', fontWeight: 500 } }}
        >
          <Text fz="xs" c="dimmed" className="figures">
            {momentText(at)}
            {` · ${by?.username ?? t(isOfMember(state, reason, index) ? 'byMember' : 'bySite')}`}
          </Text>
          {reason !== null && <Text fz="xs">{reasonText(reason, note)}</Text>}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** Without an operator it was the member who asked, paid or cancelled; all else the site did by itself. */
function isOfMember(state: string, reason: string | null, index: number): boolean {
  return index === 0 || state === 'pending' || (state === 'cancelled' && reason !== 'EXPIRED');
}
