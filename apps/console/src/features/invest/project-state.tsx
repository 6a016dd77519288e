import { useTranslations } from 'use-intl';
import type { OperatorProject } from '@candor/contract/console-invest';
import { projectStatus } from '@candor/domain/invest/project';
import type { ProjectStatus as Status } from '@candor/domain/invest/project';
import { parseMoney, ZERO } from '@candor/domain/money';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { termsOf } from './project-draft.ts';
import { nowMs } from './use-invest.ts';

const TONES = { upcoming: 'wait', open: 'good', soldOut: 'busy', closed: 'quiet' } as const satisfies Record<
  Status,
  string
>;

/** What members see of the project now, by the rule that sells it. */
export function ProjectState({ project }: { project: OperatorProject }) {
  const t = useTranslations('invest.stateOf');
  const currency = useSiteCurrency();
  const read = termsOf(project.terms, currency);
  const sold = parseMoney(project.sold, currency);
  if ('wrong' in read) return null;
  const facts = { nowMs: nowMs(), active: project.terms.active, sold: sold.ok ? sold.value : ZERO };
  const status = projectStatus(read.terms, facts);
  return <StatusBadge tone={TONES[status]}>{t(status)}</StatusBadge>;
}
