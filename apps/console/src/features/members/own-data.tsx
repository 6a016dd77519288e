/* What a member asked for about themselves, and what is kept of them how long. An operator reads it; nobody here changes it. */

import { readOwnDataOfMember } from '@candor/contract/calls/console/own-data';
import { wholeYears } from '@candor/contract/own-data';
import type { KeptRule, OwnDataOfMemberView } from '@candor/contract/own-data';
import { Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../services/api/request.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import type { Fact } from '../../services/queue/facts.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';

export function OwnData({ memberId }: { memberId: string }) {
  const t = useTranslations('members.ownData');
  const query = useQuery({
    queryKey: ['member', memberId, 'own-data'],
    queryFn: async () => await call(readOwnDataOfMember, { params: { id: memberId } }),
  });
  return (
    <section>
      <Title order={2} mb="xs">
        {t('title')}
      </Title>
      {query.error !== null && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <Asked view={query.data} />}
    </section>
  );
}

function Asked({ view }: { view: OwnDataOfMemberView }) {
  const t = useTranslations('members.ownData');
  return (
    <Stack gap="sm">
      <Text fz="xs" c="dimmed">
        {t('hint')}
      </Text>
      <Facts facts={[[t('file'), <FileText key="file" file={view.file} />], ...closingFacts()]} />
      <Table verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('columns.what')}</Table.Th>
            <Table.Th>{t('columns.because')}</Table.Th>
            <Table.Th>{t('columns.days')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {view.rules.map(({ what, because, from, days }) => (
            <Table.Tr key={what}>
              <Table.Td>{t(`what.${what}`)}</Table.Td>
              <Table.Td>{t(`because.${because}`)}</Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{days === null ? t('stays') : kept(from, days)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );

  function kept(from: KeptRule['from'], days: number): string {
    const years = wholeYears(days);
    return t(`from.${from}`, { time: years === null ? t('days', { days }) : t('years', { years }) });
  }

  function closingFacts(): Fact[] {
    const { closing, ended, blockers } = view;
    if (ended !== null)
      return [
        [t('closedAt'), <MomentText key="closed" at={ended.closedAt} />],
        ...(ended.gaveUp === null ? [] : [[t('gaveUp'), <Amount key="gave" text={ended.gaveUp} />] as const]),
        [t('erasedAt'), <MomentText key="erased" at={ended.erasedAt} />],
        [t('forgottenAt'), <MomentText key="forgotten" at={ended.forgottenAt} />],
      ];
    if (closing === null)
      return [
        [t('closing'), t('none')],
        ...(view.rest === null ? [] : [[t('rest'), <Amount key="rest" text={view.rest.amount} />] as const]),
      ];
    return [
      [t('askedAt'), <MomentText key="asked" at={closing.askedAt} />],
      [t('dueAt'), <MomentText key="due" at={closing.dueAt} />],
      ...(closing.giveUp === null ? [] : [[t('giveUp'), <Amount key="give" text={closing.giveUp} />] as const]),
      ...(blockers.length === 0
        ? []
        : [[t('open'), blockers.map((blocker) => t(`blockers.${blocker}`)).join(' · ')] as const]),
    ];
  }
}

function FileText({ file }: { file: OwnDataOfMemberView['file'] }) {
  const t = useTranslations('members.ownData');
  if (file === null) return t('none');
  return (
    <>
      {t(`states.${file.state}`)} · <MomentText at={file.askedAt} />
    </>
  );
}
