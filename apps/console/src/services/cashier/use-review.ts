/*
 * The acts on a queue: taking and releasing at once, and the dialogs of decisions. After every act, also a refused one, the
 * queue and its counter are read again.
 */

import { useRef, useState } from 'react';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Operation } from '@candor/contract/operation';
import { newKey } from '@candor/api-client/new-key';
import { useMessageOf } from '../../lib/i18n.tsx';
import { queueKey } from '../queue/queue-of.ts';
import { readAgain } from '../queue/read-again.ts';
import { useOperator } from '../operator/operator.tsx';
import { actsOf } from './review-acts.ts';
import type { ReviewItem } from './review-acts.ts';

type ReviewSettings<Row> = {
  /** The call that lists the queue. */
  readonly list: Pick<Operation, 'path'>;
  readonly take: (row: Row, key: string) => Promise<Row>;
  readonly release: (row: Row, key: string) => Promise<Row>;
  readonly mayReview: boolean;
  /** Whether no money may leave to the row's member now. */
  readonly isStopped?: (row: Row) => boolean;
};

export type Review<Row, Form extends string> = {
  /** The dialog that is open, with the row as the operator saw it. */
  readonly form: { readonly kind: Form; readonly row: Row } | null;
  readonly openForm: (kind: Form, row: Row) => void;
  readonly closeForm: () => void;
  readonly isBusy: boolean;
  readonly take: (row: Row) => Promise<Row | null>;
  readonly release: (row: Row) => Promise<Row | null>;
  /** From a key, which does what its button says: it takes what nobody has, or opens the dialog. */
  readonly begin: (kind: Form & ('approve' | 'reject'), row: Row) => void;
  readonly refresh: () => Promise<void>;
};

export function useReview<Row extends ReviewItem & { readonly id: string }, Form extends string>(
  settings: ReviewSettings<Row>,
): Review<Row, Form> {
  const t = useTranslations('cashier');
  const { id: operatorId } = useOperator();
  const messageOf = useMessageOf();
  const queries = useQueryClient();
  const [form, setForm] = useState<{ kind: Form; row: Row } | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A second click comes before the first one is drawn.
  const busy = useRef(false);

  const refresh = async () => {
    await Promise.all([
      readAgain(queries, queueKey(settings.list)),
      queries.invalidateQueries({ queryKey: ['counters'] }),
      // The money and the newest rows of the member beside the decision.
      readAgain(queries, ['member']),
    ]);
  };

  const act = async (name: 'take' | 'release', row: Row): Promise<Row | null> => {
    if (busy.current) return null;
    busy.current = true;
    setBusy(true);
    try {
      return await settings[name](row, newKey());
    } catch (error) {
      notifications.show({ color: 'red.8', message: messageOf(error), role: 'alert' });
      return null;
    } finally {
      await refresh().catch(() => undefined);
      busy.current = false;
      setBusy(false);
    }
  };

  const take = async (row: Row) => {
    const taken = await act('take', row);
    if (taken !== null) notifications.show({ color: 'teal.8', message: t('taken'), role: 'status' });
    return taken;
  };

  const begin = (kind: Form & ('approve' | 'reject'), row: Row) => {
    if (!settings.mayReview) return;
    const { open, because } = actsOf(row, operatorId, settings.isStopped?.(row));
    if (open.includes(kind)) return setForm({ kind, row });
    if (open.includes('take')) {
      if (kind === 'approve') return void take(row);
      return void notifications.show({ color: 'blue', message: t('takeFirst') });
    }
    if (because !== null)
      notifications.show({ color: 'blue', message: t(`because.${because}`, { name: row.takenBy?.username ?? '' }) });
  };

  return {
    form,
    openForm: (kind, row) => setForm({ kind, row }),
    closeForm: () => setForm(null),
    isBusy,
    take,
    release: async (row) => await act('release', row),
    begin,
    refresh,
  };
}
