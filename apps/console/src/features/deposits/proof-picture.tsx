import { useState } from 'react';
import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { PATHS } from '@candor/contract/routes';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useObjectUrl } from '../../lib/object-url.ts';
import { api } from '../../services/api/request.ts';

/** The picture of the payment. It is read when it is asked for: every reading is in the audit log. */
export function ProofPicture({ id, reference }: { id: string; reference: string }) {
  const t = useTranslations('cashier.deposits');
  const common = useTranslations('common.states');
  const messageOf = useMessageOf();
  const [isWanted, setWanted] = useState(false);
  const picture = useQuery({
    queryKey: ['depositProof', id],
    queryFn: async ({ signal }) => await api.getPicture(PATHS.operatorDepositProof(id), signal),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const url = useObjectUrl(picture.data);
  if (!isWanted)
    return (
      <Button variant="default" leftSection={<Image size={16} aria-hidden />} onClick={() => setWanted(true)}>
        {t('showProof')}
      </Button>
    );
  if (picture.error !== null)
    return (
      <Alert color="red" role="alert">
        <Stack gap="xs" align="start">
          {messageOf(picture.error)}
          <Button size="compact-sm" variant="default" onClick={() => void picture.refetch()}>
            {common('retry')}
          </Button>
        </Stack>
      </Alert>
    );
  if (url === '') return <Skeleton height={240} radius="md" aria-label={common('loading')} role="status" />;
  return (
    <a href={url} target="_blank" rel="noreferrer" title={t('proofWhole')}>
      <img src={url} alt={t('proofAlt', { reference })} className="proof" />
    </a>
  );
}
