import type { ReactNode } from 'react';
import { Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listOperatorStops } from '@candor/contract/calls/console/products';
import { EXCHANGES } from '@candor/contract/market';
import type { OperatorProduct, OperatorProductsView } from '@candor/contract/console-products';
import { formatPercent } from '@candor/ui/figures';
import { useLanguage } from '../../lib/language.ts';
import { SidePanel } from '../../lib/side-panel.tsx';
import { call } from '../../services/api/request.ts';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { LoadFailed } from '../../services/queue/states.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { FeedLine } from './feed-line.tsx';
import { ProductState } from './product-state.tsx';
import { breakEvenText } from './terms-lines.ts';
import { PRODUCTS, useScopeText } from './use-products.ts';

type ProductPanelProps = {
  readonly product: OperatorProduct | undefined;
  readonly data: OperatorProductsView;
  /** What can be done with it, and what stops it. */
  readonly actions: ReactNode;
  /** The way to change its terms. */
  readonly termsAction: ReactNode;
  readonly onClose: () => void;
};

/** Everything about one product. */
export function ProductPanel({ product, data, actions, termsAction, onClose }: ProductPanelProps) {
  const language = useLanguage();
  return (
    <SidePanel
      opened={product !== undefined}
      onClose={onClose}
      itemKey={product?.code ?? ''}
      title={
        product === undefined ? null : (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {product.names[language]}
            </Text>
            <ProductState product={product} />
          </Group>
        )
      }
    >
      {product === undefined ? null : (
        <Known product={product} data={data} actions={actions} termsAction={termsAction} />
      )}
    </SidePanel>
  );
}

type KnownProps = Omit<ProductPanelProps, 'product' | 'onClose'> & { readonly product: OperatorProduct };

function Known({ product, data, actions, termsAction }: KnownProps) {
  const t = useTranslations('products');
  const { code, running, exposure, today } = product;
  return (
    <Stack gap="lg">
      {actions}
      <Facts
        facts={[
          [t('code'), code],
          [t('prices'), <FeedLine key="feed" product={product} at={data.at} />],
          [t('listing'), <Listing key="listing" product={product} />],
          [t('runningUp'), <Side key="up" {...running.up} />],
          [t('runningDown'), <Side key="down" {...running.down} />],
          [t('exposure'), <Amount key="exposure" text={exposure} />],
          [t('settled'), t('settledOf', { count: today.settled, void: today.void })],
          [t('voidRate'), today.settled === 0 ? '—' : formatPercent((today.void / today.settled).toFixed(4))],
          [t('turnover'), <Amount key="turnover" text={today.stake} />],
          [t('result'), <Amount key="result" text={today.result} signed />],
        ]}
      />
      <Text fz="xs" c="dimmed">
        {t('figuresSince')} <MomentText at={data.since} />
        {!data.isWhole && ` · ${t('notWhole')}`}
      </Text>
      <PanelSection title={t('terms')}>
        <Terms product={product} />
        <Group mt="sm">{termsAction}</Group>
      </PanelSection>
      <PanelSection title={t('history')}>
        <History product={product} />
      </PanelSection>
    </Stack>
  );
}

/** Where its prices come from, by the exchange's own symbol, and whether each is in the newest price. */
function Listing({ product: { sources, tick } }: { product: OperatorProduct }) {
  const t = useTranslations('products');
  const listed = EXCHANGES.flatMap((exchange) => {
    const symbol = sources[exchange];
    return symbol === undefined ? [] : [{ exchange, symbol }];
  });
  if (listed.length === 0) return <>{t('listingNone')}</>;
  return (
    <>
      {listed.map(({ exchange, symbol }) => {
        const said = tick?.feed === 'live' ? tick.sources.find(({ source }) => source === exchange) : undefined;
        return (
          <div key={exchange}>
            {t(`exchangeOf.${exchange}`)} {symbol}
            {tick?.feed === 'live' && (
              <Text span fz="xs" c={said?.verdict === 'used' ? 'dimmed' : 'orange'}>
                {' · '}
                {t(said === undefined ? 'sourceSilent' : said.verdict === 'used' ? 'sourceUsed' : 'sourceUnused')}
              </Text>
            )}
          </div>
        );
      })}
    </>
  );
}

function Side({ orders, stake }: OperatorProduct['running']['up']) {
  const t = useTranslations('products');
  return (
    <>
      {t('orders', { count: orders })}
      {orders > 0 && (
        <>
          {' · '}
          <Amount text={stake} />
        </>
      )}
    </>
  );
}

function Terms({ product: { terms } }: { product: OperatorProduct }) {
  const t = useTranslations('products');
  if (terms === null) return <Text c="dimmed">{t('noTerms')}</Text>;
  return (
    <Stack gap="xs">
      <div className="table-scroll">
        <Table aria-label={t('terms')} verticalSpacing={6} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('duration')}</Table.Th>
              <Table.Th className="number">{t('payout')}</Table.Th>
              <Table.Th className="number">{t('breakEven')}</Table.Th>
              <Table.Th className="number">{t('stake')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {terms.durations.map(({ seconds, payoutRate, minStake, maxStake }) => (
              <Table.Tr key={seconds} style={{ cursor: 'default' }}>
                <Table.Td>{t('seconds', { count: seconds })}</Table.Td>
                <Table.Td className="number">{formatPercent(payoutRate)}</Table.Td>
                <Table.Td className="number">{breakEvenText(terms.feeRate, payoutRate)}</Table.Td>
                <Table.Td className="number">
                  <Amount text={minStake} /> – <Amount text={maxStake} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text fz="xs" c="dimmed">
        {t('fee', { rate: formatPercent(terms.feeRate) })} · {t('version', { version: terms.version })}{' '}
        <MomentText at={terms.publishedAt} />
      </Text>
    </Stack>
  );
}

const STOPS_SHOWN = 10;

function History({ product: { code } }: { product: OperatorProduct }) {
  const t = useTranslations('products');
  const scopeText = useScopeText();
  const reasonText = useReasonWords();
  const stops = useQuery({
    queryKey: [...PRODUCTS, 'stops', code],
    queryFn: async ({ signal }) =>
      await call(listOperatorStops, { query: { product: code, limit: STOPS_SHOWN }, signal }),
  });
  if (stops.error !== null) return <LoadFailed error={stops.error} onRetry={() => void stops.refetch()} />;
  const items = stops.data?.items ?? [];
  if (items.length === 0) return <Text c="dimmed">{t('noStops')}</Text>;
  return (
    <Stack gap="sm">
      {items.map(({ id, scope, reason, note, by, stoppedAt, ended }) => (
        <div key={id}>
          <Text fw={600} className="wrap-anywhere">
            {reasonText(reason, note)}
          </Text>
          <Text fz="xs" c="dimmed">
            {scopeText(scope)} · {by.username} · <MomentText at={stoppedAt} />
          </Text>
          <Text fz="xs" c="dimmed">
            {ended === null ? (
              t('holds')
            ) : (
              <>
                {t('endedBy', { maker: ended.maker.username, checker: ended.checker.username })} ·{' '}
                <MomentText at={ended.at} />
              </>
            )}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
