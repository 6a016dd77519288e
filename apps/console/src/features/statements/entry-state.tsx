import { useTranslations } from 'use-intl';
import type { StatementEntryLine } from '@candor/contract/console-statements';
import { StatusBadge } from '../../services/queue/status-badge.tsx';

const TONES = { open: 'wait', different: 'bad', matched: 'good', explained: 'quiet' } as const;

export function EntryState({ entry: { state } }: { entry: Pick<StatementEntryLine, 'state'> }) {
  const t = useTranslations('statements.stateOf');
  return <StatusBadge tone={TONES[state]}>{t(state)}</StatusBadge>;
}
