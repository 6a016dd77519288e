/* What the house can lose by what runs, second by second, and what the day brought beside what the payout rates predict. */

import { Alert, Anchor, Badge, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { readExposure } from '@candor/contract/calls/console/exposure';
import type { ExposureProduct, ExposureView } from '@candor/contract/console-exposure';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { call } from '../../services/api/request.ts';
import { MomentText, useMoments } from '../../services/moments/moments.tsx';
import { Amount, useMoneyText } from '../../services/queue/amount.tsx';
import { PageHead } from '../../services/queue/page-head.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading } from '../../services/queue/states.tsx';
import { SiteLimits } from './site-limits.tsx';
import './exposure.css';
import { TableFrame } from '../../lib/table-frame.tsx';

const EVERY_MS = 2_000;

export function ExposurePage() {
  const exposure = useQuery({
    queryKey: ['exposure'],
    queryFn: async ({ signal }) => await call(readExposure, { signal }),
    refetchInterval: EVERY_MS,
  });
  if (exposure.data !== undefined) return <Exposure data={exposure.data} />;
  if (exposure.error === null) return <PageLoading />;
  return <LoadFailed error={exposure.error} onRetry={() => void exposure.refetch()} />;
}

function Exposure({ data }: { data: ExposureView }) {
  const t = useTranslations('exposure');
  const language = useLanguage();
  const { params } = useAddress();
  const moments = useMoments();
  const { since } = data;
  const items = data.items.toSorted((a, b) => Number(b.worst) - Number(a.worst));
  const chosen = items.find(({ code }) => code === params.get('product')) ?? items[0];
  return (
    <Stack gap="md">
      <PageHead title={t('title')} hint={t('hint')} />
      {items.map((product) => (
        <Improbable key={product.code} product={product} />
      ))}
      <SiteLimits site={data.site} />
      <Products items={items} site={data.site} chosen={chosen?.code} />
      {chosen !== undefined && (
        <>
          <Text fw={600}>
            {chosen.names[language]}{' '}
            <Text span fz="xs" c="dimmed">
              {chosen.code}
            </Text>
          </Text>
          <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
            <Seconds product={chosen} />
            <Results
              title={t('byDuration')}
              name={t('duration')}
              rows={chosen.durations.map((one) => ({ ...one, key: t('secondsUnit', { count: one.seconds }) }))}
            />
            <Results
              title={t('byHour')}
              name={t('hour')}
              rows={chosen.hours.map((one) => ({ ...one, key: moments.clock(one.from) }))}
            />
          </SimpleGrid>
        </>
      )}
      <Text fz="xs" c="dimmed">
        {t('since')} <MomentText at={since} />
      </Text>
    </Stack>
  );
}

function Improbable({ product: { names, improbable } }: { product: ExposureProduct }) {
  const t = useTranslations('exposure');
  const language = useLanguage();
  if (improbable.length === 0) return null;
  const durations = improbable.map((count) => t('secondsUnit', { count })).join(', ');
  return (
    <Alert color="red" icon={<TriangleAlert size={20} aria-hidden />} title={`${t('improbable')} · ${names[language]}`}>
      {t('improbableHint', { durations })}
    </Alert>
  );
}

function Products({ items, site, chosen }: Pick<ExposureView, 'items' | 'site'> & { chosen: string | undefined }) {
  const t = useTranslations('exposure');
  const language = useLanguage();
  return (
    <SectionCard title={t('site')}>
      <TableFrame
        className="table-scroll table-frame"
        role="group"
        aria-label={t('site')}
        data-dense="true"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it
        tabIndex={0}
      >
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('product')}</Table.Th>
              <Table.Th className="number">{t('up')}</Table.Th>
              <Table.Th className="number">{t('down')}</Table.Th>
              <Table.Th className="number">{t('worst')}</Table.Th>
              <Table.Th className="number">{t('limit')}</Table.Th>
              <Table.Th className="number">{t('today')}</Table.Th>
              <Table.Th className="number">{t('predicted')}</Table.Th>
              <Table.Th className="number">{t('orders')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr fw={600}>
              <Table.Td>{t('site')}</Table.Td>
              <Table.Td />
              <Table.Td />
              <Table.Td className="number">
                <Amount text={site.worst} />
              </Table.Td>
              <Table.Td className="number">
                <Limit text={site.limit} />
              </Table.Td>
              <Table.Td className="number">
                <Amount text={site.keptToday} signed />
              </Table.Td>
              <Table.Td />
              <Table.Td />
            </Table.Tr>
            {items.map((product) => (
              <Table.Tr
                key={product.code}
                onClick={() => replaceQuery({ product: product.code })}
                {...(product.code === chosen ? { 'data-selected': true } : {})}
              >
                <Table.Td>
                  <Anchor
                    href={hrefTo('/exposure', { product: product.code })}
                    fw={600}
                    className="unbroken"
                    {...(product.code === chosen ? { 'aria-current': 'true' as const } : {})}
                    onClick={(event) => event.stopPropagation()}
                  >
                    {product.names[language]}
                  </Anchor>{' '}
                  {product.improbable.length > 0 && <Badge color="red">{t('improbable')}</Badge>}
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={product.upStake} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={product.downStake} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={product.worst} />
                </Table.Td>
                <Table.Td className="number">
                  <Limit text={product.limits?.product ?? null} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={product.keptToday} signed />
                </Table.Td>
                <Table.Td className="number">
                  <Predicted of={product} />
                </Table.Td>
                <Table.Td className="number">{product.orders}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableFrame>
    </SectionCard>
  );
}

function Limit({ text }: { text: string | null }) {
  const t = useTranslations('exposure');
  return text === null ? (
    <Text span c="dimmed">
      {t('noLimit')}
    </Text>
  ) : (
    <Amount text={text} />
  );
}

type LuckText = Pick<ExposureProduct, 'orders' | 'kept' | 'predicted' | 'band'>;

/** "+¥75.00 ± ¥370.00" */
function Predicted({ of: { orders, predicted, band } }: { of: LuckText }) {
  const moneyText = useMoneyText();
  if (orders === 0) return '—';
  return (
    <span translate="no" className="figures unbroken">
      {moneyText(predicted, { signed: true })} ± {moneyText(band)}
    </span>
  );
}

function Seconds({ product: { seconds } }: { product: ExposureProduct }) {
  const t = useTranslations('exposure');
  const moments = useMoments();
  return (
    <Part title={t('seconds')} isEmpty={seconds.length === 0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('closesAt')}</Table.Th>
          <Table.Th className="number">{t('up')}</Table.Th>
          <Table.Th className="number">{t('down')}</Table.Th>
          <Table.Th className="number">{t('worst')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {seconds.map(({ closesAt, upStake, downStake, worst }) => (
          <Table.Tr key={closesAt}>
            <Table.Td>
              <span className="figures">{moments.second(closesAt)}</span>
            </Table.Td>
            <Table.Td className="number">
              <Amount text={upStake} />
            </Table.Td>
            <Table.Td className="number">
              <Amount text={downStake} />
            </Table.Td>
            <Table.Td className="number">
              <Amount text={worst} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Part>
  );
}

type ResultsProps = { title: string; name: string; rows: readonly (LuckText & { readonly key: ReactNode })[] };

function Results({ title, name, rows }: ResultsProps) {
  const t = useTranslations('exposure');
  return (
    <Part title={title} isEmpty={rows.length === 0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{name}</Table.Th>
          <Table.Th className="number">{t('today')}</Table.Th>
          <Table.Th className="number">{t('predicted')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr key={index}>
            <Table.Td>{row.key}</Table.Td>
            <Table.Td className="number">
              <Amount text={row.kept} signed />
            </Table.Td>
            <Table.Td className="number">
              <Predicted of={row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Part>
  );
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  const t = useTranslations('exposure');
  return (
    <SectionCard title={title}>
      {isEmpty ? (
        <Text p="md" c="dimmed">
          {t('nothing')}
        </Text>
      ) : (
        <div
          className="table-scroll exposure-part"
          role="group"
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it
          tabIndex={0}
        >
          <Table horizontalSpacing="xs" fz="sm">
            {children}
          </Table>
        </div>
      )}
    </SectionCard>
  );
}
