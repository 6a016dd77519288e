import { joinStaff } from '@candor/contract/calls/console/staff';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { useErrorText, useMessageOf } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { readWith, solver } from '../../services/puzzle/solver.ts';
import { beginSession } from '../../services/session/session.ts';

/** Takes an invitation: the link brought the token, the second colleague the code. */
export function JoinForm({ token }: { token: string }) {
  const t = useTranslations('entry');
  const messageOf = useMessageOf();
  const errorText = useErrorText();
  useEffect(() => solver.prepare('console', readWith(call)), []);
  const form = useForm({
    initialValues: { code: '', pwd: '' },
    validate: {
      code: (text) => (text.trim() === '' ? errorText('CODE_REQUIRED') : null),
      pwd: (text) => (text === '' ? errorText('PASSWORD_REQUIRED') : null),
    },
  });
  const joining = useMutation({
    mutationFn: async (values: typeof form.values) =>
      await call(joinStaff, { body: { ...values, token }, isToken: false }),
    onSuccess: (session) => {
      beginSession(session);
      navigate('/');
    },
    onError: (error) => {
      solver.prepare('console', readWith(call));
      if (!(error instanceof ApiError)) return;
      for (const [field, key] of Object.entries(error.fields)) form.setFieldError(field, errorText(key));
    },
  });
  const isAtField = joining.error instanceof ApiError && Object.keys(joining.error.fields).length > 0;
  return (
    <form onSubmit={form.onSubmit((values) => joining.mutate(values))} noValidate>
      <Stack gap="md">
        {joining.error !== null && !isAtField && (
          <Alert color="red" role="alert">
            {messageOf(joining.error)}
          </Alert>
        )}
        <TextInput
          label={t('invitationCode')}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          maxLength={16}
          {...form.getInputProps('code')}
        />
        <PasswordInput
          label={t('newPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('pwd')}
        />
        <Button type="submit" size="md" loading={joining.isPending} fullWidth>
          {t('join')}
        </Button>
      </Stack>
    </form>
  );
}
