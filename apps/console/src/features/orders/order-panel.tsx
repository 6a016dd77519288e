/* One order with all that its result follows from. There is nothing here that an operator could do to it. */

import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readOperatorOrder, readOperatorReceipt } from '@candor/contract/calls/console/orders';
import type { OperatorOrder, OperatorReceipt } from '@candor/contract/console-orders';
import { formatPercent } from '@candor/ui/figures';
import { useMessageOf } from '../../lib/i18n.tsx';
import { call } from '../../services/api/request.ts';
import { MemberLink } from '../../services/cashier/member-link.tsx';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { saveFile } from '../../services/export/export-list.ts';
import { MomentText, useMomentText } from '../../services/moments/moments.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { FactsLoading, LoadFailed } from '../../services/queue/states.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { PriceChart } from './price-chart.tsx';
import { priceText } from './price-text.ts';
import { useDurationText } from './use-duration-text.ts';

const OPEN_EVERY_MS = 5_000;

export function OrderPanel({ id }: { id: string }) {
  const order = useQuery({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => await call(readOperatorOrder, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? OPEN_EVERY_MS : false),
  });
  if (order.data !== undefined) return <Detail order={order.data} />;
  if (order.error !== null) return <LoadFailed error={order.error} onRetry={() => void order.refetch()} />;
  return <FactsLoading />;
}

function Detail({ order }: { order: OperatorOrder }) {
  const t = useTranslations('orders');
  return (
    <Stack gap="xl">
      <OrderFacts order={order} />
      <PanelSection title={t('prices')}>
        <PriceChart order={order} />
      </PanelSection>
      <PanelSection title={t('transfers')}>
        <Transfers transfers={order.transfers} />
      </PanelSection>
      <PanelSection title={t('receipt')}>
        {/* Another state of the order has another receipt. */}
        <Receipt key={`${order.id}/${order.status}`} order={order} />
      </PanelSection>
    </Stack>
  );
}

function OrderFacts({ order }: { order: OperatorOrder }) {
  const t = useTranslations('orders');
  const durationText = useDurationText();
  const { entry, exit } = order;
  return (
    <Facts
      facts={[
        [t('member'), <MemberLink key="member" member={order.member} />],
        [t('id'), order.id],
        [t('direction'), t(`directionOf.${order.direction}`)],
        [t('wallet'), t(`walletOf.${order.wallet}`)],
        [t('stake'), <Amount key="stake" text={order.stake} />],
        [t('fee'), <Amount key="fee" text={order.fee} />],
        [t('payoutRate'), formatPercent(order.payoutRate)],
        [t('duration'), durationText(order.durationSec)],
        [t('termsVersion'), t('version', { version: order.termsVersion })],
        [t('signedAt'), <MomentText key="signedAt" at={order.signedAt} />],
        [t('acceptBy'), <MomentText key="acceptBy" at={order.acceptBy} />],
        [t('submittedAt'), <MomentText key="submittedAt" at={order.submittedAt} />],
        [t('acceptedAt'), <MomentText key="acceptedAt" at={order.acceptedAt} />],
        [t('entryAt'), <MomentText key="entryAt" at={order.entryAt} />],
        [t('closesAt'), <MomentText key="closesAt" at={order.closesAt} />],
        [t('settledAt'), <MomentText key="settledAt" at={order.settledAt} />],
        [
          t('entryPrice'),
          `${priceText(order.entryPrice)}${entry === null ? '' : ` · ${t('tick', { seq: entry.seq })}`}`,
        ],
        [t('exitPrice'), `${priceText(order.exitPrice)}${exit === null ? '' : ` · ${t('tick', { seq: exit.seq })}`}`],
        ...(order.reason === null ? [] : [[t('reason'), t(`reasonOf.${order.reason}`)] as const]),
        [t('profit'), order.profit === null ? '—' : <Amount key="profit" text={order.profit} signed />],
        [t('credited'), order.credited === null ? '—' : <Amount key="credited" text={order.credited} />],
      ]}
    />
  );
}

function Transfers({ transfers }: Pick<OperatorOrder, 'transfers'>) {
  const t = useTranslations('orders');
  const types = useTranslations('common.transferTypes');
  const momentText = useMomentText();
  if (transfers.length === 0) return <Text c="dimmed">{t('transfersNone')}</Text>;
  return (
    <Table verticalSpacing={6} horizontalSpacing={0}>
      <Table.Tbody>
        {transfers.map(({ id, type, debit, credit, amount, at }) => (
          <Table.Tr key={id}>
            <Table.Td pe="sm">
              <Text fw={600}>{types(type)}</Text>
              <Text>
                {t(`accountOf.${debit}`)} → {t(`accountOf.${credit}`)}
              </Text>
              <Text fz="xs" c="dimmed" className="figures">
                {momentText(at)}
              </Text>
              <Text fz="xs" c="dimmed" className="figures wrap-anywhere">
                {id}
              </Text>
            </Table.Td>
            <Table.Td className="number" valign="top">
              <Amount text={amount} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Made and checked when it is asked for: it reads every price from the checkpoint before the order to the one after it. */
function Receipt({ order: { id, no } }: { order: OperatorOrder }) {
  const t = useTranslations('orders');
  const messageOf = useMessageOf();
  const [isAsked, setIsAsked] = useState(false);
  const receipt = useQuery({
    queryKey: ['order', id, 'receipt'],
    enabled: isAsked,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => await call(readOperatorReceipt, { params: { id }, signal }),
  });
  const { data } = receipt;
  const text = data?.receipt ?? null;
  return (
    <Stack gap="sm">
      {data !== undefined && <Finding finding={data.finding} />}
      {receipt.error !== null && <Text c="red.8">{messageOf(receipt.error)}</Text>}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ShieldCheck size={14} aria-hidden />}
          loading={receipt.isFetching}
          onClick={() => (isAsked ? void receipt.refetch() : setIsAsked(true))}
        >
          {t('check')}
        </Button>
        {text !== null && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            onClick={() => saveFile(new Blob([text], { type: 'application/json' }), `candor-receipt-${no}.json`)}
          >
            {t('save')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const VERDICTS = { valid: 'good', provisional: 'wait', invalid: 'bad', unavailable: 'warn' } as const;

function Finding({ finding: { verdict, ticks, checkpoints, failed } }: Pick<OperatorReceipt, 'finding'>) {
  const t = useTranslations('orders');
  return (
    <div role="status">
      <StatusBadge tone={VERDICTS[verdict]}>{t(`verdict.${verdict}`)}</StatusBadge>
      {failed !== null && (
        <Text mt={4} className="figures">
          {t('failed', { step: failed.step, problem: failed.problem })}
        </Text>
      )}
      {ticks > 0 && (
        <Text mt={4} c="dimmed">
          {t('checked', { ticks, checkpoints })}
        </Text>
      )}
    </div>
  );
}
