import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endInvitation, makeInvitationLink, readInvitationCode } from '@candor/contract/calls/console/staff';
import type { StaffChangeView } from '@candor/contract/console-staff';
import { useMessageOf } from '../../lib/i18n.tsx';
import { hrefTo } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { STAFF_CHANGES } from '../../services/proposal/kinds.ts';
import { useProposalsChanged } from '../../services/proposal/proposal-kind.ts';

/** After the approval: the link is its maker's, the code its checker's. */
export function InvitationSteps({ change }: { change: StaffChangeView }) {
  const t = useTranslations('staff');
  const messageOf = useMessageOf();
  const may = useMay();
  const { id: me } = useOperator();
  const client = useQueryClient();
  const changed = useProposalsChanged(STAFF_CHANGES);
  const params = { id: change.id };
  const link = useMutation({
    mutationFn: async () => await call(makeInvitationLink, { params, body: {} }),
    onSuccess: async () => await changed(),
  });
  const code = useMutation({ mutationFn: async () => await call(readInvitationCode, { params, body: {} }) });
  const ending = useMutation({
    mutationFn: async () => await call(endInvitation, { params, body: {} }),
    onSuccess: async () => {
      await changed();
      await client.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  const { invitation, maker, checker } = change;
  if (invitation === null || invitation.state === 'joined' || invitation.state === 'ended') return null;
  const error = link.error ?? code.error ?? ending.error;
  const address = `${location.origin}${location.pathname}`;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {maker.id === me && (
          <Button variant="default" loading={link.isPending} onClick={() => link.mutate()}>
            {t('link')}
          </Button>
        )}
        {checker?.id === me && (
          <Button variant="default" loading={code.isPending} onClick={() => code.mutate()}>
            {t('showCode')}
          </Button>
        )}
        {may('staff:operator:make') && (
          <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
            {t('endInvitation')}
          </Button>
        )}
      </Group>
      {link.data !== undefined && (
        <div>
          <Code block className="wrap-anywhere" data-testid="invitation-link">
            {`${address}${hrefTo('/join', { token: link.data.token })}`}
          </Code>
          <Text fz="sm" c="dimmed" mt={4}>
            {t('linkHint')}
          </Text>
        </div>
      )}
      {code.data !== undefined && (
        <div>
          <Text fz="sm">{t('codeIs')}</Text>
          <Code fz="lg" data-testid="invitation-code">
            {code.data.code}
          </Code>
          <Text fz="sm" c="dimmed" mt={4}>
            {t('codeGive')}
          </Text>
        </div>
      )}
      {error !== null && (
        <Text c="var(--mantine-color-error)" role="alert">
          {messageOf(error)}
        </Text>
      )}
    </Stack>
  );
}
