import type { ReactNode } from 'react';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useMessageOf } from './i18n.tsx';
import { Dialog } from './dialog.tsx';

/** The frame of a form. */
export function FormDialog(props: {
  title: string;
  size?: 'lg' | 880;
  submit: string;
  error: unknown;
  isSending: boolean;
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const common = useTranslations('common');
  const messageOf = useMessageOf();
  return (
    <Dialog size={props.size ?? 'lg'} onClose={() => !props.isSending && props.onClose()} title={props.title}>
      <form onSubmit={props.onSubmit} noValidate>
        <Stack gap="md">
          {props.error !== null && (
            <Alert color="red" role="alert">
              {messageOf(props.error)}
            </Alert>
          )}
          {props.children}
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={props.onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={props.isSending}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
