/* What a page shows instead of its content: that it loads, that it failed, that there is nothing. */

import type { ReactNode } from 'react';
import { Button, Center, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CircleAlert, Inbox } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { useMessageOf } from '../../lib/i18n.tsx';

/** A page to come: its title, where it is known, and the shape of a list. */
export function PageLoading({ title }: { title?: string }) {
  const t = useTranslations('common.states');
  return (
    <div role="status" aria-busy="true" aria-label={t('loading')}>
      <div className="page-head">
        <div className="page-head-line">
          {title === undefined ? <Skeleton height={24} width={160} /> : <Title order={1}>{title}</Title>}
        </div>
      </div>
      <Paper withBorder radius="lg" className="card">
        <RowsLoading />
      </Paper>
    </div>
  );
}

const ROWS_TO_COME = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** What a panel or a card will show: facts, in the shape of facts. */
export function FactsLoading() {
  const t = useTranslations('common.states');
  return (
    <div role="status" aria-busy="true" aria-label={t('loading')} className="facts">
      {ROWS_TO_COME.map((row) => (
        <div key={row}>
          <Skeleton height={12} my={4} width={`${70 - 4 * row}%`} radius="sm" />
          <Skeleton height={12} my={4} width={`${40 + 3 * row}%`} radius="sm" />
        </div>
      ))}
    </div>
  );
}

/** Rows to come, under the line of filters. */
export function RowsLoading() {
  return (
    <div aria-busy="true">
      {ROWS_TO_COME.map((row) => (
        <div key={row} className="row-loading">
          <Skeleton height={12} width={`${30 - row}%`} radius="sm" />
          <Skeleton height={12} width="18%" radius="sm" />
          <Skeleton height={12} width="12%" radius="sm" ml="auto" />
        </div>
      ))}
    </div>
  );
}

export function PlainState({
  title,
  code,
  icon: Icon = Inbox,
  children,
  action,
}: {
  title: string;
  code?: string;
  icon?: LucideIcon;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Center mih="40vh" px="lg">
      <Stack align="center" gap={6} ta="center">
        <span className="state-icon" aria-hidden>
          <Icon size={24} strokeWidth={1.75} />
        </span>
        {code !== undefined && code !== '' && (
          <Text c="dimmed" fw={600} className="figures">
            {code}
          </Text>
        )}
        <Title order={2}>{title}</Title>
        {children !== undefined && (
          <Text c="dimmed" maw="28rem">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}

export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('common.states');
  const messageOf = useMessageOf();
  return (
    <div role="alert">
      <PlainState
        title={t('failed')}
        icon={CircleAlert}
        code={error instanceof ApiError ? error.key : ''}
        action={
          <Button mt="sm" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      >
        {messageOf(error)}
      </PlainState>
    </div>
  );
}
