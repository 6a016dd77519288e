/*
 * The field for writing a message. A doubt shows its order above and starts with a few words, all of them editable. The
 * text is kept in composing.ts, because it outlives this screen; so there is no form state here.
 */

import { useId, useRef } from 'react';
import { SUPPORT_TEXT_MAX } from '@candor/contract/support';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SendHorizontal, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { useDeviceOnline } from '../../lib/media.ts';
import { keepDraft, sendMessage, textProblem, useComposing } from './composing.ts';
import { REASONS, reasonOf, withReason } from './doubt-text.ts';
import { OrderCard } from './order-card.tsx';
import { putMessage, useDoubtedOrder } from './support-queries.ts';

/** Near the limit the member sees how much space is left. */
const COUNTED_FROM = SUPPORT_TEXT_MAX - 200;

type ComposerProps = {
  /** Id of the order attached to the message. */
  about: string | null;
  onDetach: () => void;
};

export function Composer({ about, onDetach }: ComposerProps) {
  const t = useTranslations('support.composer');
  const say = useErrorText();
  const cache = useQueryClient();
  const online = useDeviceOnline();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useComposing().drafts[about ?? ''] ?? '';
  const length = text.trim().length;
  const problem = textProblem(text);
  const canSend = online && length > 0 && problem === null;
  const send = () => {
    if (!canSend) return;
    void sendMessage(text.trim(), about, (taken) => putMessage(cache, taken));
    if (about !== null) onDetach();
  };
  return (
    <form
      data-sticky-action=""
      aria-label={t('label')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="hairline-t gutter sticky bottom-[var(--shell-bottom,0px)] z-10 -mx-[var(--gutter)] flex flex-col gap-2 bg-bg/92 pt-3 pb-[calc(var(--safe-bottom)+0.75rem)] backdrop-blur-lg"
    >
      {about !== null && (
        <>
          <Attached id={about} onDetach={onDetach} />
          <Reasons
            text={text}
            onChange={(next) => {
              keepDraft(about, next);
              field.current?.focus();
            }}
          />
        </>
      )}
      <label htmlFor={id} className="sr-only">
        {t('text')}
      </label>
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          id={id}
          rows={about === null ? 1 : 2}
          value={text}
          placeholder={t(about === null ? 'placeholder' : 'doubtPlaceholder')}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => keepDraft(about, event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
          className={cx(
            'max-h-40 min-h-12 min-w-0 flex-1 resize-none rounded-input border bg-surface-2 px-4 py-2.5 text-body [field-sizing:content] placeholder:text-text-3',
            problem !== null ? 'border-danger' : 'border-line-control',
          )}
        />
        <Button
          type="submit"
          size="medium"
          disabled={!canSend}
          icon={<SendHorizontal aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
        >
          {t('send')}
        </Button>
      </div>
      <p
        id={`${id}-note`}
        className={cx('text-caption empty:hidden', problem !== null ? 'text-danger' : 'text-text-3')}
      >
        {!online
          ? t('offline')
          : length > COUNTED_FROM
            ? t('count', { length, max: SUPPORT_TEXT_MAX })
            : problem !== null
              ? say(problem)
              : about !== null && t('doubtNote')}
      </p>
    </form>
  );
}

function Attached({ id, onDetach }: { id: string; onDetach: () => void }) {
  const t = useTranslations('support.composer');
  const { data: order, isError } = useDoubtedOrder(id);
  const detach = (
    <IconButton label={t('detach')} onClick={onDetach}>
      <X aria-hidden="true" className="size-4.5" />
    </IconButton>
  );
  if (order) return <OrderCard order={order} trailing={detach} />;
  if (!isError) return <Skeleton className="h-15 w-full rounded-small" />;
  return (
    <p
      role="alert"
      className="flex items-center justify-between rounded-small bg-surface-2 ps-3 text-body-s text-danger"
    >
      {t('noOrder')}
      {detach}
    </p>
  );
}

function Reasons({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useTranslations('support.composer');
  const opening = { price: t('opening.price'), outcome: t('opening.outcome'), time: t('opening.time') };
  const chosen = reasonOf(text, opening);
  return (
    <div role="group" aria-label={t('reasons')} className="flex flex-wrap gap-1.5">
      {REASONS.map((reason) => (
        <button
          key={reason}
          type="button"
          aria-pressed={reason === chosen}
          onClick={() => onChange(withReason(text, opening, reason))}
          className={cx(
            'press min-h-11 rounded-full border px-3 text-body-s font-medium',
            reason === chosen ? 'border-accent bg-accent-tint text-accent' : 'border-line bg-surface-2 text-text-1',
          )}
        >
          {t(`reason.${reason}`)}
        </button>
      ))}
    </div>
  );
}
