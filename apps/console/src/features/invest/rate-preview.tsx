import { Table, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { OperatorInvestView } from '@candor/contract/console-invest';
import { formatMoney, parseMoney, parseRate } from '@candor/domain/money';
import { formatPercent } from '@candor/ui/figures';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { Amount, useMoneyText } from '../../services/queue/amount.tsx';
import { rateLines, savingsCost } from './savings-rates.ts';
import { useToday } from './use-invest.ts';

/** What all savings of now would earn, at the rate of today and at the proposed one. */
export function RatePreview({ savings, annualRate }: { savings: OperatorInvestView['savings']; annualRate: string }) {
  const t = useTranslations('invest.preview');
  const moneyText = useMoneyText();
  const currency = useSiteCurrency();
  const today = useToday();
  const balance = parseMoney(savings.balance, currency);
  if (!balance.ok) return null;
  const now = rateLines(savings.rates, today).find(({ standing }) => standing === 'now');
  const rows = [
    ...(now === undefined ? [] : [{ name: t('rateNow'), annualRate: now.annualRate }]),
    { name: t('rateThen'), annualRate },
  ];
  return (
    <section aria-label={t('title')} className="preview">
      <Text fw={600}>{t('title')}</Text>
      <Text fz="xs" c="dimmed">
        {t('ofBalance', { balance: moneyText(savings.balance) })}
      </Text>
      <Table verticalSpacing={6} horizontalSpacing="xs" mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('rate')}</Table.Th>
            <Table.Th className="number">{t('perDay')}</Table.Th>
            <Table.Th className="number">{t('perYear')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const read = parseRate(row.annualRate);
            if (!read.ok) return null;
            const cost = savingsCost(balance.value, read.value);
            return (
              <Table.Tr key={row.name}>
                <Table.Td>
                  {row.name} <b className="figures">{formatPercent(row.annualRate)}</b>
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={formatMoney(cost.day, currency)} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount text={formatMoney(cost.year, currency)} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
