/* A new complaint: what it is about and what happened. What was written in the chat is there already. */

import { COMPLAINT_TOPICS, complaintBody } from '@candor/contract/complaints';
import type { ComplaintBody, ComplaintTopic } from '@candor/contract/complaints';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Sheet } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { useObservable } from '../../lib/observable.ts';
import { useOnline } from '../../lib/online.ts';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces } from '../../services/form/form-errors.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { draft } from '../../services/session/drafts.ts';
import { Loading } from '../../services/queries/query-states.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { useComplaintActs, useMessage } from './complaint-queries.ts';
import { WordsField } from './words-field.tsx';

/** What was typed and not sent: back closes the sheet. */
const typed = draft<{ topic: ComplaintTopic; text: string }>({ topic: 'other', text: '' });
const PLACES: ErrorPlaces<'text'> = { fields: ['text'] };

/** A thing of the member, and what it is called. */
export type Named = NonNullable<ComplaintBody['about']> & { name: string | null };

type OpenSheetProps = {
  open: boolean;
  /** The message of the chat that it is made from. */
  messageId: string | null;
  about: Named | null;
  onClose: () => void;
};

export function OpenSheet({ open, messageId, about, onClose }: OpenSheetProps) {
  const t = useTranslations('complaints');
  return (
    <Sheet open={open} onClose={onClose} title={t('new')}>
      {open && <FromMessage messageId={messageId} about={about} onDone={onClose} />}
    </Sheet>
  );
}

type Made = { messageId: string | null; about: Named | null; onDone: () => void };

/** A message that cannot be found is left out: the words can be typed. */
function FromMessage({ messageId, about, onDone }: Made) {
  const { data: message, isLoading, refetch } = useMessage(messageId);
  if (isLoading)
    return (
      <Loading onRetry={() => void refetch()}>
        <SkeletonRows count={3} />
      </Loading>
    );
  const found = message ?? null;
  return (
    <OpenForm
      messageId={found?.author === 'member' || found?.author === 'visitor' ? found.id : null}
      about={about ?? (found?.order ? { kind: 'order', id: found.order.id, name: found.order.no } : null)}
      text={found?.text ?? ''}
      onDone={onDone}
    />
  );
}

function OpenForm({ messageId, about, text, onDone }: Made & { text: string }) {
  const t = useTranslations('complaints');
  const actions = useTranslations('common.actions');
  const online = useOnline();
  const kept = useObservable(typed);
  const topic = about !== null && kept.text === '' && kept.topic === 'other' ? about.kind : kept.topic;
  const { open } = useComplaintActs();
  const requestOf = (words: string): ComplaintBody => ({
    topic,
    text: words,
    ...(about === null ? {} : { about: { kind: about.kind, id: about.id } }),
    ...(messageId === null ? {} : { messageId }),
  });
  const form = useContractForm<'text', ComplaintBody>({
    id: 'complaint',
    places: PLACES,
    initial: { text: kept.text === '' ? text : kept.text },
    onTyped: (values) => typed.set({ topic, text: values.text }),
    request: (values) => requestOf(values.text),
    check: (values) => schemaErrors(PLACES, complaintBody, requestOf(values.text)),
    async send(body, idempotencyKey) {
      const { id } = await open.mutateAsync({ body, idempotencyKey });
      typed.set({ topic: 'other', text: '' });
      showToast(t('sent', { no: id }), 'success');
      onDone();
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      <p className="text-body-s text-text-2">{t('promise')}</p>
      {about !== null && about.name !== null && (
        <p className="tnum text-body-s font-medium">{t(`aboutOf.${about.kind}`, { name: about.name })}</p>
      )}
      <fieldset className="grid grid-cols-2 gap-2 s:grid-cols-3">
        <legend className="mb-2 text-body-s font-medium text-text-2">{t('topic')}</legend>
        {COMPLAINT_TOPICS.map((value) => (
          <label
            key={value}
            className={cx(
              'press relative flex min-h-11 cursor-pointer items-center justify-center rounded-control border px-2 text-center text-body-s font-bold',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              value === topic ? 'border-selected bg-selected-tint text-text-1' : 'border-line-control text-text-1',
            )}
          >
            <input
              type="radio"
              name="complaint-topic"
              value={value}
              checked={value === topic}
              onChange={() => typed.set({ ...kept, topic: value })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {t(`topicOf.${value}`)}
          </label>
        ))}
      </fieldset>
      <WordsField {...form.field('text')} label={t('text')} hint={t('textHint')} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block disabled={!online} loading={form.isSending} loadingText={actions('submitting')}>
        {t('send')}
      </Button>
    </form>
  );
}
