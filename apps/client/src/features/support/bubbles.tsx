/* One message of a conversation: the member's own on the right, all others on the left. */

import type { ReactNode } from 'react';
import type { SupportMessage } from '@candor/contract/support';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { CircleAlert, Headset, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useDeviceOnline } from '../../lib/media.ts';
import { formatClock } from '../../lib/time.ts';
import { isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import { messageOf } from '../../services/api/message-of.ts';
import { CheckCard } from './check-card.tsx';
import type { Unsent } from './composing.ts';
import { OrderCard } from './order-card.tsx';

export function Bubble({ message }: { message: SupportMessage }) {
  if (message.author === 'member') return <OwnMessage message={message} />;
  return <Answer message={message} />;
}

function OwnMessage({ message }: { message: SupportMessage }) {
  const t = useTranslations('support');
  return (
    <Own>
      {message.order !== null && <OrderCard order={message.order} />}
      <Words text={message.text ?? ''} own />
      <p className="tnum text-caption text-text-3">
        {message.order === null
          ? formatClock(message.createdAt)
          : t('reference', {
              no: message.id,
              state: t(`state.${message.checked ?? 'received'}`),
              time: formatClock(message.createdAt),
            })}
      </p>
    </Own>
  );
}

function Answer({ message }: { message: SupportMessage }) {
  const t = useTranslations('support');
  const isCheck = message.author === 'check';
  const Icon = isCheck ? ShieldCheck : Headset;
  return (
    <div className="me-auto flex w-full max-w-[26rem] flex-col items-start gap-1.5 pe-6">
      <p className="flex flex-wrap items-center gap-x-1.5 text-caption text-text-3">
        <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="font-semibold text-text-2">{t(isCheck ? 'check.name' : 'operator')}</span>
        {isCheck && <span>{t('check.about', { no: message.answers ?? '' })}</span>}
      </p>
      {message.finding === null ? (
        <Words text={message.text ?? ''} />
      ) : (
        <div className="w-full">
          <CheckCard message={message} finding={message.finding} />
        </div>
      )}
      <p className="tnum text-caption text-text-3">{formatClock(message.createdAt)}</p>
    </div>
  );
}

type UnsentProps = { message: Unsent; onRetry: () => void; onTakeBack: () => void };

/** A message that is not on the server yet, as far as this device knows. A refused one can only be changed. */
export function UnsentBubble({ message, onRetry, onTakeBack }: UnsentProps) {
  const t = useTranslations('support');
  const language = useLanguage();
  const online = useDeviceOnline();
  const { state, error } = message;
  const mayBeThere = isOutcomeUnknown(error) || isNetworkError(error);
  return (
    <Own>
      <Words text={message.text} own faint />
      {state === 'sending' ? (
        <p role="status" className="flex items-center gap-1.5 text-caption text-text-3">
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
                {t('change')}
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

function Own({ children }: { children: ReactNode }) {
  return <div className="ms-auto flex max-w-[26rem] flex-col items-end gap-1.5 ps-10">{children}</div>;
}

function Words({ text, own = false, faint = false }: { text: string; own?: boolean; faint?: boolean }) {
  return (
    <p
      className={cx(
        'rounded-card px-4 py-2.5 text-body whitespace-pre-wrap wrap-anywhere',
        own ? 'rounded-se-chip bg-accent-tint' : 'rounded-ss-chip border border-line bg-surface-1 shadow-card',
        faint && 'opacity-70',
      )}
    >
      {text}
    </p>
  );
}
