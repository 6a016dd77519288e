import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** Whatever fails while drawing ends here, and never in an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Failed onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common.states');
  return (
    <Center mih="60vh">
      <Stack align="center" gap="sm" role="alert">
        <Title order={1}>{t('broken')}</Title>
        <Text c="dimmed">{t('brokenHint')}</Text>
        <Group gap="sm">
          <Button onClick={onRetry}>{t('retry')}</Button>
          <Button variant="default" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
