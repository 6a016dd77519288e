/* The queue of identity documents: what waits, both photos, what else is known, and the decision. */

import { useTranslations } from 'use-intl';
import { REVIEW_OWNERS, SUBMISSION_STATUSES } from '@candor/contract/verification';
import { MomentText } from '../../services/moments/moments.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { ReviewState } from './review-state.tsx';
import { useVerificationDesk } from './use-verification-desk.tsx';

export function VerificationsPage() {
  const t = useTranslations('verifications');
  const { forms, ...desk } = useVerificationDesk();
  return (
    <>
      <QueuePage
        {...desk}
        title={t('title')}
        filters={[
          {
            name: 'status',
            label: t('status'),
            // Without a choice, the server answers with what waits.
            allText: t('statuses.pending'),
            choices: (['verified', 'rejected'] as const).map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          {
            name: 'taken',
            label: t('taken'),
            choices: REVIEW_OWNERS.map((value) => ({ value, label: t(`owners.${value}`) })),
          },
          { name: 'username', label: t('username') },
        ]}
        columns={[
          { name: 'id', title: t('number'), isFrozen: true, cell: ({ id }) => <RowButton>{id}</RowButton> },
          { name: 'username', title: t('username'), cell: ({ username }) => username },
          {
            name: 'submittedAt',
            title: t('submittedAt'),
            cell: ({ submittedAt }) => <MomentText at={submittedAt} />,
          },
          {
            name: 'status',
            title: t('status'),
            cell: ({ status, takenBy }) => <ReviewState status={status} isTaken={takenBy !== null} />,
          },
          { name: 'takenBy', title: t('taken'), cell: ({ takenBy }) => takenBy?.username ?? '—' },
          { name: 'earlier', title: t('earlierCount'), isNumber: true, cell: ({ earlier }) => earlier },
          {
            name: 'duplicates',
            title: t('duplicates'),
            cell: ({ duplicates }) =>
              duplicates === 0 ? (
                '—'
              ) : (
                <StatusBadge tone="stop">{t('duplicateCount', { count: duplicates })}</StatusBadge>
              ),
          },
        ]}
        csv={{
          list: 'verifications',
          columns: [
            { name: 'id', title: t('number') },
            { name: 'username', title: t('username') },
            { name: 'submittedAt', title: t('submittedAt'), isMoment: true },
            {
              name: 'status',
              title: t('status'),
              words: Object.fromEntries(SUBMISSION_STATUSES.map((value) => [value, t(`statuses.${value}`)])),
            },
            { name: 'takenBy', title: t('taken') },
            { name: 'earlier', title: t('earlierCount') },
            { name: 'duplicates', title: t('duplicates') },
          ],
        }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {forms}
    </>
  );
}
