/*
 * Support in the console: who waits, the open conversation, and the member beside it. `J` and `K` move through the list, `/` goes
 * to the search. Queue, search and conversation are in the address, so that a colleague can be sent to one.
 */

import { useRef } from 'react';
import { Anchor, Badge, Button, Group, Paper, SegmentedControl, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { ArrowLeft, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { OPERATOR_QUEUES } from '@candor/contract/console-support';
import type { ConversationsView, ConversationView, OperatorQueue } from '@candor/contract/console-support';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { MemberContext } from '../../services/member/member-context.tsx';
import { useMoments } from '../../services/moments/moments.tsx';
import { LoadFailed, PlainState } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { Talk } from './talk.tsx';
import { useConversations } from './use-support.ts';
import './support.css';
import { PageHead } from '../../services/queue/page-head.tsx';

const TYPING_MS = 300;

export function SupportPage() {
  const t = useTranslations('support');
  const { params } = useAddress();
  const queue = OPERATOR_QUEUES.find((one) => one === params.get('queue')) ?? 'all';
  const q = params.get('q') ?? '';
  const openId = params.get('row');
  const list = useConversations(queue, q);
  const search = useRef<HTMLInputElement>(null);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const move = (step: number) => {
    const place = rows.findIndex(({ id }) => id === openId);
    const next = rows[Math.min(rows.length - 1, Math.max(0, place + step))];
    if (next !== undefined) replaceQuery({ row: next.id });
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['/', () => search.current?.focus()],
    ['Escape', () => replaceQuery({ row: null })],
  ]);
  const open = rows.find(({ id }) => id === openId);
  const type = useDebouncedCallback((text: string) => replaceQuery({ q: text.trim() }), TYPING_MS);
  return (
    <>
      <PageHead title={t('title')} actions={<Anchor href={hrefTo('/support-settings')}>{t('toSettings')}</Anchor>} />
      <div className="support-console" data-open={openId !== null}>
        <Paper withBorder radius="lg" className="support-list">
          <div className="support-filters">
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('queue')}
              value={queue}
              onChange={(next) => replaceQuery({ queue: next, row: null })}
              data={OPERATOR_QUEUES.map((value) => ({
                value,
                label: labelOf(t(`queues.${value}`), value, list.data?.pages[0]),
              }))}
            />
            <TextInput
              ref={search}
              type="search"
              mt="xs"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<Search size={16} aria-hidden />}
              defaultValue={q}
              onChange={({ currentTarget }) => type(currentTarget.value)}
            />
          </div>
          <List
            rows={rows}
            openId={openId}
            isLoading={list.isPending}
            error={list.data === undefined ? list.error : null}
            onRetry={() => void list.refetch()}
          />
          {list.hasNextPage && (
            <Button variant="subtle" m="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </Paper>
        <Paper withBorder radius="lg" className="support-talk">
          {openId === null ? (
            <PlainState title={t('choose')}>{t('chooseHint')}</PlainState>
          ) : (
            <>
              <Button
                variant="subtle"
                className="support-back"
                leftSection={<ArrowLeft size={16} aria-hidden />}
                onClick={() => replaceQuery({ row: null })}
              >
                {t('conversations')}
              </Button>
              <Talk key={openId} id={openId} />
            </>
          )}
        </Paper>
        {open !== undefined && open.member !== null && (
          <Paper withBorder radius="lg" className="support-member" component="aside" aria-label={t('member')}>
            <MemberContext id={open.member.id} />
          </Paper>
        )}
      </div>
    </>
  );
}

function labelOf(name: string, queue: OperatorQueue, page: ConversationsView | undefined): string {
  const count = queue === 'closed' ? 0 : (page?.counts[queue] ?? 0);
  return count === 0 ? name : `${name} ${count > 999 ? '999+' : count}`;
}

type ListProps = {
  rows: readonly ConversationView[];
  openId: string | null;
  isLoading: boolean;
  error: Error | null;
  onRetry: () => void;
};

function List({ rows, openId, isLoading, error, onRetry }: ListProps) {
  const t = useTranslations('support');
  if (error !== null) return <LoadFailed error={error} onRetry={onRetry} />;
  if (isLoading) return <Skeleton height={180} m="md" radius="md" />;
  if (rows.length === 0) return <PlainState title={t('empty')}>{t('emptyHint')}</PlainState>;
  return (
    <ul className="support-rows" aria-label={t('conversations')}>
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className="support-row"
            aria-current={row.id === openId}
            onClick={() => replaceQuery({ row: row.id })}
          >
            <Row row={row} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Row({ row }: { row: ConversationView }) {
  const { day, clock, zone } = useMoments();
  const t = useTranslations('support');
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={row.unread > 0 ? 650 : 500} truncate>
          {row.member?.username ?? t('visitor', { id: row.id })}
        </Text>
        <Text fz="xs" c="dimmed" className="figures unbroken">
          {day(row.lastAt).slice(5)} {clock(row.lastAt)} {zone(row.lastAt)}
        </Text>
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fz="sm" c="dimmed" truncate>
          {row.last === 'operator' && `${t('we')} `}
          {row.preview ?? t(row.last === 'check' ? 'finding' : 'picture')}
        </Text>
        {row.unread > 0 && (
          <Badge color="accent" size="sm" className="figures unread" aria-label={t('unread', { count: row.unread })}>
            {row.unread > 99 ? '99+' : row.unread}
          </Badge>
        )}
      </Group>
      <Group gap={6} mt={4}>
        {row.waitingSince !== null && <StatusBadge tone="wait">{t('waits')}</StatusBadge>}
        {row.isClosed && <StatusBadge tone="quiet">{t('closed')}</StatusBadge>}
        {row.operator !== null && <StatusBadge tone="busy">{row.operator.username}</StatusBadge>}
        {row.member === null && <StatusBadge tone="quiet">{t('noSession')}</StatusBadge>}
      </Group>
    </>
  );
}
