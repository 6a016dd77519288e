/* What an operator does with identity documents. */

import { useState } from 'react';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { listReviews, readReview, takeReview } from '@candor/contract/calls/console/verification';
import type { ReviewItem, ReviewView } from '@candor/contract/verification';
import { useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { useMay } from '../../services/operator/operator.tsx';
import type { DeskWithForms } from '../../services/queue/queue-desk.ts';
import { queueKey, queueOf } from '../../services/queue/queue-of.ts';
import { readAgain } from '../../services/queue/read-again.ts';
import { useWork } from '../../services/work/use-work.ts';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { RejectForm } from './reject-form.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { ReviewState } from './review-state.tsx';
import { VerifyForm } from './verify-form.tsx';

type Asked = { kind: 'verify' | 'reject'; item: Pick<ReviewItem, 'id' | 'version' | 'username' | 'language'> };

export function useVerificationDesk(): DeskWithForms<ReviewItem> {
  const t = useTranslations('verifications');
  const may = useMay();
  const client = useQueryClient();
  const messageOf = useMessageOf();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayReview = may('identity:verification:review');
  /** Only who took a waiting submission decides it. */
  const ask = (kind: Asked['kind']) => (item: Asked['item'] & Pick<ReviewItem, 'status' | 'takenBy'>) => {
    if (mayReview && item.status === 'pending' && item.takenBy?.isMe === true) setAsked({ kind, item });
  };
  const take = async ({ id, version, status }: ReviewItem) => {
    if (!mayReview || status !== 'pending') return;
    try {
      await done(await call(takeReview, { params: { id }, body: { version }, idempotencyKey: newKey() }));
    } catch (error) {
      notifications.show({ color: 'red.8', message: messageOf(error), role: 'alert' });
      await readAgain(client, queueKey(listReviews));
    }
  };
  /** The answer of an act is the submission as it is now: it is not opened a second time. */
  const done = async (view: ReviewView) => {
    setAsked(null);
    client.setQueryData(['review', view.id], view);
    await Promise.all([readAgain(client, queueKey(listReviews)), client.invalidateQueries({ queryKey: ['counters'] })]);
  };
  /** A submission that has left the list. One that is decided does not change any more: it is not opened a second time. */
  const readOne = async (id: string, signal: AbortSignal): Promise<ReviewItem> => {
    const known = client.getQueryData<ReviewView>(['review', id]);
    const isFinal = known !== undefined && known.status !== 'pending';
    const view = isFinal ? known : await call(readReview, { params: { id }, signal });
    client.setQueryData(['review', id], view);
    return itemOf(view);
  };
  return {
    ...queueOf(listReviews),
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    readOne,
    waitingOf: ({ status, submittedAt }) =>
      status === 'pending' ? { since: submittedAt, promisedMinutes: null, amount: null } : null,
    areKeysOff: asked !== null,
    panelTitle: ({ id, username }) => <Text fw={600}>{t('panel', { id, username })}</Text>,
    panel: (item) => (
      <ReviewPanel
        key={item.id}
        id={item.id}
        version={item.version}
        mayReview={mayReview}
        onChanged={done}
        onVerify={ask('verify')}
        onReject={ask('reject')}
      />
    ),
    // As in the queues of money: the key takes what nobody has.
    onApprove: (item) => (item.takenBy === null ? void take(item) : ask('verify')(item)),
    onReject: ask('reject'),
    forms: (
      <>
        {asked?.kind === 'verify' && <VerifyForm item={asked.item} onDone={done} onClose={() => setAsked(null)} />}
        {asked?.kind === 'reject' && <RejectForm item={asked.item} onDone={done} onClose={() => setAsked(null)} />}
      </>
    ),
  };
}

export function useVerificationWork(): WorkQueue {
  return useWork({
    kind: 'verifications',
    icon: BadgeCheck,
    path: '/verifications',
    permission: 'identity:verification:read',
    counter: 'verifications',
    desk: useVerificationDesk(),
    factsOf: ({ username, status, submittedAt, takenBy }) =>
      status === 'pending'
        ? {
            subject: username,
            amount: null,
            since: submittedAt,
            promisedMinutes: null,
            state: <ReviewState status={status} isTaken={takenBy !== null} />,
            isMine: takenBy?.isMe === true,
          }
        : null,
  });
}

function itemOf({ member, earlier, duplicates, ...view }: ReviewView): ReviewItem {
  const { id, language, status, version, submittedAt, takenBy } = view;
  const counts = { earlier: earlier.length, duplicates: duplicates.length };
  return { id, language, status, version, submittedAt, takenBy, username: member.username, ...counts };
}
