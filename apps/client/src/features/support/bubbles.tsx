/* One message of a conversation: the person's own on the right, all others on the left. */

import { readPicture } from '@candor/contract/calls/support';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SupportMessage } from '@candor/contract/support';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Modal } from '@candor/ui/modal.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { Check, CheckCheck, CircleAlert, Headset, ImageOff, ShieldCheck, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useChannel } from './channel.ts';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { formatClock } from '../../lib/time.ts';
import { isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import { messageOf } from '../../services/api/message-of.ts';
import { useObjectUrl, usePicture } from '../../services/pictures/use-picture.ts';
import { CheckCard } from './check-card.tsx';
import type { Unsent } from './composing.ts';
import { OrderCard } from './order-card.tsx';

type BubbleProps = {
  message: SupportMessage;
  /** The first of several messages of one author: it says who writes. */
  isFirst: boolean;
  /** The last of them: it has the time. */
  isLast: boolean;
  /** Whether an operator has seen it. */
  isRead: boolean;
};

export function Bubble(props: BubbleProps) {
  const { author } = props.message;
  if (author === 'member' || author === 'visitor') return <OwnMessage {...props} />;
  return <Answer {...props} />;
}

function OwnMessage({ message, isLast, isRead }: BubbleProps) {
  const t = useTranslations('support');
  const channel = useChannel();
  const time = clockOf(message.createdAt);
  return (
    <Own>
      {message.order !== null && <OrderCard order={message.order} />}
      {message.picture === null ? <Words text={message.text ?? ''} own /> : <SentPicture path={message.picture.path} />}
      {(isLast || message.order !== null) && (
        <p className="tnum flex flex-wrap items-center justify-end gap-x-1 text-caption text-text-3">
          {message.order === null
            ? time
            : t('reference', { no: message.id, state: t(`state.${message.checked ?? 'received'}`), time })}
          <ReadMark isRead={isRead} />
        </p>
      )}
      {isLast && channel === 'member' && message.text !== null && (
        <a
          href={hrefTo(paths.newComplaint({ message: message.id }))}
          className="inline-flex min-h-11 items-center text-caption text-link"
        >
          {t('makeComplaint')}
        </a>
      )}
    </Own>
  );
}

function ReadMark({ isRead }: { isRead: boolean }) {
  const t = useTranslations('support');
  const Icon = isRead ? CheckCheck : Check;
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1', isRead && 'text-info')}>
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={2} />
      {t(isRead ? 'read' : 'delivered')}
    </span>
  );
}

function Answer({ message, isFirst, isLast }: BubbleProps) {
  const t = useTranslations('support');
  const isCheck = message.author === 'check';
  const Icon = isCheck ? ShieldCheck : Headset;
  return (
    <div className="me-auto flex w-full max-w-[28rem] gap-2 pe-8">
      <span
        aria-hidden="true"
        className={cx(
          'flex size-[min(2rem,10vw)] shrink-0 items-center justify-center rounded-full',
          isCheck ? 'bg-surface-3 text-success' : 'bg-selected-tint text-text-1',
          !isFirst && 'invisible',
        )}
      >
        <Icon className="size-[min(1.125rem,5.625vw)]" strokeWidth={1.75} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        {isFirst && (
          <p className="flex flex-wrap items-center gap-x-2 text-caption text-text-3">
            <span className="font-bold text-text-2">{t(isCheck ? 'check.name' : 'operator')}</span>
            {isCheck && <span>{t('check.about', { no: message.answers ?? '' })}</span>}
          </p>
        )}
        {message.finding === null ? (
          <Words text={message.text ?? ''} />
        ) : (
          <div className="w-full">
            <CheckCard message={message} finding={message.finding} />
          </div>
        )}
        {isLast && <p className="tnum text-caption text-text-3">{clockOf(message.createdAt)}</p>}
      </div>
    </div>
  );
}

/** Hours and minutes: seconds say nothing in a talk. */
function clockOf(moment: string): string {
  return formatClock(moment).slice(0, 5);
}

type UnsentProps = { message: Unsent; onRetry: () => void; onTakeBack: () => void };

/** A message that is not on the server yet, as far as this device knows. A refused one can only be changed. */
export function UnsentBubble({ message, onRetry, onTakeBack }: UnsentProps) {
  const t = useTranslations('support');
  const language = useLanguage();
  const online = useOnline();
  const { state, error, picture } = message;
  const url = useObjectUrl(picture);
  const mayBeThere = isOutcomeUnknown(error) || isNetworkError(error);
  return (
    <Own>
      {picture === null ? (
        <Words text={message.text} own faint />
      ) : (
        <Picture url={url} faint={state === 'sending'}>
          {state === 'sending' && <Sent share={message.sent} />}
        </Picture>
      )}
      {state === 'sending' ? (
        <p role="status" className="flex items-center gap-2 text-caption text-text-3">
          <Spinner className="size-3.5" />
          {t('sending')}
        </p>
      ) : (
        <div className="flex flex-col items-end">
          <p role="alert" className="flex items-start gap-1 text-caption text-danger">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            {mayBeThere ? t('unsure') : messageOf(error, language)}
          </p>
          <div className="-me-3 flex">
            {!mayBeThere && (
              <Button variant="text" size="small" onClick={onTakeBack}>
                {t(picture === null ? 'change' : 'drop')}
              </Button>
            )}
            <Button variant="text" size="small" disabled={!online} onClick={onRetry}>
              {t('resend')}
            </Button>
          </div>
        </div>
      )}
    </Own>
  );
}

function Sent({ share }: { share: number }) {
  const t = useTranslations('support');
  const percent = Math.round(share * 100);
  return (
    <span
      role="progressbar"
      aria-label={t('sendingPicture')}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="absolute inset-x-3 bottom-3 h-1.5 overflow-hidden rounded-full bg-surface-3"
    >
      <span
        className="block h-full origin-left rounded-full bg-info transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </span>
  );
}

/** A picture that the server has: small here, large when it is pressed. */
function SentPicture({ path }: { path: string | null }) {
  const t = useTranslations('support');
  const url = usePicture(readPicture, path ?? '');
  const [isOpen, setIsOpen] = useState(false);
  if (path === null)
    return (
      <p className="flex items-center gap-2 rounded-card border border-dashed border-line px-4 py-3 text-body-s text-text-3">
        <ImageOff aria-hidden="true" className="size-5" strokeWidth={1.5} />
        {t('erased')}
      </p>
    );
  return (
    <>
      <button type="button" aria-label={t('openPicture')} onClick={() => setIsOpen(true)} className="press">
        <Picture url={url} />
      </button>
      {isOpen && (
        <Modal open label={t('picture')} onClose={() => setIsOpen(false)} className="m-auto max-h-none max-w-none p-0">
          <div className="relative">
            <img
              src={url}
              alt={t('picture')}
              className="block max-h-[92dvh] max-w-[96dvw] rounded-card object-contain"
            />
            <IconButton
              label={t('closePicture')}
              onClick={() => setIsOpen(false)}
              className="absolute end-2 top-2 bg-bg/80 hover:bg-bg"
            >
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
        </Modal>
      )}
    </>
  );
}

type PictureProps = { url: string; faint?: boolean; children?: ReactNode };

/** The same room before the picture is there, so that nothing moves. */
function Picture({ url, faint = false, children }: PictureProps) {
  const t = useTranslations('support');
  return (
    <span className="relative block size-44 overflow-hidden rounded-card rounded-se-control border border-line bg-surface-2">
      {url !== '' && (
        <img src={url} alt={t('picture')} className={cx('size-full object-cover', faint && 'opacity-60')} />
      )}
      {children}
    </span>
  );
}

function Own({ children }: { children: ReactNode }) {
  return <div className="ms-auto flex max-w-[28rem] flex-col items-end gap-1 ps-8">{children}</div>;
}

function Words({ text, own = false, faint = false }: { text: string; own?: boolean; faint?: boolean }) {
  return (
    <p
      className={cx(
        'rounded-card px-4 py-2 text-body whitespace-pre-wrap wrap-anywhere',
        own ? 'rounded-se-control bg-selected-tint' : 'rounded-ss-control border border-line bg-surface-1 shadow-card',
        faint && 'opacity-70',
      )}
    >
      {text}
    </p>
  );
}
