import { logInOperator, readConsoleCaptcha } from '@candor/contract/calls/console/operators';
import { Alert, Button, Group, Image, PasswordInput, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { CAPTCHA_TIMEOUT_MS } from '@candor/api-client/api';
import { filledIn } from '../../lib/filled-in.ts';
import { useErrorText, useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { readWith, solver } from '../../services/puzzle/solver.ts';
import { beginSession } from '../../services/session/session.ts';

/** Name, password and, where the site asks for it, the captcha. */
export function LoginForm() {
  const t = useTranslations('entry');
  const messageOf = useMessageOf();
  const errorText = useErrorText();
  const [level, setLevel] = useState(0);
  const captcha = useQuery({
    queryKey: ['captcha', level],
    queryFn: async () =>
      await call(readConsoleCaptcha, {
        query: { level: level.toString() },
        isToken: false,
        timeoutMs: CAPTCHA_TIMEOUT_MS,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const solved = useSyncExternalStore(solver.waiting.subscribe, solver.waiting.get);
  // Solved while the form is filled in, so that nobody waits for it.
  useEffect(() => solver.prepare('console', readWith(call)), []);
  const asksCaptcha = captcha.data?.captchaEnabled === true;
  const form = useForm({
    initialValues: { username: '', pwd: '', code: '' },
    validate: {
      username: (text) => (text.trim() === '' ? errorText('USERNAME_REQUIRED') : null),
      pwd: (text) => (text === '' ? errorText('PASSWORD_REQUIRED') : null),
      code: (text) => (asksCaptcha && text.trim() === '' ? errorText('CAPTCHA_REQUIRED') : null),
    },
  });
  const login = useMutation({
    mutationFn: async (values: typeof form.values) =>
      await call(logInOperator, {
        body: { ...values, username: values.username.trim(), uuid: captcha.data?.uuid ?? '' },
        isToken: false,
      }),
    onSuccess: (session) => beginSession(session),
    onError: (error) => {
      form.setFieldValue('code', '');
      solver.prepare('console', readWith(call));
      if (!(error instanceof ApiError)) return;
      const asked = error.params['level'];
      if (error.key === 'CAPTCHA_HARDER' && typeof asked === 'number') setLevel(asked);
      for (const [field, key] of Object.entries(error.fields)) form.setFieldError(field, errorText(key));
      // A captcha is used up by every try.
      void captcha.refetch();
    },
  });
  const isAtField = login.error instanceof ApiError && Object.keys(login.error.fields).length > 0;
  return (
    <form
      onSubmit={(event) => {
        form.setValues(filledIn(event.currentTarget, ['username', 'pwd']));
        form.onSubmit((values) => login.mutate(values))(event);
      }}
      noValidate
    >
      <Stack gap="md">
        {login.error !== null && !isAtField && (
          <Alert color="red" role="alert">
            {messageOf(login.error)}
          </Alert>
        )}
        <TextInput
          name="username"
          label={t('username')}
          autoComplete="username"
          autoFocus
          {...form.getInputProps('username')}
        />
        <PasswordInput
          name="pwd"
          label={t('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('pwd')}
        />
        {asksCaptcha && (
          <Group align="end" gap="sm" wrap="nowrap">
            <TextInput
              style={{ flex: 1 }}
              label={t('captcha')}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={16}
              {...form.getInputProps('code')}
            />
            <UnstyledButton onClick={() => void captcha.refetch()} aria-label={t('anotherCaptcha')}>
              <Image src={captcha.data?.img} alt="" h={36} w="auto" radius="sm" />
            </UnstyledButton>
          </Group>
        )}
        <Button type="submit" size="md" loading={login.isPending} fullWidth>
          {t('logIn')}
        </Button>
        {solved !== null && solved > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('puzzle')}
          </Text>
        )}
      </Stack>
    </form>
  );
}
