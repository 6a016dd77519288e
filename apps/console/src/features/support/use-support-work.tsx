/* Conversations that wait for an answer, among all that waits. */

import { listConversations } from '@candor/contract/calls/console/support';
import { Text } from '@mantine/core';
import { Headset } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ConversationView } from '@candor/contract/console-support';
import { useOperator } from '../../services/operator/operator.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { useWork } from '../../services/work/use-work.ts';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { Talk } from './talk.tsx';
import './support.css';

export function useSupportWork(): WorkQueue {
  const t = useTranslations('support');
  const { id: ownId } = useOperator();
  const nameOf = ({ id, member }: ConversationView) => member?.username ?? t('visitor', { id });
  return useWork<ConversationView>({
    kind: 'support',
    icon: Headset,
    path: '/support',
    permission: 'support:desk:read',
    counter: 'support',
    desk: {
      ...queueOf(listConversations),
      query: { queue: 'all' },
      idOf: ({ id }) => id,
      panelTitle: (row) => <Text fw={600}>{nameOf(row)}</Text>,
      panel: ({ id }) => (
        <div className="support-in-panel">
          <Talk key={id} id={id} />
        </div>
      ),
      forms: null,
    },
    factsOf: (row) =>
      row.waitingSince === null
        ? null
        : {
            subject: nameOf(row),
            amount: null,
            since: row.waitingSince,
            promisedMinutes: null,
            state: (
              <StatusBadge tone={row.operator === null ? 'wait' : 'busy'}>
                {row.operator?.username ?? t('waits')}
              </StatusBadge>
            ),
            isMine: row.operator?.id === ownId,
          },
  });
}
