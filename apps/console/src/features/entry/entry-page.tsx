/* The way in: name and password, then a code, or the set-up of an authenticator. */

import { postponeOperatorTotp } from '@candor/contract/calls/console/operators';
import { useState } from 'react';
import { Alert, Box, Button, Center, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { Languages } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '@candor/contract/languages';
import { ApiError } from '@candor/api-client/api-error';
import { showLanguage, useMessageOf } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES, useLanguage } from '../../lib/language.ts';
import { beginSession, endSession, useExpired, useSession } from '../../services/session/session.ts';
import type { OperatorSession } from '../../services/session/session.ts';
import { useAddress } from '../../lib/location.ts';
import { SiteLogo } from '../../services/site/site-logo.tsx';
import { CodeForm } from './code-form.tsx';
import { JoinForm } from './join-form.tsx';
import { LoginForm } from './login-form.tsx';
import { RecoveryCodeList } from '../../services/operator/recovery-code-list.tsx';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { AuthenticatorSetUp } from '../../services/operator/authenticator-set-up.tsx';

export function EntryPage() {
  const t = useTranslations('entry');
  const session = useSession();
  const isExpired = useExpired();
  const [codes, setCodes] = useState<{ codes: readonly string[]; session: OperatorSession } | null>(null);
  const { path, params } = useAddress();
  const invitation = session === null && path === '/join' ? params.get('token') : null;
  const step = codes !== null ? 'codes' : invitation !== null ? 'join' : (session?.stage ?? 'login');
  return (
    <Box mih="100vh" p="lg" component="main">
      <Group justify="end">
        <LanguageMenu />
      </Group>
      <Center mih="80vh">
        <Stack w="100%" maw={step === 'setup' || step === 'codes' ? 520 : 400} gap="lg">
          <Group gap={12} justify="center">
            <SiteLogo height={36} />
            <Text fz="xl" fw={650}>
              {t('title')}
            </Text>
          </Group>
          <Paper withBorder radius="lg" p="xl" style={{ borderColor: 'var(--candor-line)' }}>
            <Stack gap="lg">
              <div>
                <Title order={1}>{t(`steps.${stepText(step)}.title`)}</Title>
                <Text c="dimmed" mt={4}>
                  {t(`steps.${stepText(step)}.hint`)}
                </Text>
              </div>
              {isExpired && step === 'login' && (
                <Alert color="yellow" role="status">
                  {t('expired')}
                </Alert>
              )}
              {step === 'login' && <LoginForm />}
              {invitation !== null && step === 'join' && <JoinForm token={invitation} />}
              {step === 'code' && <CodeForm />}
              {step === 'setup' && <SetUpForm onDone={(done, fresh) => setCodes({ codes: done, session: fresh })} />}
              {codes !== null && <RecoveryCodeList codes={codes.codes} onDone={() => beginSession(codes.session)} />}
              {(step === 'code' || step === 'setup') && (
                <Button variant="subtle" color="gray" onClick={() => endSession('logout')}>
                  {t('back')}
                </Button>
              )}
            </Stack>
          </Paper>
          <Text fz="xs" c="dimmed" ta="center">
            {t('watched')}
          </Text>
        </Stack>
      </Center>
    </Box>
  );
}

type Step = 'login' | 'join' | 'code' | 'setup' | 'codes';

function stepText(step: Step | 'full'): Step {
  return step === 'full' ? 'login' : step;
}

function LanguageMenu() {
  const chosen = useLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<Languages size={18} strokeWidth={1.75} aria-hidden />}>
          {LANGUAGE_NAMES[chosen]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item key={language} lang={language} onClick={() => void showLanguage(language)}>
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Sets the authenticator up before the first work. A practice site allows it to wait. */
function SetUpForm({ onDone }: { onDone: (codes: readonly string[], session: OperatorSession) => void }) {
  const t = useTranslations('entry');
  const messageOf = useMessageOf();
  const later = useMutation({
    mutationFn: async () => await call(postponeOperatorTotp, { body: {} }),
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
