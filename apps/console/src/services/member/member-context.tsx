import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { MemberDetailView } from '@candor/contract/console-members';
import { useMessageOf } from '../../lib/i18n.tsx';
import { BankCard } from '../cashier/bank-card.tsx';
import { useBankName } from '../cashier/bank-name.ts';
import { PanelSection } from '../cashier/panel-section.tsx';
import { useMay } from '../operator/operator.tsx';
import { Amount } from '../queue/amount.tsx';
import { Facts } from '../queue/facts.tsx';
import { Devices, Notes, OpenOrders, RecentMoney, restrictionsInForce, Standing } from './member-records.tsx';
import { useMember } from './use-member.ts';
import { useMomentText } from '../moments/moments.tsx';

/** The whole member beside what is decided about: no other page has to be opened. */
export function MemberContext({ id, openId }: { id: string; openId?: string }) {
  const common = useTranslations('common.states');
  const messageOf = useMessageOf();
  const may = useMay();
  const mayRead = may('member:profile:read');
  const { data: member, error, refetch } = useMember(id, mayRead);
  if (!mayRead) return null;
  if (member !== undefined) return <Known member={member} openId={openId} />;
  if (error === null) return <Skeleton height={160} radius="md" aria-label={common('loading')} role="status" />;
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="start">
        {messageOf(error)}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {common('retry')}
        </Button>
      </Stack>
    </Alert>
  );
}

function Known({ member, openId }: { member: MemberDetailView; openId: string | undefined }) {
  const momentText = useMomentText();
  const t = useTranslations('members');
  const bankName = useBankName();
  const { money, card } = member;
  return (
    <>
      <PanelSection title={t('context', { name: member.username })}>
        <Stack gap="sm">
          <Standing member={member} />
          {restrictionsInForce(member).map(({ id, reason, operator, at }) => (
            <Alert key={id} color="red">
              <Text className="wrap-anywhere">{reason}</Text>
              <Text fz="xs" c="dimmed">
                {t('wasSet', { operator, at: momentText(at) })}
              </Text>
            </Alert>
          ))}
          <Facts
            facts={[
              [t('realName'), member.realName ?? '—'],
              [t('card'), card === null ? '—' : <BankCard key="card" {...card} bank={bankName(card.bank)} />],
              [t('phone'), member.phone],
              [t('createdAt'), momentText(member.createdAt)],
              [t('invitedBy'), member.invitedBy ?? '—'],
              [t('total'), <Amount key="total" text={money.total} />],
              [t('available'), <Amount key="available" text={money.available} />],
              [t('held'), <Amount key="held" text={money.held} />],
              [t('invested'), <Amount key="invested" text={money.invested} />],
              [t('openStake'), <Amount key="openStake" text={money.openStake} />],
            ]}
          />
        </Stack>
      </PanelSection>
      <PanelSection title={t('deposits')}>
        <RecentMoney lines={member.deposits} path="/deposits" openId={openId} />
      </PanelSection>
      <PanelSection title={t('withdrawals')}>
        <RecentMoney lines={member.withdrawals} path="/withdrawals" openId={openId} />
      </PanelSection>
      <PanelSection title={t('openOrders')}>
        <OpenOrders orders={member.openOrders} />
      </PanelSection>
      <PanelSection title={t('devices')}>
        <Devices sessions={member.sessions} />
      </PanelSection>
      <PanelSection title={t('notes')}>
        <Notes member={member} />
      </PanelSection>
    </>
  );
}
