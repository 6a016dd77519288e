/* The messages day by day, the newest at the bottom and visible. */

import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { withDays } from '../../lib/dates.ts';
import { replaceQuery } from '../../lib/location.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { Bubble, UnsentBubble } from './bubbles.tsx';
import { retryMessage, takeBack, useComposing } from './composing.ts';
import { groupMessages, isSeen } from './message-groups.ts';
import { putMessage, useMarkRead, useMessages } from './support-queries.ts';

export function Conversation() {
  const t = useTranslations('support');
  const messages = useMessages();
  const { unsent } = useComposing();
  const pages = messages.data?.pages;
  useMarkRead(pages?.[0]);
  const items = (pages ?? []).flatMap((page) => page.items).toReversed();
  const deskRead = pages?.[0]?.deskRead ?? '0';
  const isReady = pages !== undefined;
  const isEmpty = items.length === 0 && unsent.length === 0;
  const messagesRef = useNewestInSight(
    isReady,
    (items.at(-1)?.id ?? '') + unsent.map(({ key, state }) => key + state).join(),
  );
  const keepPlace = useKeptPlace(items[0]?.id);

  if (!isReady) {
    const retry = () => void messages.refetch();
    return (
      <div className="flex-1">
        {messages.isError ? (
          <LoadFailed error={messages.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <MessagesSkeleton />
          </Loading>
        )}
      </div>
    );
  }
  return (
    // Messages stand above the field. Without any, a field that grows must not move the text that says so.
    <div ref={messagesRef} className={cx('flex flex-1 flex-col gap-4 pb-4', isEmpty ? 'justify-start' : 'justify-end')}>
      {messages.hasNextPage && (
        <Button
          variant="text"
          size="small"
          className="self-center"
          loading={messages.isFetchingNextPage}
          onClick={() => {
            keepPlace();
            void messages.fetchNextPage();
          }}
        >
          {t(messages.isFetchNextPageError ? 'earlierFailed' : 'earlier')}
        </Button>
      )}
      {isEmpty && (
        <EmptyState icon={<MessagesSquare aria-hidden="true" strokeWidth={1.5} />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      )}
      <div role="log" aria-live="polite" aria-label={t('log')}>
        <ol className="flex flex-col">
          {withDays(groupMessages(items), ({ message }) => message.createdAt).map((row) =>
            row.kind === 'day' ? (
              <li key={row.date} className="my-4 text-center">
                <span className="tnum rounded-full bg-surface-2 px-3 py-1 text-caption text-text-3">{row.date}</span>
              </li>
            ) : (
              <li key={row.item.message.id} className={row.item.isLast ? 'mb-4' : 'mb-1'}>
                <Bubble {...row.item} isRead={isSeen(row.item.message.id, deskRead)} />
              </li>
            ),
          )}
          <UnsentMessages />
        </ol>
      </div>
    </div>
  );
}

function UnsentMessages() {
  const cache = useQueryClient();
  return useComposing().unsent.map((message) => (
    <li key={message.key} className="mb-4">
      <UnsentBubble
        message={message}
        onRetry={() => void retryMessage(message, (taken) => putMessage(cache, taken))}
        onTakeBack={() => {
          takeBack(message);
          replaceQuery({ about: message.orderId });
        }}
      />
    </li>
  ));
}

/**
 * Brings the newest message above the field when the page is ready and whenever a new message comes, unless the member is
 * reading above. It goes no further: past the field's own place the field would leave the bottom of the window.
 * @returns for the element of all messages
 */
function useNewestInSight(isReady: boolean, newest: string): RefObject<HTMLDivElement | null> {
  const messages = useRef<HTMLDivElement>(null);
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (!isReady || seen.current === newest) return;
    const isFirst = seen.current === null;
    const wasAtEnd = hiddenHeight(messages.current) < window.innerHeight;
    seen.current = newest;
    // Before the first message, the common questions above are the content.
    if (newest === '' || (!isFirst && !wasAtEnd)) return;
    // Runs after the page's own effects, one of which restores the scroll position.
    const frame = requestAnimationFrame(() => window.scrollBy({ top: Math.max(0, hiddenHeight(messages.current)) }));
    return () => cancelAnimationFrame(frame);
  }, [isReady, newest]);
  return messages;
}

/** How much of the messages' end is below the top of the field, px. */
function hiddenHeight(messages: HTMLElement | null): number {
  const field = messages?.parentElement?.querySelector('form');
  if (!messages || !field) return 0;
  return messages.getBoundingClientRect().bottom - field.getBoundingClientRect().top;
}

/** The visible messages stay in place while older ones are added above. */
function useKeptPlace(oldest: string | undefined): () => void {
  const fromEnd = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (fromEnd.current === null) return;
    window.scrollTo({ top: document.documentElement.scrollHeight - fromEnd.current });
    fromEnd.current = null;
  }, [oldest]);
  return () => {
    fromEnd.current = document.documentElement.scrollHeight - window.scrollY;
  };
}

function MessagesSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="ms-auto h-12 w-3/5 rounded-card" />
      <Skeleton className="h-40 w-4/5 rounded-card" />
      <Skeleton className="ms-auto h-12 w-2/5 rounded-card" />
    </div>
  );
}
