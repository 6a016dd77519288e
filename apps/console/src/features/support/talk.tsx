import { markConversationRead } from '@candor/contract/calls/console/support';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Button, Group, Menu, Skeleton, Text, Title } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ConversationView, OperatorMessage } from '@candor/contract/console-support';
import { useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { RecordComplaint } from '../../services/complaints/record-complaint.tsx';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';
import { AnswerForm } from './answer-form.tsx';
import { TalkMessage } from './talk-message.tsx';
import { act, assign, useColleagues, useReviewAct, useTalk } from './use-support.ts';

/** One conversation: what was said, who has it, and the field for an answer. */
export function Talk({ id }: { id: string }) {
  const t = useTranslations('support');
  const talk = useTalk(id);
  const may = useMay();
  const { id: ownId } = useOperator();
  const pages = talk.data?.pages;
  const first = pages?.[0];
  const items = (pages ?? []).flatMap((page) => page.items).toReversed();
  const newest = first?.items[0]?.id;
  const mayAnswer = may('support:desk:answer') && first?.conversation.member?.id !== ownId;
  useMarkSeen(id, newest, mayAnswer && first !== undefined && BigInt(newest ?? 0) > BigInt(first.deskRead));
  const scroller = useNewestInSight(newest);
  if (first === undefined)
    return talk.error === null ? (
      <Skeleton height={240} m="md" radius="md" />
    ) : (
      <LoadFailed error={talk.error} onRetry={() => void talk.refetch()} />
    );
  return (
    <>
      <Head conversation={first.conversation} mayAct={mayAnswer} newest={newestWords(items)} />
      <div
        className="support-messages"
        ref={scroller}
        role="log"
        aria-live="polite"
        aria-label={t('messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it
        tabIndex={0}
      >
        {talk.hasNextPage && (
          <Button
            variant="subtle"
            size="compact-sm"
            className="support-earlier"
            loading={talk.isFetchingNextPage}
            onClick={() => void talk.fetchNextPage()}
          >
            {t('earlier')}
          </Button>
        )}
        {items.map((message, place) => (
          <TalkMessage
            key={message.id}
            conversationId={id}
            message={message}
            dayBefore={items[place - 1]?.createdAt ?? null}
            isRead={BigInt(message.id) <= BigInt(first.personRead)}
          />
        ))}
      </div>
      {mayAnswer && <AnswerForm conversation={first.conversation} />}
    </>
  );
}

/** What a complaint would be made from: the newest words of the person. */
function newestWords(items: readonly OperatorMessage[]): { id: string; text: string } | undefined {
  const found = items.findLast(({ author, text }) => (author === 'member' || author === 'visitor') && text !== null);
  return found === undefined || found.text === null ? undefined : { id: found.id, text: found.text };
}

type HeadProps = {
  conversation: ConversationView;
  mayAct: boolean;
  newest: { id: string; text: string } | undefined;
};

function Head({ conversation, mayAct, newest }: HeadProps) {
  const t = useTranslations('support');
  const messageOf = useMessageOf();
  const { id: ownId } = useOperator();
  const { id, operator, isClosed, member } = conversation;
  const acting = useReviewAct(async (what: 'take' | 'close' | 'reopen') => await act(id, what));
  const assigning = useReviewAct(async (to: string | null) => await assign(id, to));
  const { data: colleagues = [] } = useColleagues();
  const error = acting.error ?? assigning.error;
  return (
    <header className="support-head">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Title order={2} fz="md" className="wrap-anywhere">
            {member?.username ?? t('visitor', { id })}
          </Title>
          <Text fz="xs" c="dimmed">
            {operator === null ? t('nobody') : t('with', { name: operator.username })}
          </Text>
        </div>
        {mayAct && (
          <Group gap="xs">
            {member !== null && <RecordComplaint member={member} message={newest} />}
            {operator === null && (
              <Button size="compact-sm" loading={acting.isPending} onClick={() => acting.mutate('take')}>
                {t('take')}
              </Button>
            )}
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="compact-sm" variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
                  {t('handOver')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {colleagues
                  .filter((one) => one.id !== operator?.id && one.id !== member?.id)
                  .map((one) => (
                    <Menu.Item key={one.id} onClick={() => assigning.mutate(one.id)}>
                      {one.id === ownId ? t('me') : one.username}
                    </Menu.Item>
                  ))}
                {operator !== null && <Menu.Item onClick={() => assigning.mutate(null)}>{t('giveBack')}</Menu.Item>}
              </Menu.Dropdown>
            </Menu>
            <Button
              size="compact-sm"
              variant="default"
              loading={acting.isPending}
              onClick={() => acting.mutate(isClosed ? 'reopen' : 'close')}
            >
              {t(isClosed ? 'reopen' : 'close')}
            </Button>
          </Group>
        )}
      </Group>
      {error !== null && (
        <Text c="red.8" fz="sm" role="alert">
          {messageOf(error)}
        </Text>
      )}
    </header>
  );
}

/** Tells the server what is seen, while the page is. */
function useMarkSeen(id: string, newest: string | undefined, isNew: boolean): void {
  const { mutate } = useReviewAct(
    async (upTo: string) => await call(markConversationRead, { params: { id }, body: { upTo } }),
  );
  useEffect(() => {
    if (newest === undefined || !isNew) return;
    const mark = () => {
      if (document.visibilityState === 'visible') mutate(newest);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [mutate, newest, isNew]);
}

/** The newest message is in sight when it comes. */
function useNewestInSight(newest: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [newest]);
  return scroller;
}
