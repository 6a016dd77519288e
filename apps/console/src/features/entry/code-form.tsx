import { enterOperatorCode } from '@candor/contract/calls/console/operators';
import { useState } from 'react';
import { Anchor, Button, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { beginSession } from '../../services/session/session.ts';

const DIGITS = 6;

/** The second step: six digits of the authenticator, or a code from paper. */
export function CodeForm() {
  const t = useTranslations('entry');
  const messageOf = useMessageOf();
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const sending = useMutation({
    mutationFn: async (text: string) => await call(enterOperatorCode, { body: { code: text } }),
    onSuccess: (session) => beginSession(session),
    onError: () => setCode(''),
  });
  const message = sending.error === null ? null : messageOf(sending.error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== '') sending.mutate(code);
      }}
    >
      <Stack gap="md">
        {isRecovery ? (
          <TextInput
            label={t('recoveryCode')}
            placeholder="XXXX-XXXX-XXXX"
            autoFocus
            autoComplete="off"
            value={code}
            error={message}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        ) : (
          <div>
            <PinInput
              key={sending.failureCount + sending.submittedAt}
              length={DIGITS}
              type="number"
              oneTimeCode
              autoFocus
              size="md"
              aria-label={t('code')}
              error={message !== null}
              value={code}
              onChange={setCode}
              onComplete={(text) => sending.mutate(text)}
            />
            {message !== null && (
              <Text c="var(--mantine-color-error)" mt="xs" role="alert">
                {message}
              </Text>
            )}
          </div>
        )}
        <Button type="submit" size="md" loading={sending.isPending} fullWidth>
          {t('confirm')}
        </Button>
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            setRecovery(!isRecovery);
            setCode('');
            sending.reset();
          }}
        >
          {t(isRecovery ? 'useAuthenticator' : 'useRecovery')}
        </Anchor>
      </Stack>
    </form>
  );
}
