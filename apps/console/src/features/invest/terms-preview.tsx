import { Table, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ProjectTerms } from '@candor/domain/invest/project';
import { formatMoney } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { previewOf } from './preview.ts';
import { useToday } from './use-invest.ts';

/** What the terms would pay: to the least purchase, to one member's most, and when all is sold. */
export function TermsPreview({ terms }: { terms: ProjectTerms }) {
  const t = useTranslations('invest.preview');
  const today = useToday();
  const currency = useSiteCurrency();
  const { rows, maturity } = previewOf(terms, today);
  const cell = (amount: Money) => <Amount text={formatMoney(amount, currency)} />;
  return (
    <section aria-label={t('title')} className="preview">
      <Text fw={600}>{t('title')}</Text>
      <Text fz="xs" c="dimmed">
        {t('maturity', { date: maturity })}
      </Text>
      <div className="table-scroll">
        <Table verticalSpacing={6} horizontalSpacing="xs" mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('principal')}</Table.Th>
              <Table.Th className="number">{t('firstDay')}</Table.Th>
              <Table.Th className="number">{t('wholeTerm')}</Table.Th>
              {terms.early !== null && (
                <>
                  <Table.Th className="number">{t('early', { count: terms.early.lockDays })}</Table.Th>
                  <Table.Th className="number">{t('lost')}</Table.Th>
                </>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ of, principal, firstDay, wholeTerm, early }) => (
              <Table.Tr key={of}>
                <Table.Td>
                  {cell(principal)}
                  <Text fz="xs" c="dimmed" className="unbroken">
                    {t(`rowOf.${of}`)}
                  </Text>
                </Table.Td>
                <Table.Td className="number">{cell(firstDay)}</Table.Td>
                <Table.Td className="number">{cell(wholeTerm)}</Table.Td>
                {early !== null && (
                  <>
                    <Table.Td className="number">{cell(early.interest)}</Table.Td>
                    <Table.Td className="number">{cell(early.lost)}</Table.Td>
                  </>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
