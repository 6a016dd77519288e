/* Releases of cards, identities and device keys: proposed by one operator, decided by another. */

import { useTranslations } from 'use-intl';
import { MARK_RELEASES } from '../../services/proposal/kinds.ts';
import { ProposalQueue, useReasonColumn } from '../../services/proposal/proposal-queue.tsx';

export function MarkReleasesPage() {
  const t = useTranslations('marks');
  return (
    <ProposalQueue
      kind={MARK_RELEASES}
      emptyHint={t('noReleasesHint')}
      columns={[{ name: 'kind', title: t('kind'), cell: ({ kind }) => t(`kindOf.${kind}`) }, useReasonColumn()]}
      facts={({ kind, mark }) => [
        [t('kind'), t(`kindOf.${kind}`)],
        [t('mark'), mark.slice(0, 12)],
      ]}
      effect={({ kind }) => t(`effectOf.${kind}`)}
    />
  );
}
