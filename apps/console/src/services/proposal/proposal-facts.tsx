import { useTranslations } from 'use-intl';
import { Facts } from '../queue/facts.tsx';
import type { ProposalState } from './proposal-status.tsx';
import { useMomentText } from '../moments/moments.tsx';

type Person = { readonly username: string };

type Proposal = {
  readonly status: ProposalState;
  readonly reason: string;
  readonly maker: Person;
  readonly createdAt: string;
  readonly checker: Person | null;
  readonly decidedAt: string | null;
  readonly note: string | null;
};

/** Who proposed it and why, and who decided. */
export function ProposalFacts({ row }: { row: Proposal }) {
  const t = useTranslations('terms.changes');
  const terms = useTranslations('terms');
  const moment = useMomentText();
  return (
    <Facts
      facts={[
        [terms('reason'), row.reason],
        [t('maker'), row.maker.username],
        [t('createdAt'), moment(row.createdAt)],
        ...(row.status === 'proposed'
          ? []
          : ([
              [t('checker'), row.checker?.username ?? '—'],
              [t('decidedAt'), row.decidedAt === null ? '—' : moment(row.decidedAt)],
              [t('note'), row.note ?? '—'],
            ] as const)),
      ]}
    />
  );
}
