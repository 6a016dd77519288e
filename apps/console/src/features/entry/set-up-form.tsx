import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { operatorTokenView } from '@candor/contract/console';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { useMessageOf } from '../../lib/i18n.tsx';
import { api } from '../../services/api/request.ts';
import { AuthenticatorSetUp } from '../../services/operator/authenticator-set-up.tsx';
import { beginSession } from '../../services/session/session.ts';
import type { OperatorSession } from '../../services/session/session.ts';

/** Sets the authenticator up before the first work. A practice site allows it to wait. */
export function SetUpForm({ onDone }: { onDone: (codes: readonly string[], session: OperatorSession) => void }) {
  const t = useTranslations('entry');
  const messageOf = useMessageOf();
  const later = useMutation({
    mutationFn: async () => await api.post(CONSOLE_PATHS.totpLater, {}, operatorTokenView),
    onSuccess: (session) => beginSession(session),
  });
  return (
    <Stack gap="md">
      <AuthenticatorSetUp onDone={onDone} />
      {later.error !== null && (
        <Alert color="red" role="alert">
          {messageOf(later.error)}
        </Alert>
      )}
      {!(later.error instanceof ApiError && later.error.key === 'OPERATOR_SECOND_FACTOR_REQUIRED') && (
        <Button variant="default" loading={later.isPending} onClick={() => later.mutate()}>
          {t('later')}
        </Button>
      )}
    </Stack>
  );
}
