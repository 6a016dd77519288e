/* What a page shows instead of its content: that it loads, that it failed, that there is nothing. */

import type { ReactNode } from 'react';
import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { useMessageOf } from '../../lib/i18n.tsx';

export function PageLoading() {
  const t = useTranslations('common.states');
  return (
    <Center mih="50vh">
      <Loader size="sm" color="accent.8" aria-label={t('loading')} role="status" />
    </Center>
  );
}

export function PlainState({
  title,
  code,
  children,
  action,
}: {
  title: string;
  code?: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Center mih="40vh" px="lg">
      <Stack align="center" gap={6} ta="center">
        {code !== undefined && (
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
