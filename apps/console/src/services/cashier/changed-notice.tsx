import { useState } from 'react';
import { Alert } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOperator } from '../operator/operator.tsx';
import { lastHand } from './desk-acts.ts';
import type { DeskItem } from './desk-acts.ts';
import { isDeskState } from './state-badge.tsx';

/** Says that somebody else changed the open item. Shown once for each item: give it the item's id as its key. */
export function ChangedNotice({ item }: { item: DeskItem }) {
  const t = useTranslations('desk');
  const { id } = useOperator();
  const [seen, setSeen] = useState(item.version);
  const hand = lastHand(item);
  if (seen === item.version || hand?.id === id) return null;
  const reached = item.steps.at(-1)?.state ?? item.status;
  const state = isDeskState(reached) ? t(`stateOf.${reached}`) : reached;
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
