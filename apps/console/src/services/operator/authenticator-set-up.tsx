import { beginOperatorTotp, confirmOperatorTotp } from '@candor/contract/calls/console/operators';
import type { TotpSecretView } from '@candor/contract/console';
import { useState } from 'react';
import { Button, Code, CopyButton, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { QrCode } from '@candor/ui/qr-code.tsx';
import { useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../api/request.ts';
import { LoadFailed, FactsLoading } from '../queue/states.tsx';
import type { OperatorSession } from '../session/session.ts';

/** A new secret as a picture and as text, and the field for the first code of it. */
export function AuthenticatorSetUp({
  secret: made,
  onDone,
}: {
  /** One that was made already, to replace another. */
  secret?: TotpSecretView;
  onDone: (codes: readonly string[], session: OperatorSession) => void;
}) {
  const t = useTranslations('entry');
  const messageOf = useMessageOf();
  const [code, setCode] = useState('');
  const secret = useQuery({
    queryKey: ['totp'],
    queryFn: async () => made ?? (await call(beginOperatorTotp, { body: {} })),
    // Every call makes another secret: the one on the screen must stay.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const proving = useMutation({
    mutationFn: async (text: string) => await call(confirmOperatorTotp, { body: { code: text } }),
    onSuccess: ({ recoveryCodes, token, stage }) => onDone(recoveryCodes, { token, stage }),
    onError: () => setCode(''),
  });
  if (secret.error !== null) return <LoadFailed error={secret.error} onRetry={() => void secret.refetch()} />;
  if (secret.data === undefined) return <FactsLoading />;
  const { uri, secret: key } = secret.data;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') proving.mutate(code);
      }}
    >
      <Stack gap="md">
        <Group align="start" gap="lg" wrap="nowrap">
          <Paper withBorder radius="md" p={4} w={176} style={{ flex: 'none' }}>
            <QrCode text={uri} label={t('qr')} />
          </Paper>
          <Stack gap="xs">
            <Text c="dimmed">{t('manual')}</Text>
            <Code fz="sm" p="xs" className="wrap-anywhere" data-testid="totp-key">
              {key.match(/.{1,4}/g)?.join(' ')}
            </Code>
            <CopyButton value={key}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy} w="fit-content">
                  {t(copied ? 'copied' : 'copy')}
                </Button>
              )}
            </CopyButton>
          </Stack>
        </Group>
        <TextInput
          label={t('firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={code}
          error={proving.error === null ? null : messageOf(proving.error)}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" size="md" loading={proving.isPending}>
          {t('setUp')}
        </Button>
      </Stack>
    </form>
  );
}
