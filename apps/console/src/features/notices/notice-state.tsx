import type { NoticeState as State } from '@candor/contract/console-notices';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

const TONES = { draft: 'quiet', scheduled: 'wait', shown: 'good', over: 'quiet', withdrawn: 'bad' } as const;

export function NoticeState({ state }: { state: State }) {
  const t = useTranslations('notices.stateOf');
  return <StatusBadge tone={TONES[state]}>{t(state)}</StatusBadge>;
}
