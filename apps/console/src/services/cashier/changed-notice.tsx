import { useState } from 'react';
import { Alert } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOperator } from '../operator/operator.tsx';
import { lastHand } from './review-acts.ts';
import type { ReviewItem } from './review-acts.ts';
import { isReviewState } from './state-badge.tsx';

/** Says that somebody else changed the open item. Shown once for each item: give it the item's id as its key. */
export function ChangedNotice({ item }: { item: ReviewItem }) {
  const t = useTranslations('cashier');
  const { id } = useOperator();
  const [seen, setSeen] = useState(item.version);
  const hand = lastHand(item);
  if (seen === item.version || hand?.id === id) return null;
  const reached = item.steps.at(-1)?.state ?? item.status;
  const state = isReviewState(reached) ? t(`stateOf.${reached}`) : reached;
  return (
    <Alert
      color="blue"
      role="status"
      withCloseButton
      closeButtonLabel={t('seen')}
      onClose={() => setSeen(item.version)}
    >
      {hand === null ? t('changed', { state }) : t('changedBy', { name: hand.username, state })}
    </Alert>
  );
}
