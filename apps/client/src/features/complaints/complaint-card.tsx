/* One complaint: its number and clock, what was written, and every step until its answer. */

import { useState } from 'react';
import { complaintReplyBody } from '@candor/contract/complaints';
import type { ComplaintStepView, ComplaintView } from '@candor/contract/complaints';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { Timeline } from '@candor/ui/timeline.tsx';
import type { TimelineItem } from '@candor/ui/timeline.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { momentText } from '../../lib/moment-text.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces } from '../../services/form/form-errors.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useComplaintActs } from './complaint-queries.ts';
import { WordsField } from './words-field.tsx';

const CHIPS = {
  received: { tone: 'waiting', icon: 'clock' },
  taken: { tone: 'info', icon: 'ring' },
  asked: { tone: 'warn', icon: 'alert' },
  answered: { tone: 'success', icon: 'check' },
  withdrawn: { tone: 'neutral', icon: 'minus' },
} as const;

const PATHS = { order: paths.order, deposit: paths.depositRecords, withdrawal: paths.withdrawRecords } as const;

export function ComplaintCard({ complaint, isMarked }: { complaint: ComplaintView; isMarked: boolean }) {
  const t = useTranslations('complaints');
  const [isReplying, setReplying] = useState(false);
  const { id, topic, text, about, state, endedAt } = complaint;
  return (
    <article
      id={`complaint-${id}`}
      aria-current={isMarked || undefined}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface-1 p-4 shadow-card aria-current:border-selected"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="tnum text-body font-bold">
          {t('number', { no: id })} · {t(`topicOf.${topic}`)}
        </h2>
        <StatusChip {...CHIPS[state]}>{t(`stateOf.${state}`)}</StatusChip>
      </header>
      <Clock complaint={complaint} />
      <p className="text-body-s whitespace-pre-wrap text-text-2 wrap-anywhere">{text}</p>
      {about !== null && (
        <a href={hrefTo(PATHS[about.kind](about.id))} className="tnum text-body-s text-link">
          {t(`aboutOf.${about.kind}`, { name: about.name })}
        </a>
      )}
      <Timeline label={t('steps')} items={useStepItems(complaint)} />
      {endedAt === null && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => setReplying(true)}>
            {t(state === 'asked' ? 'reply' : 'add')}
          </Button>
          <Withdraw id={id} />
        </div>
      )}
      <Sheet open={isReplying} onClose={() => setReplying(false)} title={t('number', { no: id })}>
        {isReplying && <ReplyForm id={id} onDone={() => setReplying(false)} />}
      </Sheet>
    </article>
  );
}

/** How many business days are left, in words that hold until midnight of the site's zone. */
function Clock({ complaint: { daysLeft, dueOn, endedAt } }: { complaint: ComplaintView }) {
  const t = useTranslations('complaints');
  if (endedAt !== null || daysLeft === null) return null;
  return (
    <p className="tnum text-body-s text-text-2">
      {t('due', { date: dueOn })} ·{' '}
      <strong className={daysLeft < 0 ? 'text-danger' : undefined}>
        {daysLeft < 0 ? t('late', { count: -daysLeft }) : t('left', { count: daysLeft })}
      </strong>
    </p>
  );
}

/** What happened, and the answer that is still to come. */
function useStepItems({ steps, endedAt, dueOn }: ComplaintView): TimelineItem[] {
  const t = useTranslations('complaints');
  const last = steps.at(-1)?.seq;
  const items = steps.map((step: ComplaintStepView): TimelineItem => {
    const isNow = endedAt === null && step.seq === last;
    return {
      key: step.seq.toString(),
      title: step.decision === null ? t(`stepOf.${step.kind}`) : t(`decisionOf.${step.decision}`),
      state: step.kind === 'withdrawn' ? 'ended' : 'done',
      spoken: t(isNow ? 'now' : 'done'),
      time: formatDateTime(step.at),
      note: step.text === null ? undefined : <p className="whitespace-pre-wrap wrap-anywhere">{step.text}</p>,
    };
  });
  if (endedAt !== null) return items;
  return [
    ...items,
    { key: 'answer', title: t('answerComes'), state: 'toCome', spoken: t('toCome'), time: t('due', { date: dueOn }) },
  ];
}

const PLACES: ErrorPlaces<'text'> = { fields: ['text'] };

function ReplyForm({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTranslations('complaints');
  const actions = useTranslations('common.actions');
  const { follow } = useComplaintActs();
  const form = useContractForm<'text', { text: string }>({
    id: 'complaint-reply',
    places: PLACES,
    initial: { text: '' },
    request: ({ text }) => ({ text }),
    check: (values) => schemaErrors(PLACES, complaintReplyBody, values),
    async send({ text }, idempotencyKey) {
      await follow.mutateAsync({ id, text, idempotencyKey });
      showToast(t('added'), 'success');
      onDone();
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      <WordsField {...form.field('text')} label={t('text')} rows={4} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={actions('submitting')}>
        {t('send')}
      </Button>
    </form>
  );
}

/** Asked twice: a complaint that was taken back is not opened again. */
function Withdraw({ id }: { id: string }) {
  const t = useTranslations('complaints');
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const { follow } = useComplaintActs();
  const withdraw = () =>
    follow.mutate(
      { id, text: null },
      {
        onSuccess: ({ endedAt }) => {
          setAsking(false);
          showToast(t('withdrawn', { time: endedAt === null ? '' : momentText(endedAt) }), 'success');
        },
        onError: (error) => showToast(messageOf(error, language), 'danger'),
      },
    );
  return (
    <>
      <Button variant="text" size="small" onClick={() => setAsking(true)}>
        {t('withdraw')}
      </Button>
      <Sheet open={isAsking} onClose={() => setAsking(false)} title={t('withdrawTitle', { no: id })}>
        <div className="flex flex-col gap-4">
          <p className="text-body-s text-text-2">{t('withdrawHint')}</p>
          <Button variant="destructive" block loading={follow.isPending} onClick={withdraw}>
            {t('withdraw')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
