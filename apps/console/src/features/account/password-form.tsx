import { changeOperatorPassword } from '@candor/contract/calls/console/operators';
import { useState } from 'react';
import { Alert, Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { useErrorText, useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { useOperator } from '../../services/operator/operator.tsx';

/** The operator's own password. It asks for the current one, and for a code where there is a second factor. */
export function OwnPassword() {
  const t = useTranslations('account');
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  return (
    <Paper withBorder radius="lg" p="md" style={{ borderColor: 'var(--candor-line)' }}>
      <Group justify="space-between" mb={isOpen || isDone ? 'md' : 0}>
        <div>
          <Title order={2}>{t('password')}</Title>
          <Text c="dimmed">{t('passwordHint')}</Text>
        </div>
        {!isOpen && (
          <Button
            variant="default"
            onClick={() => {
              setOpen(true);
              setDone(false);
            }}
          >
            {t('change')}
          </Button>
        )}
      </Group>
      {isDone && (
        <Alert color="teal" role="status">
          {t('passwordChanged')}
        </Alert>
      )}
      {isOpen && (
        <PasswordForm
          onEnd={(changed) => {
            setOpen(false);
            setDone(changed);
          }}
        />
      )}
    </Paper>
  );
}

function PasswordForm({ onEnd }: { onEnd: (changed: boolean) => void }) {
  const t = useTranslations('account');
  const messageOf = useMessageOf();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { secured } = useOperator();
  const form = useForm({ initialValues: { oldPwd: '', pwd: '', confirmPwd: '', code: '' } });
  const sending = useMutation({
    mutationFn: async ({ code, ...passwords }: typeof form.values) =>
      await call(changeOperatorPassword, { body: { ...passwords, ...(secured ? { code } : {}) } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['sessions'] });
      onEnd(true);
    },
    onError: (error) => {
      form.setFieldValue('code', '');
      if (!(error instanceof ApiError)) return;
      for (const [field, key] of Object.entries(error.fields)) form.setFieldError(field, errorText(key));
    },
  });
  const isAtField = sending.error instanceof ApiError && Object.keys(sending.error.fields).length > 0;
  const shown = { visibilityToggleButtonProps: { 'aria-label': t('showPassword') } };
  return (
    <form onSubmit={form.onSubmit((values) => sending.mutate(values))} noValidate>
      <Stack gap="md" maw={420}>
        {sending.error !== null && !isAtField && (
          <Alert color="red" role="alert">
            {messageOf(sending.error)}
          </Alert>
        )}
        <PasswordInput
          label={t('oldPassword')}
          autoComplete="current-password"
          autoFocus
          {...shown}
          {...form.getInputProps('oldPwd')}
        />
        <PasswordInput label={t('newPassword')} autoComplete="new-password" {...shown} {...form.getInputProps('pwd')} />
        <PasswordInput
          label={t('repeatPassword')}
          autoComplete="new-password"
          {...shown}
          {...form.getInputProps('confirmPwd')}
        />
        {secured && (
          <TextInput label={t('code')} autoComplete="one-time-code" maxLength={32} {...form.getInputProps('code')} />
        )}
        <Group>
          <Button type="submit" loading={sending.isPending}>
            {t('change')}
          </Button>
          <Button variant="default" onClick={() => onEnd(false)}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
