/* The queue of identity documents: what waits, both photos, what else is known, and the decision. */

import { useState } from 'react';
import { Badge, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listReviews, readReview } from '@candor/contract/calls/console/verification';
import { REVIEW_OWNERS } from '@candor/contract/verification';
import type { ReviewItem, ReviewView } from '@candor/contract/verification';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import { queueKey, queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RejectForm } from './reject-form.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { VerifyForm } from './verify-form.tsx';
import { MomentText } from '../../services/moments/moments.tsx';

type Asked = { kind: 'verify' | 'reject'; item: Pick<ReviewItem, 'id' | 'version' | 'username' | 'language'> };

export function VerificationsPage() {
  const t = useTranslations('verifications');
  const may = useMay();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayReview = may('identity:verification:review');
  /** Only who took a waiting submission decides it. */
  const ask = (kind: Asked['kind']) => (item: Asked['item'] & Pick<ReviewItem, 'status' | 'takenBy'>) => {
    if (mayReview && item.status === 'pending' && item.takenBy?.isMe === true) setAsked({ kind, item });
  };
  /** The answer of an act is the submission as it is now: it is not opened a second time. */
  const done = async (view: ReviewView) => {
    setAsked(null);
    client.setQueryData(['review', view.id], view);
    await Promise.all([
      client.invalidateQueries({ queryKey: queueKey(listReviews) }),
      client.invalidateQueries({ queryKey: ['counters'] }),
    ]);
  };
  /** A submission that has left the list. One that is decided does not change any more: it is not opened a second time. */
  const readOne = async (id: string, signal: AbortSignal): Promise<ReviewItem> => {
    const known = client.getQueryData<ReviewView>(['review', id]);
    const isFinal = known !== undefined && known.status !== 'pending';
    const view = isFinal ? known : await call(readReview, { params: { id }, signal });
    client.setQueryData(['review', id], view);
    return itemOf(view);
  };
  return (
    <>
      <QueuePage
        {...queueOf(listReviews)}
        title={t('title')}
        versionOf={({ version }) => version}
        readOne={readOne}
        areKeysOff={asked !== null}
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
          { name: 'id', title: t('number'), isFrozen: true, cell: ({ id }) => id },
          { name: 'username', title: t('username'), cell: ({ username }) => username },
          {
            name: 'submittedAt',
            title: t('submittedAt'),
            cell: ({ submittedAt }) => <MomentText at={submittedAt} />,
          },
          { name: 'status', title: t('status'), cell: ({ status }) => t(`statuses.${status}`) },
          { name: 'takenBy', title: t('taken'), cell: ({ takenBy }) => takenBy?.username ?? '—' },
          { name: 'earlier', title: t('earlierCount'), isNumber: true, cell: ({ earlier }) => earlier },
          {
            name: 'duplicates',
            title: t('duplicates'),
            cell: ({ duplicates }) =>
              duplicates === 0 ? '—' : <Badge color="red.8">{t('duplicateCount', { count: duplicates })}</Badge>,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={({ id, username }) => <Text fw={600}>{t('panel', { id, username })}</Text>}
        panel={(item) => (
          <ReviewPanel
            key={item.id}
            id={item.id}
            version={item.version}
            mayReview={mayReview}
            onChanged={done}
            onVerify={ask('verify')}
            onReject={ask('reject')}
          />
        )}
        onApprove={ask('verify')}
        onReject={ask('reject')}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {asked?.kind === 'verify' && <VerifyForm item={asked.item} onDone={done} onClose={() => setAsked(null)} />}
      {asked?.kind === 'reject' && <RejectForm item={asked.item} onDone={done} onClose={() => setAsked(null)} />}
    </>
  );
}

function itemOf({ member, earlier, duplicates, ...view }: ReviewView): ReviewItem {
  const { id, language, status, version, submittedAt, takenBy } = view;
  const counts = { earlier: earlier.length, duplicates: duplicates.length };
  return { id, language, status, version, submittedAt, takenBy, username: member.username, ...counts };
}
