/* Every order of the site, to read alone. */

import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listOperatorOrders, readOperatorOrder } from '@candor/contract/calls/console/orders';
import { listOperatorProducts } from '@candor/contract/calls/console/products';
import type { OperatorOrderLine } from '@candor/contract/console-orders';
import { WALLETS } from '@candor/contract/envelope';
import { DIRECTIONS, ORDER_STATUSES, VOID_REASONS } from '@candor/contract/trading';
import { formatPercent } from '@candor/ui/figures';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../../services/api/request.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { queueOf } from '../../services/queue/queue-of.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { OrderPanel } from './order-panel.tsx';
import { OrderState } from './order-state.tsx';
import { priceText } from './price-text.ts';
import { useDurationText } from './use-duration-text.ts';

export function OrdersPage() {
  const t = useTranslations('orders');
  const common = useTranslations('common');
  const durationText = useDurationText();
  const products = useProductChoices();
  const wordsOf = <Value extends string>(values: readonly Value[], word: (value: Value) => string) =>
    values.map((value) => ({ value, label: word(value) }));
  const states = wordsOf(ORDER_STATUSES, (value) => t(`stateOf.${value}`));
  const reasons = wordsOf(VOID_REASONS, (value) => t(`reasonOf.${value}`));
  const directions = wordsOf(DIRECTIONS, (value) => t(`directionOf.${value}`));
  const wallets = wordsOf(WALLETS, (value) => t(`walletOf.${value}`));
  return (
    <QueuePage<OperatorOrderLine>
      title={t('title')}
      hint={t('hint')}
      {...queueOf(listOperatorOrders)}
      readOne={async (id, signal) => await call(readOperatorOrder, { params: { id }, signal })}
      filters={[
        { name: 'q', label: t('search'), placeholder: t('searchHint'), width: 200 },
        { name: 'status', label: t('state'), choices: states },
        { name: 'period', label: common('period.label'), isPeriod: true },
        {
          name: 'product',
          label: t('product'),
          ...(products === undefined ? { width: 110 } : { choices: products }),
        },
        { name: 'direction', label: t('direction'), choices: directions },
        { name: 'stakeFrom', label: t('stakeFrom'), width: 80 },
        { name: 'stakeTo', label: t('stakeTo'), width: 80 },
        { name: 'reason', label: t('reason'), choices: reasons },
        { name: 'wallet', label: t('wallet'), choices: wallets },
      ]}
      columns={[
        {
          name: 'no',
          title: t('no'),
          isFrozen: true,
          width: 110,
          cell: ({ no }) => <RowButton>{no}</RowButton>,
        },
        { name: 'member', title: t('member'), cell: ({ member }) => member.username },
        { name: 'product', title: t('product'), cell: ({ product }) => <span className="unbroken">{product}</span> },
        {
          name: 'direction',
          title: t('direction'),
          cell: ({ direction }) => <span className="unbroken">{t(`directionOf.${direction}`)}</span>,
        },
        { name: 'stake', title: t('stake'), isNumber: true, cell: ({ stake }) => <Amount text={stake} /> },
        {
          name: 'duration',
          title: t('duration'),
          isNumber: true,
          isExtra: true,
          cell: ({ durationSec }) => <span className="unbroken">{durationText(durationSec)}</span>,
        },
        { name: 'state', title: t('state'), cell: (row) => <OrderState order={row} /> },
        {
          name: 'profit',
          title: t('profit'),
          isNumber: true,
          cell: ({ profit }) => (profit === null ? '—' : <Amount text={profit} signed />),
        },
        {
          name: 'entryPrice',
          title: t('entryPrice'),
          isNumber: true,
          isExtra: true,
          isWide: true,
          cell: ({ entryPrice }) => <span className="figures">{priceText(entryPrice)}</span>,
        },
        {
          name: 'exitPrice',
          title: t('exitPrice'),
          isNumber: true,
          isExtra: true,
          isWide: true,
          cell: ({ exitPrice }) => <span className="figures">{priceText(exitPrice)}</span>,
        },
        {
          name: 'payoutRate',
          title: t('payoutRate'),
          isNumber: true,
          isExtra: true,
          isWide: true,
          cell: ({ payoutRate }) => formatPercent(payoutRate),
        },
        {
          name: 'acceptedAt',
          title: t('acceptedAt'),
          isExtra: true,
          sort: 'acceptedAt',
          cell: ({ acceptedAt }) => <MomentText at={acceptedAt} />,
        },
      ]}
      idOf={({ id }) => id}
      panelTitle={(row) => (
        <Group gap="sm">
          <Text fw={650} fz="lg" className="figures">
            {row.product} · {row.no}
          </Text>
          <OrderState order={row} />
        </Group>
      )}
      panel={({ id }) => <OrderPanel id={id} />}
      csv={{
        list: 'orders',
        columns: [
          { name: 'no', title: t('no') },
          { name: 'id', title: t('id') },
          { name: 'member', title: t('member') },
          { name: 'memberId', title: t('memberId') },
          { name: 'product', title: t('product') },
          { name: 'direction', title: t('direction'), words: recordOf(directions) },
          { name: 'wallet', title: t('wallet'), words: recordOf(wallets) },
          { name: 'stake', title: t('stake') },
          { name: 'fee', title: t('fee') },
          { name: 'payoutRate', title: t('payoutRate') },
          { name: 'duration', title: t('duration') },
          { name: 'acceptedAt', title: t('acceptedAt'), isMoment: true },
          { name: 'entryAt', title: t('entryAt'), isMoment: true },
          { name: 'closesAt', title: t('closesAt'), isMoment: true },
          { name: 'entryPrice', title: t('entryPrice') },
          { name: 'exitPrice', title: t('exitPrice') },
          { name: 'state', title: t('state'), words: recordOf(states) },
          { name: 'reason', title: t('reason'), words: recordOf(reasons) },
          { name: 'profit', title: t('profit') },
          { name: 'settledAt', title: t('settledAt'), isMoment: true },
        ],
      }}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
    />
  );
}

type Choice = { readonly value: string; readonly label: string };

function recordOf(choices: readonly Choice[]): Record<string, string> {
  return Object.fromEntries(choices.map(({ value, label }) => [value, label]));
}

/** Undefined for whoever may not see the products: they type a code. */
function useProductChoices(): readonly Choice[] | undefined {
  const language = useLanguage();
  const may = useMay();
  const products = useQuery({
    queryKey: ['products'],
    enabled: may('market:product:read'),
    queryFn: async ({ signal }) => await call(listOperatorProducts, { signal }),
  });
  return products.data?.items.map(({ code, names }) => ({ value: code, label: names[language] }));
}
