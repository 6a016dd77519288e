/*
 * The field for writing a message. A dispute shows its order above and starts with a few words, all of them editable. The
 * text is kept in composing.ts, because it outlives this screen; so there is no form state here.
 */

import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { SUPPORT_TEXT_MAX } from '@candor/contract/support';
import { IMAGE_BYTES_MAX } from '@candor/contract/fields';
import { cx } from '@candor/ui/cx';
import { isEnter } from '@candor/ui/keyboard';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { useMedia } from '../../lib/media.ts';
import { useOnline } from '../../lib/online.ts';
import { useObservable } from '../../lib/observable.ts';
import { useObjectUrl } from '../../services/pictures/use-picture.ts';
import { shrinkPicture } from '../../services/pictures/shrink-picture.ts';
import { usePuzzle } from '../../services/puzzle/use-puzzle.ts';
import { WaitingNote } from '../../services/puzzle/waiting-note.tsx';
import { useSite } from '../../services/session/site.ts';
import { CaptchaStep } from './captcha-step.tsx';
import { useChannel } from './channel.ts';
import { captchaAnswer, keepDraft, sendMessage, textProblem, useComposing } from './composing.ts';
import type { Content } from './composing.ts';
import { REASONS, reasonOf, withReason } from './dispute-text.ts';
import { OrderCard } from './order-card.tsx';
import { putMessage, useDisputedOrder, useMessages } from './support-queries.ts';
import { Topics } from './topics.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';

/** Near the limit the member sees how much space is left. */
const COUNTED_FROM = SUPPORT_TEXT_MAX - 200;
const PICTURES = 'image/jpeg,image/png,image/webp';

type ComposerProps = {
  /** Id of the order attached to the message. */
  about: string | null;
  onDetach: () => void;
};

export function Composer({ about, onDetach }: ComposerProps) {
  const t = useTranslations('support.composer');
  const cache = useQueryClient();
  const channel = useChannel();
  const online = useOnline();
  const { isBegun, isStranger, needsCaptcha } = useBeginning();
  const composing = useComposing();
  usePuzzle('visitor', isStranger);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [picture, setPicture] = useState<File | null>(null);
  const inset = useKeyboardInset();
  const enterSends = useMedia('(hover: hover) and (pointer: fine)');
  const { code } = useObservable(captchaAnswer);
  const text = composing.drafts[about ?? ''] ?? '';
  const length = text.trim().length;
  const problem = textProblem(text);
  const hasText = length > 0 && problem === null;
  const canSend = online && (picture !== null || hasText) && problem === null && !(needsCaptcha && code.trim() === '');
  const post = (content: Content) => void sendMessage(content, channel, (taken) => putMessage(cache, taken));
  const send = () => {
    if (!canSend) return;
    if (picture !== null) post({ text: '', orderId: null, picture });
    setPicture(null);
    if (hasText) {
      post({ text: text.trim(), orderId: about, picture: null });
      if (about !== null) onDetach();
    }
    field.current?.focus();
  };
  const write = (next: string) => {
    keepDraft(about, next);
    field.current?.focus();
  };
  return (
    <form
      data-sticky-action="last"
      data-composer=""
      aria-label={t('label')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      style={{ bottom: `calc(var(--shell-bottom, 0px) + ${inset}px)` }}
      className="hairline-t gutter sticky z-10 -mx-[var(--gutter)] flex max-h-[min(75dvh,100dvh-var(--shell-bottom,0px)-var(--nav-height)-5rem)] flex-col gap-2 overflow-y-auto bg-bg/92 pt-3 pb-[calc(var(--safe-bottom)+0.75rem)] backdrop-blur-lg small:max-h-[55dvh] small:gap-1 small:pt-2 small:pb-[calc(var(--safe-bottom)+0.25rem)]"
    >
      {!isBegun && about === null && text === '' && picture === null && <Topics onChoose={write} />}
      {about !== null && (
        <>
          <Attached id={about} onDetach={onDetach} />
          <Reasons text={text} onChange={write} />
        </>
      )}
      {needsCaptcha && length > 0 && <CaptchaStep />}
      {picture !== null && <Chosen picture={picture} onRemove={() => setPicture(null)} />}
      <label htmlFor={id} className="sr-only">
        {t('text')}
      </label>
      {/* With large letters on a narrow screen the text has a line of its own, above the buttons. */}
      <div className="@container">
        <div className="flex flex-wrap items-end gap-1">
          {channel === 'member' && <PictureButton onChoose={setPicture} />}
          <textarea
            ref={field}
            id={id}
            rows={about === null ? 1 : 2}
            value={text}
            enterKeyHint={enterSends ? 'send' : 'enter'}
            placeholder={t(about === null ? 'placeholder' : 'disputePlaceholder')}
            aria-invalid={problem !== null || undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => keepDraft(about, event.target.value)}
            onPaste={(event) => {
              const pasted = [...event.clipboardData.files].find(({ type }) => PICTURES.includes(type));
              if (pasted === undefined || channel !== 'member') return;
              event.preventDefault();
              void shrinkPicture(pasted).then(setPicture);
            }}
            onKeyDown={(event) => {
              if (!isSendKey(event, enterSends)) return;
              event.preventDefault();
              send();
            }}
            className={cx(
              'max-h-40 small:placeholder-shown:max-h-16 min-h-12 min-w-0 flex-1 @max-[14rem]:order-first @max-[14rem]:basis-full resize-none rounded-control border bg-surface-2 px-4 py-2 text-body [field-sizing:content] placeholder:text-text-3',
              problem !== null ? 'border-danger' : 'border-line-control',
            )}
          />
          <button
            type="submit"
            aria-label={t('send')}
            title={t('send')}
            disabled={!canSend}
            className="press ms-auto flex size-12 shrink-0 items-center justify-center rounded-full bg-primary text-on-primary hover:bg-primary-pressed disabled:bg-surface-3 disabled:text-text-disabled"
          >
            <SendHorizontal aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </button>
        </div>
      </div>
      {isStranger && composing.unsent.some(({ state }) => state === 'sending') && <WaitingNote />}
      <Note id={`${id}-note`} length={length} problem={problem} isDispute={about !== null} enterSends={enterSends} />
    </form>
  );
}

/** Enter sends where there is a keyboard, Shift+Enter is a new line. An input method's Enter chooses its word. */
function isSendKey(event: KeyboardEvent, enterSends: boolean): boolean {
  if (!isEnter(event)) return false;
  return event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey);
}

/** Whether anything was said yet, whether a visitor's first message still has to come, and what it needs. */
function useBeginning(): { isBegun: boolean; isStranger: boolean; needsCaptcha: boolean } {
  const channel = useChannel();
  const { captcha } = useSite();
  const first = useMessages().data?.pages[0];
  const isStranger = channel === 'visitor' && first?.isKnown !== true;
  return { isBegun: (first?.items.length ?? 0) > 0, isStranger, needsCaptcha: isStranger && captcha.enabled };
}

type NoteProps = {
  id: string;
  length: number;
  problem: ReturnType<typeof textProblem>;
  isDispute: boolean;
  enterSends: boolean;
};

function Note({ id, length, problem, isDispute, enterSends }: NoteProps) {
  const t = useTranslations('support.composer');
  const say = useErrorText();
  const online = useOnline();
  return (
    <p id={id} className={cx('text-caption empty:hidden', problem !== null ? 'text-danger' : 'text-text-3')}>
      {!online
        ? t('offline')
        : length > COUNTED_FROM
          ? t('count', { length, max: SUPPORT_TEXT_MAX })
          : problem !== null
            ? say(problem)
            : isDispute
              ? t('disputeNote')
              : enterSends && t('keys')}
    </p>
  );
}

function PictureButton({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useTranslations('support.composer');
  const say = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<'IMAGE_TOO_LARGE' | null>(null);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const small = await shrinkPicture(file);
    setProblem(small.size > IMAGE_BYTES_MAX ? 'IMAGE_TOO_LARGE' : null);
    if (small.size <= IMAGE_BYTES_MAX) onChoose(small);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURES}
        className="hidden"
        tabIndex={-1}
        aria-label={t('picture')}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          // The same picture can be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
      <IconButton label={t('picture')} onClick={() => input.current?.click()} className="-ms-2 size-12">
        <ImagePlus aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </IconButton>
      {problem !== null && (
        <p role="alert" className="sr-only">
          {say(problem)}
        </p>
      )}
    </>
  );
}

/** The picture that goes with the next message. */
function Chosen({ picture, onRemove }: { picture: File; onRemove: () => void }) {
  const t = useTranslations('support.composer');
  const url = useObjectUrl(picture);
  return (
    <div className="flex items-center gap-3 rounded-control border border-line bg-surface-2 p-2">
      {url !== '' && <img src={url} alt={t('preview')} className="size-14 rounded-control object-cover" />}
      <p className="tnum min-w-0 flex-1 truncate text-body-s text-text-2">
        {t('size', { size: Math.max(1, Math.round(picture.size / 1024)) })}
      </p>
      <IconButton label={t('removePicture')} onClick={onRemove}>
        <X aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  );
}

function Attached({ id, onDetach }: { id: string; onDetach: () => void }) {
  const t = useTranslations('support.composer');
  const { data: order, isError } = useDisputedOrder(id);
  const detach = (
    <IconButton label={t('detach')} onClick={onDetach}>
      <X aria-hidden="true" className="size-4.5" />
    </IconButton>
  );
  if (order) return <OrderCard order={order} trailing={detach} />;
  if (!isError) return <Skeleton className="h-15 w-full rounded-control" />;
  return (
    <p
      role="alert"
      className="flex items-center justify-between rounded-control bg-surface-2 ps-3 text-body-s text-danger"
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
    // On a small phone they stand in one line, so that the questions above the field stay in reach.
    <div
      role="group"
      aria-label={t('reasons')}
      className="scroll-quiet flex flex-wrap gap-2 small:-mx-[var(--gutter)] small:flex-nowrap small:gap-1 small:overflow-x-auto small:px-[var(--gutter)]"
    >
      {REASONS.map((reason) => (
        <button
          key={reason}
          type="button"
          aria-pressed={reason === chosen}
          onClick={() => onChange(withReason(text, opening, reason))}
          className={cx(
            'press min-h-11 shrink-0 rounded-full border px-3 text-body-s font-medium whitespace-nowrap small:px-2',
            reason === chosen ? 'border-selected bg-selected-tint text-text-1' : 'border-line bg-surface-2 text-text-1',
          )}
        >
          {t(`reason.${reason}`)}
        </button>
      ))}
    </div>
  );
}
