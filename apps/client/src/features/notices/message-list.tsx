/* What is told to this member alone, newest first. A message that is opened counts as read, with all older ones. */

import { useRef } from 'react';
import type { MessageView } from '@candor/contract/messages';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  CheckCheck,
  CircleSlash,
  Gauge,
  Headset,
  Mail,
  MessageSquareWarning,
  ShieldAlert,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ListFoot, useWindowed } from '../../lib/endless-list.tsx';
import { hrefTo } from '../../lib/location.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useMessages, useReadMessages } from '../../services/notices/message-queries.ts';
import { messagePath, useMessageReason, useMessageText } from '../../services/notices/message-words.ts';
import { Age } from '../../services/queries/age.tsx';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';

export function MessageList() {
  const t = useTranslations('messages');
  const messages = useMessages();
  const retry = () => void messages.refetch();
  if (messages.data === undefined) {
    return messages.isError ? (
      <LoadFailed error={messages.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <SkeletonRows count={6} />
      </Loading>
    );
  }
  const items = messages.data.pages.flatMap((page) => page.items);
  const [newest] = items;
  if (newest === undefined)
    return (
      <EmptyState icon={<Mail aria-hidden="true" strokeWidth={1.5} />} hasRows title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    );
  return (
    <div>
      <Age query={messages} />
      {(messages.data.pages[0]?.unread ?? 0) > 0 && <ReadAll newest={newest} />}
      <Rows items={items} />
      <ListFoot pages={messages} />
    </div>
  );
}

function ReadAll({ newest }: { newest: MessageView }) {
  const t = useTranslations('messages');
  const reading = useReadMessages();
  return (
    <div className="mb-2 flex justify-end">
      <Button
        variant="text"
        size="small"
        loading={reading.isPending}
        onClick={() => reading.mutate(newest, { onError: () => showToast(t('readAllFailed'), 'danger') })}
      >
        <CheckCheck aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('readAll')}
      </Button>
    </div>
  );
}

const ROW_PX = 76;

function Rows({ items }: { items: readonly MessageView[] }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useWindowed(list, items, () => ROW_PX);
  return (
    <ul
      ref={list}
      className="overflow-hidden rounded-card border border-line bg-surface-1 shadow-card"
      style={{ paddingTop: shown.before, paddingBottom: shown.after }}
    >
      {shown.rows.map(({ row, index }) => (
        <li key={row.id} ref={shown.measure} data-index={index} className="hairline-b last:shadow-none">
          <MessageRow message={row} />
        </li>
      ))}
    </ul>
  );
}

const ICONS: Readonly<Record<MessageView['kind'], LucideIcon>> = {
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  identity: BadgeCheck,
  restriction: CircleSlash,
  security: ShieldAlert,
  support: Headset,
  limit: Gauge,
  complaint: MessageSquareWarning,
};

function MessageRow({ message }: { message: MessageView }) {
  const t = useTranslations('messages');
  const text = useMessageText();
  const reason = useMessageReason()(message);
  const reading = useReadMessages();
  const { kind, at, unread } = message;
  const Icon = ICONS[kind];
  return (
    <a
      href={hrefTo(messagePath(message))}
      onClick={() => unread && reading.mutate(message)}
      className="press flex items-start gap-3 px-4 py-3 hover:bg-surface-2"
    >
      <span className="relative mt-1 flex size-9 shrink-0 items-center justify-center rounded-full bg-surface-2 text-text-2">
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {unread && (
          <span className="absolute end-0 top-0 size-2.5 rounded-full border-2 border-surface-1 bg-badge">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx('block text-body-s', unread ? 'font-bold text-text-1' : 'text-text-2')}>
          {text(message)}
        </span>
        {reason !== null && <span className="mt-1 block text-caption text-text-2">{reason}</span>}
        <span className="mt-1 flex justify-between gap-2 text-caption text-text-3">
          <span>{t(`kind.${kind}`)}</span>
          <time dateTime={at} className="tnum">
            {formatDateTime(at)}
          </time>
        </span>
      </span>
    </a>
  );
}
